//! What becomes of the bookings of a resource that can no longer be booked.

use scheduling::{Booking, Resource, operator_cancellation, slot::SlotKind, upcoming::read_ahead};
use shared::api::Call;
use values::{ApiError, Id, LongText};

/// Cancels every booking in the resource's calendar that has not ended, many in a transaction. The resource is inactive
/// by now, so that no new one comes; sending the request again finishes what was left.
///
/// # Errors
/// Only when the store fails.
pub async fn cancel_bookings(call: &Call, id: Id<Resource>) -> Result<(), ApiError> {
    let comment = LongText::new("The resource is no longer available.");
    let slots = read_ahead(call, id).await?;
    let booked = slots.iter().filter(|slot| slot.kind == SlotKind::Booking);
    let ids: Vec<Id<Booking>> = booked.map(|slot| Id::new(slot.id)).collect();
    let mut bookings = call.store.find_all(call.tenant(), &ids).await?;
    // Bookings of the same days share day items, and so have to be together.
    bookings.sort_by_key(|booking| (booking.body.start, booking.id.uuid()));
    operator_cancellation::cancel_all(call, &bookings, &comment).await
}
