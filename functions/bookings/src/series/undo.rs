//! Takes back a series that did not come about. The series is marked as failed first, so that no step of its making can
//! be written any more, and who finds it goes on until all its bookings are gone.

use scheduling::{Booking, booking::transition};
use shared::api::Call;
use store::{Record, RecordSet};
use values::{ApiError, ErrorCode, LongText};

use super::{
    record::{BookingSeries, SeriesState},
    released::offer_released,
    steps::{self, Change},
};

/// What becomes of the series itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Afterwards {
    /// It is archived, and the request that makes it forgets that it has begun it.
    Archived,
    /// It is listed as failed: the request that made it is gone.
    Kept,
}

/// Archives every booking that was made for a series, and then the series. If the series is active after all, because
/// only the reply of that write was lost, its version tells and nothing is undone.
///
/// # Errors
/// 409 `version_conflict` when the series has changed; 503 when it cannot be taken back now: it stays due.
pub async fn undo(call: &Call, series: &Record<BookingSeries>, afterwards: Afterwards) -> Result<(), ApiError> {
    let failed = mark_failed(call, series).await?;
    let found = call.store.find_all(&call.caller.tenant, &failed.body.booking_ids()).await?;
    let remove = |booking: &Record<Booking>| removed(call, &booking.body).map(Some);
    let mut freed = Vec::new();
    for run in steps::split_into_runs(call, &found).await? {
        freed.extend(steps::change(call, &run, &remove).await?);
    }
    let body = BookingSeries { provisional_until: None, ..failed.body.clone() };
    let mut transaction = call.transaction();
    match afterwards {
        Afterwards::Archived => {
            transaction.replace(&failed, &call.moved(&failed, body, RecordSet::Archived));
            call.forget(&mut transaction);
        }
        Afterwards::Kept => transaction.replace(&failed, &call.next_version(&failed, body, None)),
    }
    call.store.commit(transaction).await?;
    offer_released(call, &freed).await;
    Ok(())
}

/// The series, marked as failed.
async fn mark_failed(call: &Call, series: &Record<BookingSeries>) -> Result<Record<BookingSeries>, ApiError> {
    if series.body.state == SeriesState::Failed {
        return Ok(series.clone());
    }
    let body = BookingSeries { state: SeriesState::Failed, ..series.body.clone() };
    let failed = call.next_version(series, body, None);
    let mut transaction = call.transaction();
    transaction.replace(series, &failed);
    call.store.commit(transaction).await?;
    Ok(failed)
}

/// A booking of a series that is taken back.
///
/// # Errors
/// What prevents its removal.
pub fn removed(call: &Call, booking: &Booking) -> Result<Change, ApiError> {
    match transition::withdrawn(booking, call.now, LongText::default()) {
        // One that has expired is removed as such, so that it no longer counts among its customer's bookings.
        Err(error) if error.code == ErrorCode::InvalidState => {
            Ok(Change::Remove(transition::materialised(booking, call.now).unwrap_or_else(|| booking.clone())))
        }
        outcome => outcome.map(Change::Remove),
    }
}
