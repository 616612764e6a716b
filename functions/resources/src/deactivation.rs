//! What becomes of the bookings of a resource that can no longer be booked.

use scheduling::{Resource, operator_cancellation, slot::SlotKind, upcoming::ahead};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::Call,
    domain::{Id, LongText},
};

/// What becomes of bookings that have not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OnFutureBookings {
    /// They are cancelled as the operator cancels, at no fee.
    Cancel,
    /// They stay.
    Keep,
}

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
