//! What happens when a series gives time back.

use scheduling::Booking;
use shared::api::Call;
use store::Record;

use crate::waitlist::offer::{FreedTime, offer_freed};

/// Offers the time of bookings of a series to those who wait for it, after it has become free: `bookings` are as they
/// were before they were cancelled, moved or undone. Every change of a series that frees time calls this.
pub async fn offer_released(call: &Call, bookings: &[Record<Booking>]) {
    let of =
        |booking: &Record<Booking>| FreedTime::of(booking.body.location_id, &booking.body.taken, booking.body.period());
    offer_freed(call, &bookings.iter().filter_map(of).collect::<Vec<_>>()).await;
}
