//! Update a resource.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Body, Call, Changes, Data, PathId, retried, set},
    domain::{Location, Metadata, Name, Record, Resource, resource::ResourceType},
};

use crate::{claims, family, places, policy, settings::ResourceSettings};

/// What may change of a resource; a field that is left out stays as it is.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
pub struct ResourcePatch {
    /// What people call it; unique at its location.
    name: Option<Name>,
    /// What it is.
    #[serde(rename = "type")]
    resource_type: Option<ResourceType>,
    /// Everything else.
    #[serde(flatten)]
    settings: ResourceSettings,
    /// Your own keys.
    metadata: Option<Metadata>,
}

/// Update resource
pub async fn update(call: Call, PathId(id): PathId<Resource>, Body(patch): Body<ResourcePatch>) -> Changes<Resource> {
    if patch.settings.names_parent() {
        // The old and the new parent are records that many updates may change at the same moment.
        return retried(|| async { attempt(&call, call.get_for_change(id).await?, patch.clone()).await }).await;
    }
    attempt(&call, call.get_for_change(id).await?, patch).await
}

async fn attempt(call: &Call, before: Record<Resource>, mut patch: ResourcePatch) -> Changes<Resource> {
    let location = call.reference(before.body.location_id, "location_id").await?;
    let metadata = patch.metadata.take();
    let body = patch.applied_to(before.body.clone(), &location.body)?;
    if body == before.body && metadata.as_ref().is_none_or(|metadata| *metadata == before.metadata) {
        return call.unchanged(Data(before));
    }
    policy::check(&body)?;
    let after = call.next_version(&before, body, metadata);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    let (old, new) = (before.body.name_guard(), after.body.name_guard());
    transaction.exchange(&old, &new, after.id, ApiError::already_exists("name"));
    places::reprice(&mut transaction, &location, &before.body, &after.body);
    places::change_floor(call, &mut transaction, Some(&before.body), &after.body).await?;
    family::follow_parent(call, &mut transaction, Some(&before.body), &after, &location.body).await?;
    claims::check_still_fits(call, &mut transaction, &before, &after, &location.body).await?;
    call.commit(transaction, Data(after)).await
}

impl ResourcePatch {
    fn applied_to(self, mut resource: Resource, location: &Location) -> Result<Resource, ApiError> {
        set(&mut resource.name, self.name);
        set(&mut resource.resource_type, self.resource_type);
        self.settings.apply(&mut resource, location)?;
        Ok(resource)
    }
}
