//! How much of a transaction a booking takes: DynamoDB allows 4 MB and 100 actions.

use shared::domain::Record;

use crate::booking::Booking;

/// Three quarters of DynamoDB's 4 MB, because sizes are estimated.
pub const BYTES_MAX: usize = 3_000_000;
/// Estimated sizes of a slot in a day item and of a booking with its index entries; rather too large than too small.
const SLOT_BYTES: usize = 200;
const BOOKING_BYTES: usize = 4_000;

/// Items in which a booking is stored: once for each of its resources.
#[must_use]
pub fn items(booking: &Booking) -> usize {
    1 + booking.additional_resource_ids.len()
}

/// Estimated size of a booking and of the day items it stands in, which have so many slots together.
#[must_use]
pub fn bytes(booking: &Record<Booking>, slots: usize) -> usize {
    let texts = booking.body.notes.as_str().len() + booking.body.title.as_str().len();
    items(&booking.body) * (BOOKING_BYTES + texts) + slots * SLOT_BYTES
}
