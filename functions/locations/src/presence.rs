//! Who is there by a booking. Pure: no IO.

use std::iter::Sum;

use scheduling::{Booking, booking::BookingStatus};
use schemars::JsonSchema;
use serde::Serialize;
use values::Timestamp;

/// Numbers of people and bookings at an instant, those checked in and those expected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Presence {
    /// People of bookings that are checked in, not checked out and not over.
    people_checked_in: i64,
    /// Bookings that are checked in, not checked out and not over.
    bookings_checked_in: u64,
    /// People of bookings that are under way without check-in.
    people_expected: i64,
    /// Bookings that are under way without check-in.
    bookings_expected: u64,
}

impl Presence {
    /// People of bookings that are checked in.
    #[must_use]
    pub const fn people_checked_in(self) -> i64 {
        self.people_checked_in
    }

    /// Whether at least one booking is checked in.
    #[must_use]
    pub const fn is_checked_in(self) -> bool {
        self.bookings_checked_in > 0
    }

    /// The people of this booking who are there at `now`; `None` when it is not confirmed, has not begun, is over, or
    /// they have left.
    #[must_use]
    pub fn of(booking: &Booking, now: Timestamp) -> Option<Self> {
        if booking.status(now) != BookingStatus::Confirmed || booking.checked_out_at.is_some() {
            return None;
        }
        if booking.checked_in_at.is_some() {
            return Some(Self { people_checked_in: booking.attendees, bookings_checked_in: 1, ..Self::default() });
        }
        (booking.start <= now).then(|| Self {
            people_expected: booking.attendees,
            bookings_expected: 1,
            ..Self::default()
        })
    }
}

impl Sum for Presence {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |sum, one| Self {
            people_checked_in: sum.people_checked_in + one.people_checked_in,
            bookings_checked_in: sum.bookings_checked_in + one.bookings_checked_in,
            people_expected: sum.people_expected + one.people_expected,
            bookings_expected: sum.bookings_expected + one.bookings_expected,
        })
    }
}
