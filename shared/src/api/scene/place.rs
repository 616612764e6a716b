//! What a booking has in its calendars: found, kept and freed.

use chrono::NaiveDate;
use uuid::Uuid;

use crate::{
    api::{Call, frequency},
    domain::{
        Booking, Id, Record, Resource, Timestamp,
        booking::{BookingState, TakenResource},
    },
    error::{ApiError, TimeConflict},
    store::{
        Transaction,
        calendar::{Calendar, Taken},
    },
};

/// The calendars that hold a booking, read for a change that needs no new time.
pub async fn calendar_of(call: &Call, booking: &Booking) -> Result<Calendar, ApiError> {
    Ok(call.store.calendar(&call.caller.tenant, days_of(booking)).await?)
}

/// Every resource and day whose item holds a booking.
#[must_use]
pub fn days_of(booking: &Booking) -> Vec<(Uuid, NaiveDate)> {
    let ids: Vec<_> = booking.taken.iter().map(|taken| taken.resource_id).collect();
    each_day(&ids, &booking.days())
}

/// Frees what a booking holds.
pub fn free(calendar: &mut Calendar, booking: &Record<Booking>, now: Timestamp) {
    for taken in &booking.body.taken {
        calendar.free(taken.resource_id, booking.id.uuid(), &booking.body.days(), now);
    }
}

/// Brings a booking's calendars along with a change that takes no new time: what ends is freed, what goes on keeps its
/// place.
pub async fn follow(
    call: &Call,
    transaction: &mut Transaction,
    before: &Record<Booking>,
    after: &Booking,
) -> Result<(), ApiError> {
    let mut calendar = calendar_of(call, &before.body).await?;
    if after.state == BookingState::Cancelled {
        free(&mut calendar, before, call.now);
    } else if let Err(lost) = keep(&mut calendar, before, after, call.now) {
        // Not in its calendars: moved or ended since it was read, or its place is really lost.
        return Err(call.refused_on(before, lost).await);
    }
    calendar.write(transaction);
    frequency::follow(call, transaction, before.id.uuid(), &before.body, after).await
}

/// Keeps what a booking holds under its next version; its end may have come forward, nothing else about its time.
pub fn keep(
    calendar: &mut Calendar,
    before: &Record<Booking>,
    after: &Booking,
    now: Timestamp,
) -> Result<(), ApiError> {
    let old_days = before.body.days();
    for TakenResource { resource_id, units } in &before.body.taken {
        calendar
            .keep(*resource_id, &old_days, &after.slot(before.id.uuid(), *units), now)
            .map_err(|taken| conflict(*resource_id, taken))?;
    }
    Ok(())
}

/// 409 with the interval that is in the way.
#[must_use]
pub fn conflict(resource: Id<Resource>, taken: Taken) -> ApiError {
    ApiError::booking_conflict(TimeConflict {
        resource_id: resource.cast(),
        start_time: taken.period.start(),
        end_time: taken.period.end(),
    })
}

/// Each day of each resource.
pub(super) fn each_day(ids: &[Id<Resource>], days: &[NaiveDate]) -> Vec<(Uuid, NaiveDate)> {
    ids.iter().flat_map(|id| days.iter().map(|day| (id.uuid(), *day))).collect()
}
