//! Cancelling bookings for the operator from another area, such as when a resource is deactivated: at no fee, in as few
//! transactions as DynamoDB's limits allow. Each transaction reads what it changes, so that repeating it after it has
//! succeeded changes nothing, and a request that was interrupted is finished by sending it again.

use store::Record;
use values::{ApiError, ErrorCode, Id, LongText};
use work::{UnitOfWork, unit_of_work::retry};

use crate::{
    booking::{Booking, transition},
    booking_batches::split_into_batches,
    booking_frequency::BookingChanges,
    booking_settlement, booking_slots,
    calendar::Calendar,
};

/// Cancels bookings, also those that have begun. What no longer exists or has ended stays as it is.
///
/// # Errors
/// 503 when others keep changing the same; what was cancelled until then stays cancelled.
pub async fn cancel_all(work: &UnitOfWork, bookings: &[Record<Booking>], comment: &LongText) -> Result<(), ApiError> {
    for batch in &split_into_batches(work, bookings).await? {
        retry(work, move || cancel_together(work, batch, comment)).await?;
    }
    Ok(())
}

/// Cancels bookings that fit one transaction.
async fn cancel_together(work: &UnitOfWork, ids: &[Id<Booking>], comment: &LongText) -> Result<(), ApiError> {
    let mut cancelled = Vec::new();
    for before in work.store.find_all(work.tenant(), ids).await? {
        match transition::withdrawn(&before.body, work.now, comment.clone()) {
            Ok(body) => cancelled.push((work.next_version(&before, body, None), before)),
            Err(error) if error.code == ErrorCode::InvalidState => {}
            Err(error) => return Err(error),
        }
    }
    if cancelled.is_empty() {
        return Ok(());
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
    work.store.commit(transaction).await
}
