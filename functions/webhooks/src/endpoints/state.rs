//! Enable and disable a webhook endpoint.

use shared::api::{Call, Changes, PathId, retry};
use values::{ApiError, ErrorCode, Id};

use crate::records::{
    endpoint::{DisabledReason, WebhookEndpoint},
    endpoint_state::{WebhookEndpointState, state_of},
};

/// Enables a webhook endpoint: events are sent to it from now on.
pub async fn enable(call: Call, PathId(id): PathId<WebhookEndpoint>) -> Changes<WebhookEndpoint> {
    retry(&call, || enable_once(&call, id)).await
}

async fn enable_once(call: &Call, id: Id<WebhookEndpoint>) -> Changes<WebhookEndpoint> {
    let mut update = call.update(id).await?;
    if update.present.is_enabled() {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "the endpoint is enabled"));
    }
    update.after = update.after.enabled(call.now.min(call.received()));
    if let Some(state) = call.store.find::<WebhookEndpointState>(call.tenant(), state_of(id)).await? {
        let well = call.next_version(&state, state.body.clone().succeeded(), None);
        update.transaction.replace(&state, &well);
    }
    update.commit().await
}

/// Disables a webhook endpoint: no events are sent to it.
pub async fn disable(call: Call, PathId(id): PathId<WebhookEndpoint>) -> Changes<WebhookEndpoint> {
    retry(&call, || disable_once(&call, id)).await
}

async fn disable_once(call: &Call, id: Id<WebhookEndpoint>) -> Changes<WebhookEndpoint> {
    let mut update = call.update(id).await?;
    if !update.present.is_enabled() {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "the endpoint is disabled"));
    }
    update.after = update.after.disabled(DisabledReason::Requested, call.now);
    update.commit().await
}
