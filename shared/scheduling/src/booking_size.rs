//! How much of a transaction a booking takes: DynamoDB allows 4 MB and 100 actions.

use store::Record;

use crate::booking::Booking;

/// Three quarters of DynamoDB's 4 MB, because sizes are estimated.
pub const BYTES_MAX: usize = 3_000_000;
/// A byte of text counts so often, for what it costs: 1 KB, written with its index entries, takes up to 24 capacity
/// units of the 5,000 that one request or step may.
const TEXT_WEIGHT: usize = 16;
/// Estimated sizes of a slot in a day item and of a booking with its index entries; rather too large than too small.
const SLOT_BYTES: usize = 200;
const BOOKING_BYTES: usize = 4_000;

/// Items in which a booking is stored: once for each of its resources.
#[must_use]
pub fn items(booking: &Booking) -> usize {
    1 + booking.additional_resource_ids.len()
}

/// Actions that settling the bookings of one transaction needs once: the wallet with what has expired of it, the
/// counter of who spends a company's credits, the mark of the first item of a location, and a credit note.
pub const SETTLING_ACTIONS: usize = 18;
/// Actions that settling one more booking needs: a posting with its journal entry, or an item with the name of its
/// source.
const SETTLED_ACTIONS: usize = 4;

/// Whether settling it may write anything.
#[must_use]
pub const fn is_settled(booking: &Booking) -> bool {
    booking.payment.is_some()
}

/// Actions that a booking needs besides its days: its items, and its settlement.
#[must_use]
pub fn actions(booking: &Booking) -> usize {
    items(booking) + if is_settled(booking) { SETTLED_ACTIONS } else { 0 }
}

/// Actions that cancelling it needs besides its days: those, and the item by which cancelled bookings are found.
#[must_use]
pub fn cancelling_actions(booking: &Booking) -> usize {
    actions(booking) + 1
}

/// Estimated size of a booking and of the day items it stands in, which have so many slots together.
#[must_use]
pub fn bytes(booking: &Record<Booking>, slots: usize) -> usize {
    items(&booking.body) * (BOOKING_BYTES + TEXT_WEIGHT * text_bytes(booking)) + slots * SLOT_BYTES
}

/// Bytes of what people and clients wrote on a booking, as each of its items has it.
#[must_use]
pub fn text_bytes(booking: &Record<Booking>) -> usize {
    booking.body.notes.as_str().len() + booking.body.title.as_str().len() + booking.metadata.bytes()
}
