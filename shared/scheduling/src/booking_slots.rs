//! What a booking has in its calendars: found, kept and freed.

use chrono::NaiveDate;
use store::{Record, Transaction};
use uuid::Uuid;
use values::{ApiError, Timestamp};
use work::UnitOfWork;

use crate::{
    booking::{Booking, BookingState, taken},
    booking_frequency,
    calendar::Calendar,
};

/// The calendars that hold a booking, read for a change that needs no new time.
pub async fn read_calendar(work: &UnitOfWork, booking: &Booking) -> Result<Calendar, ApiError> {
    Ok(Calendar::read_days(work, days_of(booking)).await?)
}

/// Every resource and day whose item holds a booking.
#[must_use]
pub fn days_of(booking: &Booking) -> Vec<(Uuid, NaiveDate)> {
    taken::days_of(&booking.taken, &booking.slot(Uuid::nil(), 0))
}

/// Frees what a booking holds.
pub fn free(calendar: &mut Calendar, booking: &Record<Booking>, now: Timestamp) {
    for taken in &booking.body.taken {
        let days = taken.slot(booking.body.slot(booking.id.uuid(), 0)).days();
        calendar.free(taken.resource_id, booking.id.uuid(), &days, now);
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
    let mut calendar = read_calendar(work, &before.body).await?;
    if after.state == BookingState::Cancelled {
        free(&mut calendar, before, work.now);
    } else if let Err(lost) = keep(&mut calendar, before, after, work.now) {
        // Not in its calendars: moved or ended since it was read, or its place is really lost.
        return Err(work.explain_refusal(before, lost).await);
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
    let id = before.id.uuid();
    for taken in &before.body.taken {
        let old_days = taken.slot(before.body.slot(id, 0)).days();
        calendar
            .keep(taken.resource_id, &old_days, &taken.slot(after.slot(id, taken.units)), now)
            .map_err(|conflict| conflict.on(taken.resource_id))?;
    }
    Ok(())
}
