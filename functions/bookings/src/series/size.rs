//! How much of a series one transaction takes: DynamoDB allows 100 actions and 4 MB.

use std::collections::BTreeSet;

use chrono::NaiveDate;
use scheduling::{Booking, Resource, ScheduleSnapshot, booking_size, booking_slots};
use store::{Record, transaction::ACTIONS_MAX};
use uuid::Uuid;
use values::{ApiError, Id};

/// Actions that are neither bookings nor days: the series, the idempotency key, the counter of the customer, the
/// condition on the member who books, a record of free bookings, the condition on what is assigned of a parent, and
/// some to spare.
const OTHER_ACTIONS: usize = 12;

/// Most day items of a whole series. They need thirty to forty transactions, for which one request has time.
const DAYS_MAX: usize = 3_000;

/// Refuses a booking that does not fit one transaction.
///
/// # Errors
/// 422 `too_many_calendar_days`
pub fn check_one(size: Size, snapshot: &ScheduleSnapshot) -> Result<(), ApiError> {
    if size.fits(Room::of(snapshot)) {
        return Ok(());
    }
    let message = "so many resources for so many days do not fit one booking";
    Err(ApiError::rule("additional_resource_ids", "too_many_calendar_days", message))
}

/// Refuses a series that needs more day items than one request can write.
///
/// # Errors
/// 422 `too_many_calendar_days`
pub fn check_days(days: usize) -> Result<(), ApiError> {
    if days <= DAYS_MAX {
        return Ok(());
    }
    let message = format!("so many resources for so many days: a series takes at most {DAYS_MAX} days of calendars");
    Err(ApiError::rule("rule", "too_many_calendar_days", message))
}

/// What a transaction has room for, beside the conditions on the resources of a snapshot.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    actions: usize,
}

/// What one or several bookings need of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    actions: usize,
    bytes: usize,
    /// What settling needs once, if one of them is settled.
    settling: usize,
    /// How many they are, and whether one of them is to be alone in its transaction.
    bookings: usize,
    is_alone: bool,
}

impl Room {
    /// Beside what a snapshot requires when it is written.
    #[must_use]
    pub fn of(snapshot: &ScheduleSnapshot) -> Self {
        Self::beside(snapshot.taken(1).len(), snapshot.asked.len())
    }

    /// Beside one condition on each of so many resources, one on what is assigned of it, and the record of free
    /// bookings of each that is asked for.
    #[must_use]
    pub const fn beside(resources: usize, asked: usize) -> Self {
        Self { actions: ACTIONS_MAX.saturating_sub(OTHER_ACTIONS + 2 * resources + asked - 1) }
    }
}

impl Size {
    /// The size of a booking with its days, before and after the change. A day that two bookings share is counted
    /// twice, which is rather too much than too little.
    #[must_use]
    pub fn of(before: Option<&Record<Booking>>, after: &Record<Booking>, snapshot: &ScheduleSnapshot) -> Self {
        let bodies = before.into_iter().chain([after]).map(|booking| &booking.body);
        let days: BTreeSet<(Uuid, NaiveDate)> = bodies.flat_map(booking_slots::days_of).collect();
        let slots = |(resource, day): &(Uuid, NaiveDate)| {
            snapshot.calendar.slots::<Resource>(Id::new(*resource), &[*day]).len()
        };
        Self::new(after, days.len(), days.iter().map(slots).sum())
    }

    /// A booking with `days` day items that have `slots` slots together.
    #[must_use]
    pub fn new(booking: &Record<Booking>, days: usize, slots: usize) -> Self {
        let bytes = booking_size::bytes(booking, slots + 2 * days);
        let settling = if booking_size::is_settled(&booking.body) { booking_size::SETTLING_ACTIONS } else { 0 };
        let actions = booking_size::actions(&booking.body) + days;
        Self { actions, bytes, settling, bookings: 1, is_alone: false }
    }

    /// The same of a booking that no other one goes with: settling it may issue a credit note.
    #[must_use]
    pub const fn alone(self) -> Self {
        Self { is_alone: true, ..self }
    }

    /// Size of the bookings of both in one transaction.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            actions: self.actions + other.actions,
            bytes: self.bytes + other.bytes,
            settling: if self.settling < other.settling { other.settling } else { self.settling },
            bookings: self.bookings + other.bookings,
            is_alone: self.is_alone || other.is_alone,
        }
    }

    /// Whether there is room for it.
    #[must_use]
    pub const fn fits(self, room: Room) -> bool {
        let is_alone_if_so = !self.is_alone || self.bookings <= 1;
        is_alone_if_so && self.actions + self.settling <= room.actions && self.bytes <= booking_size::BYTES_MAX
    }
}

/// Splits items into groups that each fit one transaction. An item that is too large alone is a group of its own.
pub fn runs<T>(items: Vec<(T, Size)>, room: Room) -> Vec<Vec<T>> {
    let mut runs: Vec<Vec<T>> = Vec::new();
    let mut used = Size::default();
    for (item, size) in items {
        let together = used.plus(size);
        if let Some(run) = runs.last_mut()
            && together.fits(room)
        {
            run.push(item);
            used = together;
        } else {
            runs.push(vec![item]);
            used = size;
        }
    }
    runs
}
