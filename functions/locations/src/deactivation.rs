//! What becomes of the bookings of a location that is inactive.

use records::Location;
use scheduling::{
    Booking, location_resources::LocationResources, operator_cancellation, slot::SlotKind, upcoming::read_ahead_of_all,
};
use shared::api::{Call, retry};
use values::{ApiError, Id, LongText};

/// Cancels every booking at an inactive location that has not ended; sending the request again finishes what was left.
///
/// # Errors
/// Only when the store fails.
pub async fn cancel_bookings(call: &Call, id: Id<Location>) -> Result<(), ApiError> {
    let resources = retry(call, || LocationResources::load(call, id)).await?;
    let comment = LongText::new("The location is no longer available.");
    let ahead = read_ahead_of_all(call, &resources.records).await?;
    let ids: Vec<Id<Booking>> =
        ahead.iter().filter(|slot| slot.kind == SlotKind::Booking).map(|slot| Id::new(slot.id)).collect();
    let bookings = call.store.find_all(call.tenant(), &ids).await?;
    operator_cancellation::cancel_all(call, &bookings, &comment).await
}
