//! Create a resource.

use scheduling::{Resource, closing, resource::ResourceType};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Body, Call, Created, Creates, retried},
    domain::{Id, Location, Metadata, Name, Record},
};

use crate::{assignment_rules, change::Change, location_uses, parents, policy, settings::ResourceSettings};

/// A new resource. With only what is required it is bookable at once: around the clock, without limits, free.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[schemars(extend("additionalProperties" = false))]
pub struct ResourceCreate {
    /// Where it is.
    location_id: Id<Location>,
    /// What people call it; unique at its location.
    name: Name,
    /// What it is.
    #[serde(rename = "type")]
    resource_type: ResourceType,
    /// Everything else.
    #[serde(flatten)]
    settings: ResourceSettings,
    /// Your own keys.
    metadata: Option<Metadata>,
}

/// Create resource
pub async fn create(call: Call, Body(input): Body<ResourceCreate>) -> Creates<Resource> {
    // The parent is a record that many creates may change at the same moment.
    retried(&call, || attempt(&call, input.clone())).await
}

async fn attempt(call: &Call, mut input: ResourceCreate) -> Creates<Resource> {
    let location = call.reference(input.location_id, "location_id").await?;
    let merchant = call.get(call.caller.tenant.merchant()).await?;
    let metadata = input.metadata.take();
    let mut body = Resource::new(location.id, input.name, input.resource_type);
    body.policy = merchant.body.booking_defaults;
    input.settings.apply(&mut body, &location.body)?;
    policy::check(&body)?;
    let resource = call.new_record(body, metadata);
    let parents = parents::changed(call, None, &resource.body).await?;
    let closed = Change::default().admitted(call, None, &parents, location.body.time_zone).await?;
    let outcome = created(call, resource, &location, &closed).await;
    closing::settled(call, &closed, outcome).await
}

async fn created(
    call: &Call,
    resource: Record<Resource>,
    location: &Record<Location>,
    parents: &[Record<Resource>],
) -> Creates<Resource> {
    let mut transaction = call.transaction();
    transaction.create(&resource);
    transaction.claim(&resource.body.name_key(), resource.id, ApiError::already_exists("name"));
    location_uses::arrive(&mut transaction, location, &resource.body);
    location_uses::change_floor(call, &mut transaction, None, &resource.body).await?;
    parents::follow(call, &mut transaction, &resource, parents, &location.body).await?;
    assignment_rules::begin_assignments(call, &mut transaction, &resource).await?;
    call.commit(transaction, Created(resource)).await
}
