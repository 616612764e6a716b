//! What becomes of the bookings of a location that is inactive.

use scheduling::{
    location_resources::LocationResources, operator_cancellation, slot::SlotKind, upcoming::ahead_of_all,
};
use shared::{
    ApiError,
    api::{Call, retried},
    domain::{Id, Location, LongText},
};

/// Cancels every booking at an inactive location that has not ended, one after the other; sending the request again
/// finishes what was left.
///
/// # Errors
/// Only when the store fails.
pub async fn cancel_bookings(call: &Call, id: Id<Location>) -> Result<(), ApiError> {
    let resources = retried(call, || LocationResources::load(call, id)).await?;
    let comment = LongText::new("The location is no longer available.");
    for slot in ahead_of_all(call, &resources.records).await? {
        if slot.kind == SlotKind::Booking {
            operator_cancellation::cancel(call, Id::new(slot.id), &comment).await?;
        }
    }
    Ok(())
}
