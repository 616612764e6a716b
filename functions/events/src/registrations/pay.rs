//! Tell that a registration was paid outside of this service.

use schemars::JsonSchema;
use serde::Deserialize;
use settlement::purchase::is_told_before;
use shared::api::{Body, Call, Changes, Data, PathId, retry};
use store::transaction::version_conflict;
use values::{Id, ShortText};

use super::loaded::load;
use crate::records::{
    registration::EventRegistration,
    registration_state::{RegistrationStatus, TicketPaymentSource},
};

/// A payment that was made outside of this service.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventRegistrationPayment {
    /// What identifies it outside.
    #[serde(default)]
    payment_reference: ShortText,
}

/// Confirms an `external` registration that was paid in time; told again, it changes nothing.
pub async fn pay(
    call: Call,
    PathId(id): PathId<EventRegistration>,
    Body(input): Body<EventRegistrationPayment>,
) -> Changes<EventRegistration> {
    retry(&call, || attempt(&call, id, &input)).await
}

async fn attempt(
    call: &Call,
    id: Id<EventRegistration>,
    input: &EventRegistrationPayment,
) -> Changes<EventRegistration> {
    let loaded = load(call, id).await?;
    let before = loaded.before;
    let mut after = before.body.clone();
    let is_outside = after.payment_source == TicketPaymentSource::External && !after.price.is_free();
    if is_told_before(is_outside, after.paid_at, &after.payment_reference, &input.payment_reference)? {
        return call.unchanged(Data(before));
    }
    after.status = RegistrationStatus::Confirmed;
    after.paid_at = Some(call.now);
    after.payment_reference = input.payment_reference.clone();
    let after = call.next_version(&before, after, None);
    let mut transaction = call.transaction();
    // A payment does not cross with the cancellation of the event.
    transaction.require_still(&loaded.event, "status", &loaded.event.body.status, version_conflict());
    transaction.replace(&before, &after);
    call.commit(transaction, Data(after)).await
}
