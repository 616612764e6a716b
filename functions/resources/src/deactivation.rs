//! What becomes of the bookings of a resource that can no longer be booked (`docs/areas/resources.md`, 9).

use future_bookings::{
    carry_on::{self, CarriesOut},
    operator_cancellation,
};
use records::{RecordOperation, RecordTask};
use scheduling::{Booking, Resource, slot::SlotKind, upcoming::read_ahead};
use shared::{api::Call, due::DueWork};
use store::Record;
use values::{ApiError, Id, LongText};

/// What falls due in this area, and what is then done.
#[must_use]
pub fn due_work() -> Vec<DueWork> {
    vec![DueWork::of(|call, id| async move { carry_on::carry_on::<Deactivation>(&call, id).await })]
}

/// Cancels every booking in the resource's calendar that has not ended, many in a transaction. The resource is inactive
/// by now, so that no new one comes; sending the request again finishes what was left.
///
/// # Errors
/// Only when the store fails.
pub async fn cancel_bookings(call: &Call, id: Id<Resource>) -> Result<(), ApiError> {
    let comment = LongText::new(Deactivation::COMMENT);
    operator_cancellation::cancel_by_ids(call, &ids(call, id).await?, &comment).await
}

/// What cancels the bookings of a resource in steps, when one request may not do it.
///
/// # Errors
/// Only when the store fails.
pub async fn in_steps(call: &Call, id: Id<Resource>) -> Result<Option<RecordOperation>, ApiError> {
    operator_cancellation::in_steps(call, RecordTask::DeactivateResource, &ids(call, id).await?).await
}

async fn ids(call: &Call, id: Id<Resource>) -> Result<Vec<Id<Booking>>, ApiError> {
    let slots = read_ahead(call, id).await?;
    let booked = slots.iter().filter(|slot| slot.kind == SlotKind::Booking);
    Ok(booked.map(|slot| Id::new(slot.id)).collect())
}

/// A resource that is inactive, whose bookings are cancelled.
struct Deactivation;

impl CarriesOut for Deactivation {
    type Of = Resource;
    const COMMENT: &str = "The resource is no longer available.";

    async fn find_first(call: &Call, id: Id<Resource>) -> Result<Vec<Record<Booking>>, ApiError> {
        operator_cancellation::find_first(call, &ids(call, id).await?).await
    }

    async fn finish(call: &Call, resource: &Record<Resource>, operation: &RecordOperation) -> Result<(), ApiError> {
        carry_on::write(call, call.transaction(), resource, operation.succeeded(call.now)).await.map(drop)
    }
}
