//! What a booking has in its calendars: found, kept and freed.

use chrono::NaiveDate;
use shared::{
    UnitOfWork,
    domain::{Record, Timestamp},
    error::ApiError,
    store::Transaction,
};
use uuid::Uuid;

use crate::{
    booking::{Booking, BookingState, TakenResource},
    booking_frequency,
    calendar::{Calendar, each_day},
};

/// The calendars that hold a booking, read for a change that needs no new time.
pub async fn calendar_of(work: &UnitOfWork, booking: &Booking) -> Result<Calendar, ApiError> {
    Ok(Calendar::of_days(work, days_of(booking)).await?)
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

/// Updates the calendars after a change of a booking that takes no new time: a booking that ends is removed from them,
/// one that goes on stays under its next version.
pub async fn update(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    before: &Record<Booking>,
    after: &Booking,
) -> Result<(), ApiError> {
    let mut calendar = calendar_of(work, &before.body).await?;
    if after.state == BookingState::Cancelled {
        free(&mut calendar, before, work.now);
    } else if let Err(lost) = keep(&mut calendar, before, after, work.now) {
        // Not in its calendars: moved or ended since it was read, or its place is really lost.
        return Err(work.refused_on(before, lost).await);
    }
    calendar.write(transaction);
    booking_frequency::update(work, transaction, before.id.uuid(), &before.body, after).await
}

/// Keeps the time of a booking in its calendars under its next version. The end may be earlier than before; nothing
/// else about its time may differ.
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
            .map_err(|conflict| conflict.on(*resource_id))?;
    }
    Ok(())
}
