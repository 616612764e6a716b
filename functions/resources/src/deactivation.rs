//! What becomes of the bookings of a resource that can no longer be booked.

use scheduling::{Resource, operator_cancellation, slot::SlotKind, upcoming::ahead};
use shared::{
    ApiError,
    api::Call,
    domain::{Id, LongText},
};

/// Cancels every booking in the resource's calendar that has not ended, one after the other. The resource is inactive by
/// now, so that no new one comes; sending the request again finishes what was left.
///
/// # Errors
/// Only when the store fails.
pub async fn cancel_bookings(call: &Call, id: Id<Resource>) -> Result<(), ApiError> {
    let comment = LongText::new("The resource is no longer available.");
    for slot in ahead(call, id).await? {
        if slot.kind == SlotKind::Booking {
            operator_cancellation::cancel(call, Id::new(slot.id), &comment).await?;
        }
    }
    Ok(())
}
