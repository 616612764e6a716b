//! What becomes of the bookings of a location that is inactive (`docs/areas/locations.md`).

use future_bookings::{
    carry_on::{self, CarriesOut},
    operator_cancellation,
};
use records::{Location, RecordOperation, RecordTask};
use scheduling::{Booking, location_resources::LocationResources, slot::SlotKind, upcoming::read_ahead_of_all};
use shared::{
    api::{Call, retry},
    due::DueWork,
};
use store::Record;
use values::{ApiError, Id, LongText};

/// What falls due in this area, and what is then done.
#[must_use]
pub fn due_work() -> Vec<DueWork> {
    vec![DueWork::of(|call, id| async move { carry_on::carry_on::<Deactivation>(&call, id).await })]
}

/// Cancels every booking at an inactive location that has not ended; sending the request again finishes what was left.
///
/// # Errors
/// Only when the store fails.
pub async fn cancel_bookings(call: &Call, id: Id<Location>) -> Result<(), ApiError> {
    let comment = LongText::new(Deactivation::COMMENT);
    operator_cancellation::cancel_by_ids(call, &ids(call, id).await?, &comment).await
}

/// What cancels the bookings at a location in steps, when one request may not do it.
///
/// # Errors
/// Only when the store fails.
pub async fn in_steps(call: &Call, id: Id<Location>) -> Result<Option<RecordOperation>, ApiError> {
    operator_cancellation::in_steps(call, RecordTask::DeactivateLocation, &ids(call, id).await?).await
}

/// Bookings of all resources that have not ended, earliest first.
async fn ids(call: &Call, id: Id<Location>) -> Result<Vec<Id<Booking>>, ApiError> {
    let resources = retry(call, || LocationResources::load(call, id)).await?;
    let ahead = read_ahead_of_all(call, &resources.records).await?;
    Ok(ahead.iter().filter(|slot| slot.kind == SlotKind::Booking).map(|slot| Id::new(slot.id)).collect())
}

/// A location that is inactive, whose bookings are cancelled.
struct Deactivation;

impl CarriesOut for Deactivation {
    type Of = Location;
    const COMMENT: &str = "The location is no longer available.";

    async fn find_first(call: &Call, id: Id<Location>) -> Result<Vec<Record<Booking>>, ApiError> {
        operator_cancellation::find_first(call, &ids(call, id).await?).await
    }

    async fn finish(call: &Call, location: &Record<Location>, operation: &RecordOperation) -> Result<(), ApiError> {
        carry_on::write(call, call.transaction(), location, operation.succeeded(call.now)).await.map(drop)
    }
}
