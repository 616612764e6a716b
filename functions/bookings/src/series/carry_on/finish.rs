//! The steps after a series has become active: its bookings become final, and what waits for its occurrences is entered
//! on the waiting list.

use scheduling::Booking;
use shared::api::Call;
use store::Record;
use values::{ApiError, Timestamp, operation::OperationStatus};

use super::write::{ids, written};
use crate::series::{operation::SeriesOperation, record::BookingSeries, resume, steps, waitlist};

/// Does the next of them.
///
/// # Errors
/// 409 `version_conflict` when others changed the same; 503 when it cannot be done now.
pub async fn step(
    call: &Call,
    series: &Record<BookingSeries>,
    operation: &SeriesOperation,
) -> Result<Record<BookingSeries>, ApiError> {
    match series.body.provisional_until {
        Some(until) if !operation.is_passed() => settle(call, series, operation, until).await,
        _ => end(call, series, operation).await,
    }
}

/// Makes the bookings of the next occurrences final. Bookings that expired before are taken again if their time is
/// free.
async fn settle(
    call: &Call,
    series: &Record<BookingSeries>,
    operation: &SeriesOperation,
    until: Timestamp,
) -> Result<Record<BookingSeries>, ApiError> {
    let (from, count) = (operation.settled, operation.group());
    let some = ids(&series.body, from, from + count);
    let mut after = operation.stepped(call.now);
    let mut body = series.body.clone();
    (after.next, after.settled) = (operation.next + 1, from + count);
    if call.now < until {
        let change = |booking: &Record<Booking>| Ok(resume::made_final(booking, series, until, call.now));
        let step = steps::prepare(call, &some, &change).await?;
        body.operation = Some(after);
        return written(call, step.transaction, series, body).await;
    }
    let lost = resume::take_again(call, series, &some, until).await?;
    after.made -= lost.len();
    after.settled -= lost.len();
    body.operation = Some(after);
    body.lose(&lost);
    written(call, call.transaction(), series, body).await
}

/// Makes the next entries on the waiting list; when none is left, the operation has succeeded.
async fn end(
    call: &Call,
    series: &Record<BookingSeries>,
    operation: &SeriesOperation,
) -> Result<Record<BookingSeries>, ApiError> {
    let (mut body, mut transaction) = (series.body.clone(), call.transaction());
    let mut after = operation.stepped(call.now);
    if waitlist::is_left(&body) {
        waitlist::make(call, &mut transaction, series.id, &mut body).await?;
    } else {
        body.provisional_until = None;
        after = operation.ended(operation.progress.stepped(OperationStatus::Succeeded, call.now));
    }
    body.operation = Some(after);
    written(call, transaction, series, body).await
}
