//! What a late change leaves of a cancellation fee and of a price: a booking that costs a fee to cancel does not get
//! out of it by moving (`docs/areas/bookings.md`, 47).

use serde::{Deserialize, Serialize};
use values::{Percent, Timestamp};

use crate::{
    booking::{
        Booking, CancellationReason,
        cancellation::{fee_minor, fee_window_open, units_percent},
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
    /// What part of its credits or day passes, of a booking without a price in money.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub units_percent: Percent,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
fn is_nothing(percent: &Percent) -> bool {
    *percent == Percent::ZERO
}

/// The least that a cancellation costs once `before` is moved: what it costs now, or cost at an earlier move, whose
/// price a cheaper one in between does not lower. A booking that has begun is not cancelled any more.
#[must_use]
pub fn kept_fee(before: &Booking, now: Timestamp) -> Option<LateFee> {
    if before.start <= now || !fee_window_open(before, now) {
        return before.late_fee;
    }
    let earlier = before.late_fee.unwrap_or(LateFee { at: now, fee_minor: 0, units_percent: Percent::ZERO });
    let is_free = before.price.total_minor == 0;
    let percent = if is_free { units_percent(before, CancellationReason::Customer, now) } else { Percent::ZERO };
    Some(LateFee {
        fee_minor: fee_minor(before, now, false).max(earlier.fee_minor),
        units_percent: percent.max(earlier.units_percent),
        ..earlier
    })
}

/// Whether a booking that is moved, which would cost `price` now, keeps the price it has: while a cancellation costs a
/// fee, and once it has begun, it does not get cheaper. What was agreed then stays, with all its lines.
#[must_use]
pub fn keeps_price(before: &Booking, price: &PriceBreakdown, now: Timestamp) -> bool {
    price.total_minor < before.price.total_minor && is_late(before, now)
}

/// Whether a cancellation costs a fee, or the booking has begun: then it does not get cheaper by a move.
#[must_use]
pub fn is_late(before: &Booking, now: Timestamp) -> bool {
    before.start <= now || fee_window_open(before, now)
}
