//! What changing many bookings costs, in capacity units, estimated before anything is written: whether one request
//! may do it ([`UNITS_MAX`]).
//!
//! The figures are what `docs/OPERATION-COSTS.md` shows of the largest legal inputs, divided by what they write, and
//! rather too large than too small: a booking is stored with its index entries once for each of its resources, and
//! stands in a day item of each resource and day.

use scheduling::{Booking, booking_size, booking_slots};
use shared::api::UNITS_MAX;

/// What is done with each booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doing {
    /// It is made without being final, and then made final.
    Make,
    /// It gets another time of its day.
    Move,
    /// It gets other words.
    Reword,
    /// It is cancelled, and its time becomes free.
    Cancel,
}

/// Units of one booking: those that it costs in any case, those of each item of 1 KB, those of each day item, and those
/// of what is owed for it.
#[derive(Clone, Copy, Debug)]
struct Units {
    booking: u64,
    item: u64,
    day: u64,
    settling: u64,
}

impl Doing {
    const fn units(self) -> Units {
        match self {
            Self::Make => Units { booking: 9, item: 24, day: 8, settling: 24 },
            Self::Move => Units { booking: 9, item: 12, day: 8, settling: 12 },
            Self::Reword => Units { booking: 4, item: 12, day: 0, settling: 0 },
            Self::Cancel => Units { booking: 10, item: 11, day: 4, settling: 24 },
        }
    }

    /// Units of doing it with these bookings.
    #[must_use]
    pub fn cost<'a>(self, bookings: impl IntoIterator<Item = &'a Booking>) -> u64 {
        bookings.into_iter().map(|booking| self.cost_of(booking)).sum()
    }

    /// Whether it is too much for one request.
    #[must_use]
    pub fn is_long<'a>(self, bookings: impl IntoIterator<Item = &'a Booking>) -> bool {
        UNITS_MAX < self.cost(bookings)
    }

    fn cost_of(self, booking: &Booking) -> u64 {
        let units = self.units();
        let number = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        let items = number(booking_size::items(booking)) * kilobytes(booking);
        let days = number(booking_slots::days_of(booking).len());
        let settling = if booking_size::is_settled(booking) { units.settling } else { 0 };
        units.booking + items * units.item + days * units.day + settling
    }
}

/// How many KB an item of a booking has: one without long texts.
fn kilobytes(booking: &Booking) -> u64 {
    let texts = booking.title.as_str().len() + booking.notes.as_str().len();
    1 + u64::try_from(texts / 1_024).unwrap_or(u64::MAX)
}
