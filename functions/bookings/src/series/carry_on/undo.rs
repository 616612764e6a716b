//! The steps that take back a series that does not come about: its bookings are removed, those that were made last
//! first.

use scheduling::Booking;
use shared::api::Call;
use store::Record;
use values::{ApiError, Id};

use super::write::{ids, written};
use crate::series::{operation::SeriesOperation, record::BookingSeries, released::offer_released, steps, undo};

/// Removes the last bookings that were made; when none is left, the operation has ended.
///
/// # Errors
/// 409 `version_conflict` when others changed the same; 503 when it cannot be done now.
pub async fn step(
    call: &Call,
    series: &Record<BookingSeries>,
    operation: &SeriesOperation,
) -> Result<Record<BookingSeries>, ApiError> {
    let mut body = series.body.clone();
    if operation.made == 0 {
        body.operation = Some(operation.ended(operation.progress.undone(call.now)));
        body.provisional_until = None;
        return written(call, call.transaction(), series, body).await;
    }
    let last = operation.groups.iter().take(operation.next).rev().find(|group| **group != 0).copied();
    let from = operation.made - last.unwrap_or(operation.made).min(operation.made);
    let some = last_together(call, ids(&series.body, from, operation.made)).await?;
    let remove = |booking: &Record<Booking>| undo::removed(call, &booking.body).map(Some);
    let step = steps::prepare(call, &some, &remove).await?;
    let mut after = operation.clone();
    after.progress.updated_at = call.now;
    after.forget_last(some.len());
    body.operation = Some(after);
    let written = written(call, step.transaction, series, body).await?;
    offer_released(call, &step.freed).await;
    Ok(written)
}

/// Of these bookings the last ones, as many as can be removed in one transaction: removing one takes more of it than
/// making it did. Those that are gone already count among them.
async fn last_together(call: &Call, mut some: Vec<Id<Booking>>) -> Result<Vec<Id<Booking>>, ApiError> {
    let mut found = call.store.find_all(&call.caller.tenant, &some).await?;
    found.sort_by_key(|booking: &Record<Booking>| some.iter().position(|id| *id == booking.id));
    let mut runs = steps::split_into_runs(call, &found).await?;
    let last = runs.pop().filter(|_| !runs.is_empty());
    let first = last.and_then(|run| run.first().copied());
    match first.and_then(|first| some.iter().position(|id| *id == first)) {
        Some(position) => Ok(some.split_off(position)),
        None => Ok(some),
    }
}
