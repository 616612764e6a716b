//! The steps that change or cancel bookings of a series that stands. What is changed stays changed: a change of time
//! that is judged for all together may lose some of it to others meanwhile, as one that a request does in several
//! transactions.

use scheduling::Booking;
use shared::api::Call;
use store::Record;
use values::{
    ApiError, Id,
    operation::{OperationStatus, is_final},
};

use super::write::written;
use crate::series::{
    cancelling::cancelled_as_asked,
    operation::{Asked, CancelAsked, Changing, SeriesOperation, Unmoved},
    patch::BookingSeriesPatch,
    record::{BookingSeries, SeriesState, Skipped},
    released::offer_released,
    shift::{
        Shift,
        runs::{Done, Stayed},
    },
    steps::{self, Step},
    waitlist,
};

/// Does the next step. What refuses it for good ends the operation; what was changed until then stays.
///
/// # Errors
/// 409 `version_conflict` when others changed the same; 503 when it cannot be done now.
pub async fn step_or_end(
    call: &Call,
    series: &Record<BookingSeries>,
    operation: &SeriesOperation,
    change: &Changing,
) -> Result<Record<BookingSeries>, ApiError> {
    let stepped = if operation.is_passed() {
        next_pass_or_end(call, series, operation, change).await
    } else {
        step(call, series, operation, change).await
    };
    match stepped {
        Err(error) if is_final(&error) => {
            let progress = operation.progress.given_up(Some(&error), call.now).undone(call.now);
            let body = BookingSeries { operation: Some(operation.ended(progress)), ..series.body.clone() };
            written(call, call.transaction(), series, body).await
        }
        stepped => stepped,
    }
}

async fn step(
    call: &Call,
    series: &Record<BookingSeries>,
    operation: &SeriesOperation,
    change: &Changing,
) -> Result<Record<BookingSeries>, ApiError> {
    let from = operation.groups.iter().take(operation.next).sum();
    let places = change.places.iter().skip(from).take(operation.group());
    let all = series.body.booking_ids();
    let some: Vec<Id<Booking>> = places.filter_map(|place| all.get(*place).copied()).collect();
    let (step, moved) = match &change.asked {
        Asked::Cancel(asked) => (cancelled(call, series, operation, (asked, &some)).await?, None),
        Asked::Update(asked) => {
            let patch = &BookingSeriesPatch::of(asked);
            if patch.moves() {
                let (step, done) = Shift { call, patch, series }.prepared(&some).await?;
                (step, Some(done))
            } else {
                (steps::prepare(call, &some, &|booking: &_| Ok(patch.rewords(booking))).await?, None)
            }
        }
    };
    let mut after = operation.stepped(call.now);
    after.next = operation.next + 1;
    after.made += moved.as_ref().map_or(some.len(), |done| done.moved.len());
    after.change = Some(after_step(change, &series.body, moved.as_ref()));
    let mut body = BookingSeries { operation: Some(after), ..series.body.clone() };
    body.start_at(moved.as_ref().map_or(&[], |done| &done.moved));
    if change.ends_series() {
        body.state = SeriesState::Cancelled;
    }
    let written = written(call, step.transaction, series, body).await?;
    offer_released(call, &step.freed).await;
    Ok(written)
}

/// Cancels bookings as of the moment at which that was asked for: the fee is the one of then. First what waits for the
/// series leaves the waiting list.
async fn cancelled(
    call: &Call,
    series: &Record<BookingSeries>,
    operation: &SeriesOperation,
    (asked, some): (&CancelAsked, &[Id<Booking>]),
) -> Result<Step, ApiError> {
    if let Some(from) = asked.from.filter(|_| operation.next == 0) {
        waitlist::leave(call, &series.body, from).await?;
    }
    let at = operation.progress.created_at;
    steps::prepare(call, some, &|booking: &_| Ok(cancelled_as_asked(asked, booking, at))).await
}

/// A change after a step, with what became of bookings that were to be moved.
fn after_step(changing: &Changing, series: &BookingSeries, moved: Option<&Done>) -> Changing {
    let mut after = changing.clone();
    if let Some(done) = moved {
        after.has_moved |= !done.moved.is_empty();
        after.refused.extend(done.refused.iter().filter_map(|stayed| unmoved(series, stayed)));
    }
    after
}

fn unmoved(series: &BookingSeries, stayed: &Stayed) -> Option<Unmoved> {
    let Skipped { start, reason, .. } = Skipped::of(stayed.start, &stayed.error);
    Some(Unmoved { place: series.place_of(stayed.id)?, start, reason })
}

/// Begins another pass through what was refused, or ends the operation. A booking that was refused because of another
/// one of the series may fit after that one has moved.
async fn next_pass_or_end(
    call: &Call,
    series: &Record<BookingSeries>,
    operation: &SeriesOperation,
    change: &Changing,
) -> Result<Record<BookingSeries>, ApiError> {
    let mut body = series.body.clone();
    if change.has_moved && !change.refused.is_empty() {
        let places: Vec<usize> = change.refused.iter().map(|unmoved| unmoved.place).collect();
        let groups = vec![1; places.len()];
        let changing = Changing { places, refused: Vec::new(), has_moved: false, ..change.clone() };
        let after = operation.stepped(call.now);
        body.operation = Some(SeriesOperation { groups, next: 0, change: Some(changing), ..after });
        return written(call, call.transaction(), series, body).await;
    }
    if let Asked::Update(asked) = &change.asked {
        body = BookingSeriesPatch::of(asked).described(&body);
    }
    body.skipped
        .extend(change.refused.iter().map(|unmoved| Skipped::for_reason(unmoved.start, unmoved.reason.clone())));
    body.skipped.sort_by_key(|skipped| skipped.start);
    body.operation = Some(operation.ended(operation.progress.stepped(OperationStatus::Succeeded, call.now)));
    written(call, call.transaction(), series, body).await
}
