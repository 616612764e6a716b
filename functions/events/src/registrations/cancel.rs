use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, Data, PathId, retry};
use values::{ApiError, ErrorCode, Id, LongText};

use super::loaded::load;
use crate::{
    records::{
        registration::EventRegistration,
        registration_state::{CancelledBy, RegistrationCancellation},
    },
    rules::{
        ending::{End, end},
        operator,
        seat_changes::SeatChanges,
    },
};

/// Who cancels it, and why.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventRegistrationCancel {
    /// `customer` gets back what the event's terms say; `operator` decides that and needs the scope `events:manage`.
    /// `customer` when left out.
    #[serde(default)]
    by: Canceller,
    /// Whether the operator gives back what was paid; it is unless this says otherwise.
    refund: Option<bool>,
    /// Reason for the cancellation, in words; empty when left out.
    #[serde(default)]
    reason: LongText,
}

/// Who cancels a registration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "EventRegistrationCanceller")]
pub enum Canceller {
    /// Whoever registered, by the refund terms of the event.
    #[default]
    Customer,
    /// Those who run the space.
    Operator,
}

/// Cancels a registration without check-in; its seats are free again.
pub async fn cancel(
    call: Call,
    PathId(id): PathId<EventRegistration>,
    Body(input): Body<EventRegistrationCancel>,
) -> Changes<EventRegistration> {
    let is_operator = input.by == Canceller::Operator;
    if is_operator {
        operator::require(&call, "by")?;
    } else if input.refund.is_some() {
        let message = "only the operator decides what goes back: see by";
        return Err(ApiError::rule("refund", "only_for_operator", message));
    }
    retry(&call, || attempt(&call, id, &input)).await
}

async fn attempt(
    call: &Call,
    id: Id<EventRegistration>,
    input: &EventRegistrationCancel,
) -> Changes<EventRegistration> {
    let loaded = load(call, id).await?;
    if loaded.before.body.checked_in_count > 0 {
        let message = "somebody has come by it: undo the check-in first";
        return Err(ApiError::conflict(ErrorCode::InvalidState, message));
    }
    let (by, is_refunded) = match input.by {
        Canceller::Operator => (CancelledBy::Operator, input.refund.unwrap_or(true)),
        Canceller::Customer => (CancelledBy::Customer, call.now <= loaded.event.body.refundable_until()),
    };
    let is_refunded = is_refunded && loaded.before.body.paid_at.is_some();
    let cancellation = RegistrationCancellation { at: call.now, by, reason: input.reason.clone(), is_refunded };
    let seats = SeatChanges::read(call, loaded.event).await?;
    let mut transaction = call.transaction();
    let after = end(call, &mut transaction, seats, &loaded.before, End::Cancelled(cancellation)).await?;
    call.commit(transaction, Data(after)).await
}
