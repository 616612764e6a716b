//! Which bookings of a series a change is about.

use scheduling::{
    Booking,
    booking::{BookingStatus, SeriesKind},
};
use shared::api::Call;
use store::Record;
use values::{ApiError, ErrorCode, Id, Timestamp};

use super::{
    record::{BookingSeries, SeriesStatus},
    resume,
    scope_of_change::SeriesScope,
};

/// A series that is to be changed, with those of its bookings that the change is about.
#[derive(Debug)]
pub struct Subject {
    /// The series, finished, in a version that the request allows.
    pub series: Record<BookingSeries>,
    /// Its bookings in scope that are pending or confirmed, by their starts.
    pub live: Vec<Record<Booking>>,
    /// From when on all of the series is in scope; never with `this`.
    pub from: Option<Timestamp>,
}

/// Reads a series that is to be changed; one that is unfinished is finished first.
///
/// # Errors
/// 404, 412, 409 for one that never came to stand, and 422 when `booking_id` does not fit the scope.
pub async fn read_subject(
    call: &Call,
    id: Id<BookingSeries>,
    scope: SeriesScope,
    booking_id: Option<Id<Booking>>,
) -> Result<Subject, ApiError> {
    let mut series = call.get(id).await?;
    if resume::is_unfinished(&series.body) && series.body.open_operation().is_none() {
        resume::resume(call, id.cast::<SeriesKind>()).await?;
        series = call.get(id).await?;
    }
    call.check_version(&series)?;
    series.body.check_idle()?;
    check_stands(&series.body, call.now)?;
    check_booking(&series.body, scope, booking_id)?;
    let mut live = call.store.find_all(&call.caller.tenant, &series.body.booking_ids()).await?;
    live.sort_by_key(|booking: &Record<Booking>| (booking.body.start, booking.id.uuid()));
    let named = booking_id.and_then(|id| live.iter().find(|booking| booking.id == id));
    let from = match scope {
        SeriesScope::This => None,
        SeriesScope::ThisAndFollowing => named.map(|named| named.body.start),
        SeriesScope::All => Some(Timestamp::EPOCH),
    };
    live.retain(|booking| is_live(booking, call.now));
    live.retain(|booking| match scope {
        SeriesScope::This => Some(booking.id) == booking_id,
        SeriesScope::ThisAndFollowing | SeriesScope::All => from.is_some_and(|from| from <= booking.body.start),
    });
    Ok(Subject { series, live, from })
}

fn check_stands(series: &BookingSeries, now: Timestamp) -> Result<(), ApiError> {
    let message = match series.status(now) {
        SeriesStatus::Active | SeriesStatus::Cancelled => return Ok(()),
        SeriesStatus::Forming => "the series is being made",
        SeriesStatus::Failed => "the series never came to stand",
    };
    Err(ApiError::conflict(ErrorCode::InvalidState, message))
}

fn check_booking(series: &BookingSeries, scope: SeriesScope, booking_id: Option<Id<Booking>>) -> Result<(), ApiError> {
    match (scope, booking_id) {
        (SeriesScope::This | SeriesScope::ThisAndFollowing, None) => {
            Err(ApiError::rule("booking_id", "required_for_scope", "the scope needs a booking of the series"))
        }
        (_, Some(id)) if !series.booking_ids().contains(&id) => {
            Err(ApiError::rule("booking_id", "not_of_series", "the booking does not belong to the series"))
        }
        (SeriesScope::This | SeriesScope::ThisAndFollowing | SeriesScope::All, _) => Ok(()),
    }
}

/// Whether a booking is pending or confirmed.
#[must_use]
pub fn is_live(booking: &Record<Booking>, now: Timestamp) -> bool {
    matches!(booking.body.status(now), BookingStatus::Pending | BookingStatus::Confirmed)
}

/// 409: there is nothing in scope that could be changed.
#[must_use]
pub fn nothing_left(action: &str) -> ApiError {
    ApiError::conflict(ErrorCode::InvalidState, format!("no booking in scope is left to be {action}"))
}
