//! Update a resource.

use scheduling::{Resource, closing, future_bookings::OnFutureBookings, resource::ResourceType};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Body, Call, Changes, Data, PathId, retried, set},
    domain::{Location, Metadata, Name, Record},
};

use crate::{
    assignment_rules, change::Change, deactivation, location_uses, parents, policy, settings::ResourceSettings,
};

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
    /// What becomes of bookings that have not ended; only together with `is_active` false, which is refused while there
    /// are any unless this says something.
    on_future_bookings: Option<OnFutureBookings>,
    /// Your own keys.
    metadata: Option<Metadata>,
}

/// Update resource
pub async fn update(call: Call, PathId(id): PathId<Resource>, Body(patch): Body<ResourcePatch>) -> Changes<Resource> {
    let (call, patch) = (&call, &patch);
    let on_future_bookings = patch.on_future_bookings;
    if on_future_bookings.is_some() && !patch.settings.deactivates() {
        let message = "what becomes of bookings is said only where is_active becomes false";
        return Err(ApiError::rule("on_future_bookings", "without_deactivation", message));
    }
    let once = move || async move { attempt(call, call.get_for_change(id).await?, patch.clone()).await };
    // Parents, and what is closed for a moment, are records that others may change at the same moment.
    let updated = if patch.settings.meets_others() { retried(call, once).await? } else { once().await? };
    if on_future_bookings == Some(OnFutureBookings::Cancel) {
        deactivation::cancel_bookings(call, id).await?;
    }
    Ok(updated)
}

async fn attempt(call: &Call, before: Record<Resource>, mut patch: ResourcePatch) -> Changes<Resource> {
    let location = call.reference(before.body.location_id, "location_id").await?;
    let (metadata, on_future_bookings) = (patch.metadata.take(), patch.on_future_bookings);
    let body = patch.applied_to(before.body.clone(), &location.body)?;
    if body == before.body && metadata.as_ref().is_none_or(|metadata| *metadata == before.metadata) {
        return call.unchanged(Data(before));
    }
    policy::check(&body)?;
    let parents = parents::changed(call, Some(&before), &body).await?;
    let change = Change::between(&before.body, &body, on_future_bookings.is_some());
    let closed = change.admitted(call, Some(&before), &parents, location.body.time_zone).await?;
    let (before, parents) = closed.split_first().unwrap_or((&before, &[]));
    let after = call.next_version(before, Resource { closed_until: None, ..body }, metadata);
    let outcome = changed(call, before, after, parents, &location).await;
    closing::settled(call, &closed, outcome).await
}

async fn changed(
    call: &Call,
    before: &Record<Resource>,
    after: Record<Resource>,
    parents: &[Record<Resource>],
    location: &Record<Location>,
) -> Changes<Resource> {
    let mut transaction = call.transaction();
    transaction.replace(before, &after);
    let (old, new) = (before.body.name_key(), after.body.name_key());
    transaction.exchange(&old, &new, after.id, ApiError::already_exists("name"));
    location_uses::reprice(&mut transaction, location, &before.body, &after.body);
    location_uses::change_floor(call, &mut transaction, Some(&before.body), &after.body).await?;
    parents::follow(call, &mut transaction, &after, parents, &location.body).await?;
    assignment_rules::check_still_fits(call, &mut transaction, before, &after, &location.body).await?;
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
