//! Tell that a registration was paid outside of this service.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError, ErrorCode,
    api::{Body, Call, Changes, Data, PathId, retried},
    domain::{Id, ShortText},
};

use super::loaded::load;
use crate::records::{
    registration::EventRegistration,
    registration_state::{RegistrationStatus, TicketPaymentSource},
};

/// The payment.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventRegistrationPayment {
    /// What identifies it outside.
    #[serde(default)]
    payment_reference: ShortText,
}

/// Pay event registration
pub async fn pay(
    call: Call,
    PathId(id): PathId<EventRegistration>,
    Body(input): Body<EventRegistrationPayment>,
) -> Changes<EventRegistration> {
    retried(&call, || attempt(&call, id, &input)).await
}

async fn attempt(
    call: &Call,
    id: Id<EventRegistration>,
    input: &EventRegistrationPayment,
) -> Changes<EventRegistration> {
    let loaded = load(call, id).await?;
    let before = loaded.before;
    let is_outside = before.body.payment_source == TicketPaymentSource::External;
    if is_outside && before.body.paid_at.is_some() && before.body.payment_reference == input.payment_reference {
        return call.unchanged(Data(before));
    }
    if before.body.paid_at.is_some() {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "the registration is paid already"));
    }
    let mut after = before.body.clone();
    after.status = RegistrationStatus::Confirmed;
    after.paid_at = Some(call.now);
    after.payment_reference = input.payment_reference.clone();
    let after = call.next_version(&before, after, None);
    let mut transaction = call.transaction();
    // A payment does not cross with the cancellation of the event.
    transaction.require_still(&loaded.event, "status", &loaded.event.body.status, cancelled());
    transaction.replace(&before, &after);
    call.commit(transaction, Data(after)).await
}

fn cancelled() -> ApiError {
    shared::store::transaction::version_conflict()
}
