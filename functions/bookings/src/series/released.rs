//! What happens when a series gives time back.

use scheduling::Booking;
use shared::{api::Call, domain::Record};

use crate::waitlist::offer::{FreedTime, offer_freed};

/// Called after the time of these bookings has become free, with the bookings as they were before: cancelled, moved
/// elsewhere, or never come to stand. The one place where time that a series frees is offered to those who wait.
pub async fn released(call: &Call, bookings: &[Record<Booking>]) {
    let of =
        |booking: &Record<Booking>| FreedTime::of(booking.body.location_id, &booking.body.taken, booking.body.period());
    offer_freed(call, &bookings.iter().filter_map(of).collect::<Vec<_>>()).await;
}
