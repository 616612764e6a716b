//! Cancelling bookings for the operator from another area, such as when a resource is deactivated: at no fee, in as few
//! transactions as DynamoDB's limits allow. Each transaction reads what it changes, so that repeating it after it has
//! succeeded changes nothing, and a request that was interrupted is finished by sending it again.

use records::{RecordOperation, RecordTask};
use scheduling::{
    Booking, booking::transition, booking_frequency::BookingChanges, booking_settlement, booking_slots,
    calendar::Calendar,
};
use shared::api::UNITS_MAX;
use store::{Record, Transaction};
use values::{ApiError, ErrorCode, Id, LongText, Timestamp};
use work::{UnitOfWork, unit_of_work::retry};

use crate::{batches::split_into_batches, units::cost_of_cancelling};

/// Bookings that are read at a time.
const READ_AT_ONCE_MAX: usize = 40;

/// Cancels bookings, also those that have begun. What no longer exists or has ended stays as it is.
///
/// # Errors
/// 503 when others keep changing the same; what was cancelled until then stays cancelled.
pub async fn cancel_all(work: &UnitOfWork, bookings: &[Record<Booking>], comment: &LongText) -> Result<(), ApiError> {
    for batch in &split_into_batches(work, bookings).await? {
        retry(work, move || async move {
            match prepare(work, batch, comment).await? {
                (_, 0) => Ok(()),
                (transaction, _) => work.store.commit(transaction).await,
            }
        })
        .await?;
    }
    Ok(())
}

/// Cancels the bookings with these ids in the same way, earliest first: those of the same days share day items.
///
/// # Errors
/// As [`cancel_all`].
pub async fn cancel_by_ids(work: &UnitOfWork, ids: &[Id<Booking>], comment: &LongText) -> Result<(), ApiError> {
    cancel_all(work, &in_order(work.store.find_all(work.tenant(), ids).await?), comment).await
}

/// What cancels the bookings with these ids in steps, when that is too much for one request. They are read only until
/// that is known.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn in_steps(
    work: &UnitOfWork,
    task: RecordTask,
    ids: &[Id<Booking>],
) -> Result<Option<RecordOperation>, ApiError> {
    let mut units = 0;
    for some in ids.chunks(READ_AT_ONCE_MAX) {
        let found = work.store.find_all(work.tenant(), some).await?;
        units += cost_of_cancelling(work, &found).await?;
        if units > UNITS_MAX {
            return Ok(Some(RecordOperation::new(task, ids.len(), false, work.now)));
        }
    }
    Ok(None)
}

/// Of these bookings, in their order, the first that can be cancelled, as they are stored: none when all have ended.
///
/// # Errors
/// Only when the store cannot be read.
pub async fn find_first(work: &UnitOfWork, ids: &[Id<Booking>]) -> Result<Vec<Record<Booking>>, ApiError> {
    for some in ids.chunks(READ_AT_ONCE_MAX) {
        let mut found = work.store.find_all(work.tenant(), some).await?;
        found.retain(|booking| is_cancellable(&booking.body, work.now));
        if !found.is_empty() {
            return Ok(in_order(found));
        }
    }
    Ok(Vec::new())
}

fn in_order(mut bookings: Vec<Record<Booking>>) -> Vec<Record<Booking>> {
    bookings.sort_by_key(|booking| (booking.body.start, booking.id.uuid()));
    bookings
}

fn is_cancellable(booking: &Booking, now: Timestamp) -> bool {
    transition::withdrawn(booking, now, LongText::default()).is_ok()
}

/// Prepares to cancel bookings that fit one transaction; how many of them are cancelled by it.
///
/// # Errors
/// 503 when the store cannot be read, and what refuses their settlement.
pub async fn prepare(
    work: &UnitOfWork,
    ids: &[Id<Booking>],
    comment: &LongText,
) -> Result<(Transaction, usize), ApiError> {
    let mut cancelled = Vec::new();
    for before in work.store.find_all(work.tenant(), ids).await? {
        match transition::withdrawn(&before.body, work.now, comment.clone()) {
            Ok(body) => cancelled.push((work.next_version(&before, body, None), before)),
            Err(error) if error.code == ErrorCode::InvalidState => {}
            Err(error) => return Err(error),
        }
    }
    let days = cancelled.iter().flat_map(|(_, before)| booking_slots::days_of(&before.body)).collect();
    let mut calendar = Calendar::read_days(work, days).await?;
    let (mut transaction, mut changes) = (work.transaction(), BookingChanges::default());
    let mut settling = booking_settlement::load(work, cancelled.iter().map(|(_, before)| &before.body)).await?;
    for (after, before) in &mut cancelled {
        booking_settlement::settle(&mut settling, work, Some(&before.body), after)?;
        transaction.replace(before, after);
        changes.update(work, before.id.uuid(), &before.body, &after.body).await?;
        booking_slots::free(&mut calendar, before, work.now);
    }
    settling.write(work, &mut transaction).await?;
    calendar.write(&mut transaction);
    changes.write(&mut transaction, work.now);
    Ok((transaction, cancelled.len()))
}
