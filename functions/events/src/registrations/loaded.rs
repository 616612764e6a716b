//! A registration that is about to be changed, with its event.

use shared::api::Call;
use store::Record;
use values::{ApiError, Id};

use crate::records::{
    event::Event,
    registration::{EventFacts, EventRegistration},
    registration_state::RegistrationStatus,
};

/// A registration with its event.
#[derive(Debug)]
pub struct Loaded {
    /// The registration, as it was read, in a version that `If-Match` allows.
    pub before: Record<EventRegistration>,
    /// Event that the registration is for.
    pub event: Record<Event>,
    /// State at the moment of the request: pending or confirmed.
    pub status: RegistrationStatus,
}

/// Reads a registration that is to be changed.
///
/// # Errors
/// 404, 412; 409 `invalid_state` when it has ended, whose event may be gone.
pub async fn load(call: &Call, id: Id<EventRegistration>) -> Result<Loaded, ApiError> {
    let mut before = call.get_for_change(id).await?;
    let live = [RegistrationStatus::Pending, RegistrationStatus::Confirmed];
    before.body.status_at(call.now).require(&live)?;
    let event = call.get(before.body.event_id).await?;
    before.body.event = Some(EventFacts::of(&event.body));
    let status = before.body.status_at(call.now);
    status.require(&live)?;
    Ok(Loaded { before, event, status })
}
