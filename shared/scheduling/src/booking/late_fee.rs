//! What a late change leaves of a cancellation fee and of a price: a booking that costs a fee to cancel does not get out of
//! it by moving (`docs/AREAS.md`, Bookings 47).

use serde::{Deserialize, Serialize};
use shared::domain::Timestamp;

use crate::{
    booking::{
        Booking,
        cancellation::{fee_minor, fee_window_open},
    },
    booking_price::PriceBreakdown,
};

/// What a cancellation cost when a booking was moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LateFee {
    /// Since when it costs something.
    pub at: Timestamp,
    /// How much, in minor units.
    pub fee_minor: i64,
}

/// The least that a cancellation costs once `before` is moved: what it costs now, or cost at an earlier move, whose price a
/// cheaper one in between does not lower. A booking that has begun is not cancelled any more.
#[must_use]
pub fn kept_fee(before: &Booking, now: Timestamp) -> Option<LateFee> {
    let fee_minor = if now < before.start { fee_minor(before, now, false) } else { 0 };
    if fee_minor == 0 {
        return before.late_fee;
    }
    let earlier = before.late_fee.unwrap_or(LateFee { at: now, fee_minor: 0 });
    Some(LateFee { fee_minor: fee_minor.max(earlier.fee_minor), ..earlier })
}

/// The price of a booking that is moved, which would cost `price` now. While a cancellation costs a fee, and once it has begun,
/// it does not get cheaper: what was agreed stays, with all its lines.
#[must_use]
pub fn kept_price(before: &Booking, price: PriceBreakdown, now: Timestamp) -> PriceBreakdown {
    let is_cheaper = price.total_minor < before.price.total_minor;
    if is_cheaper && is_late(before, now) { before.price.clone() } else { price }
}

/// Whether a cancellation costs a fee, or the booking has begun: then it does not get cheaper by a move.
#[must_use]
pub fn is_late(before: &Booking, now: Timestamp) -> bool {
    before.start <= now || fee_window_open(before, now)
}
