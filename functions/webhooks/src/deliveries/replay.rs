//! Sends the event of one delivery again.

use shared::api::{Call, Changes, Data, PathId, retry};
use store::Record;
use values::{ApiError, ErrorCode, Id};

use crate::{
    fan_out::hand_over,
    records::{delivery::WebhookDelivery, endpoint::WebhookEndpoint},
};

/// Sends the event of a delivery again, whatever became of it before.
pub async fn replay(call: Call, PathId(id): PathId<WebhookDelivery>) -> Changes<WebhookDelivery> {
    let (committed, delivery) = retry(&call, || begin_anew(&call, id)).await?;
    // The answer stands. What cannot be handed over now is handed over by the sweep.
    drop(hand_over(&call.queue, &call, &[delivery]).await);
    Ok(committed)
}

type BegunAnew = (shared::api::Committed<Data<Record<WebhookDelivery>>>, Record<WebhookDelivery>);

async fn begin_anew(call: &Call, id: Id<WebhookDelivery>) -> Result<BegunAnew, ApiError> {
    let before = call.get_for_change(id).await?;
    if !WebhookDelivery::is_shown(id, call.now) {
        return Err(ApiError::not_found());
    }
    let endpoint: Option<Record<WebhookEndpoint>> = call.store.find(call.tenant(), before.body.endpoint_id).await?;
    if !endpoint.is_some_and(|endpoint| endpoint.body.is_enabled()) {
        let message = "nothing is sent to an endpoint that is disabled or deleted";
        return Err(ApiError::conflict(ErrorCode::InvalidState, message));
    }
    let after = replayed(call, &before);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    let committed = call.commit(transaction, Data(after.clone())).await?;
    Ok((committed, after))
}

/// The next version of a delivery that is begun anew.
pub fn replayed(call: &Call, before: &Record<WebhookDelivery>) -> Record<WebhookDelivery> {
    call.next_version(before, before.body.clone().replayed(call.now), None)
}
