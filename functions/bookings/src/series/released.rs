//! What happens when a series gives time back.

use shared::{
    api::Call,
    domain::{Booking, Record},
};

/// Called after the time of these bookings has become free, with the bookings as they were before: cancelled, moved
/// elsewhere, or never come to stand. The one place where time that a series frees is offered to those who wait.
pub async fn released(_call: &Call, _bookings: &[Record<Booking>]) {}
