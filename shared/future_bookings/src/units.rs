//! What changing many bookings costs, in capacity units, estimated before anything is written: one request may do what
//! costs at most [`shared::api::UNITS_MAX`].
//!
//! The figures are what `docs/OPERATION-COSTS.md` shows of the largest legal inputs, divided by what they write, and
//! rather too large than too small: a booking is stored with its index entries once for each of its resources, and
//! stands in a day item of each resource and day.

use scheduling::{Booking, booking_settlement::find_invoiced, booking_size, booking_slots};
use store::Record;
use values::ApiError;
use work::UnitOfWork;

/// Units of a booking that stands on an invoice, besides the others: it is settled alone, by a credit note.
const INVOICED_UNITS: u64 = 220;

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

    /// Units of doing it with these bookings, of which so many stand on an invoice.
    #[must_use]
    pub fn cost(self, bookings: &[Record<Booking>], invoiced: usize) -> u64 {
        let of_bookings: u64 = bookings.iter().map(|booking| self.cost_of(booking)).sum();
        of_bookings + number(invoiced) * INVOICED_UNITS
    }

    fn cost_of(self, booking: &Record<Booking>) -> u64 {
        let units = self.units();
        let items = number(booking_size::items(&booking.body)) * kilobytes(booking);
        let days = number(booking_slots::days_of(&booking.body).len());
        let settling = if booking_size::is_settled(&booking.body) { units.settling } else { 0 };
        units.booking + items * units.item + days * units.day + settling
    }
}

/// Units of cancelling these bookings.
///
/// # Errors
/// 503 when it cannot be read which of them stand on an invoice.
pub async fn cost_of_cancelling(work: &UnitOfWork, bookings: &[Record<Booking>]) -> Result<u64, ApiError> {
    let invoiced = find_invoiced(work, bookings).await?.len();
    Ok(Doing::Cancel.cost(bookings, invoiced))
}

/// How many KB an item of a booking has: one without long texts.
fn kilobytes(booking: &Record<Booking>) -> u64 {
    1 + number(booking_size::text_bytes(booking) / 1_024)
}

fn number(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}
