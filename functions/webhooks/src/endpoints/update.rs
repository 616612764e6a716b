//! Update a webhook endpoint, or put it away.

use shared::api::{Body, Call, Changes, Patch, PathId, retry};
use values::Id;

use super::create::{check, client_id};
use crate::{
    records::{
        earlier_types,
        endpoint::WebhookEndpoint,
        endpoint_state::{WebhookEndpointState, state_of},
    },
    rules::catalogue,
};

/// Changes fields of a webhook endpoint, such as its address or its types of events.
pub async fn update(
    call: Call,
    PathId(id): PathId<WebhookEndpoint>,
    Body(patch): Body<Patch<WebhookEndpoint>>,
) -> Changes<WebhookEndpoint> {
    retry(&call, || update_once(&call, id, &patch)).await
}

/// Attempts write down how it goes with the endpoint at any moment.
async fn update_once(call: &Call, id: Id<WebhookEndpoint>, patch: &Patch<WebhookEndpoint>) -> Changes<WebhookEndpoint> {
    let mut update = call.update(id).await?.patched(patch)?;
    check(call, &update.after)?;
    let (had, wanted) = (&update.present.location_ids, &update.after.location_ids);
    call.require_new_references(&mut update.transaction, "location_ids", wanted, had).await?;
    // Whoever says what is sent, or where, may read it; also with a request that names what is there already, so that
    // another client takes over from one that ends.
    if ["url", "event_types", "location_ids"].iter().any(|field| patch.gives(field)) {
        catalogue::check_readable(&update.after.event_types, &call.caller.scopes)?;
        update.after.client_id = Some(client_id(call).to_string());
    }
    let is_other = update.after.event_types != update.present.event_types
        || update.after.location_ids != update.present.location_ids;
    if is_other {
        let (before, now) = (&update.present, call.now.min(call.received()));
        let then = (before.event_types.as_slice(), before.location_ids.as_slice());
        update.after.earlier_types = earlier_types::changed(&before.earlier_types, then, now);
    }
    update.commit().await
}

/// Deletes a webhook endpoint; nothing that waits is sent.
pub async fn delete(call: Call, PathId(id): PathId<WebhookEndpoint>) -> Changes<WebhookEndpoint> {
    retry(&call, || delete_once(&call, id)).await
}

async fn delete_once(call: &Call, id: Id<WebhookEndpoint>) -> Changes<WebhookEndpoint> {
    let mut update = call.update(id).await?.archived();
    update.after.secrets.clear();
    update.transaction.add(&WebhookEndpoint::of_merchant(call.tenant().merchant()), -1);
    if let Some(state) = call.store.find::<WebhookEndpointState>(call.tenant(), state_of(id)).await? {
        update.transaction.remove(&state);
    }
    update.commit().await
}
