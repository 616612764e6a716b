use records::Location;
use scheduling::{Resource, closing, resource::ResourceFields};
use shared::api::{Body, Call, Created, Creates, New, Patch, PathId, retry};
use store::Record;
use values::{Id, Metadata};

use crate::{assignment_rules, change::Change, location_uses, parents, policy};

/// Creates a resource at a location, by itself or as a part of another.
pub async fn create(call: Call, Body(new): Body<New<Resource>>) -> Creates<Resource> {
    // The parent is a record that many creates may change at the same moment.
    retry(&call, || attempt(&call, &new)).await
}

async fn attempt(call: &Call, new: &New<Resource>) -> Creates<Resource> {
    let location = call.require_reference(new.fields.location_id, "location_id").await?;
    location.body.check_active("location_id")?;
    let merchant = call.read_merchant().await?;
    let fields = new.over(&ResourceFields { policy: merchant.body.booking_defaults, ..new.fields.clone() })?;
    make(call, Resource::from(fields), new.metadata.clone(), &location).await
}

/// Creates another resource like one, with what the request says otherwise: the name, at least.
pub async fn duplicate(
    call: Call,
    PathId(id): PathId<Resource>,
    Body(patch): Body<Patch<Resource>>,
) -> Creates<Resource> {
    retry(&call, || duplicate_once(&call, id, &patch)).await
}

async fn duplicate_once(call: &Call, id: Id<Resource>, patch: &Patch<Resource>) -> Creates<Resource> {
    let original = call.get(id).await?;
    let location = call.require_reference(original.body.location_id, "location_id").await?;
    location.body.check_active("location_id")?;
    let changed = patch.applied_to(&original.body)?;
    let metadata = patch.metadata_over(&original.metadata)?.unwrap_or(original.metadata);
    make(call, Resource::from(changed.fields), Some(metadata), &location).await
}

async fn make(
    call: &Call,
    body: Resource,
    metadata: Option<Metadata>,
    location: &Record<Location>,
) -> Creates<Resource> {
    let body = body.priced_in(location.body.currency);
    policy::check(&body, location.body.currency)?;
    call.require_tax_rate(None, body.tax_rate_id, "tax_rate_id").await?;
    call.require_new_files("media_keys", &body.media_keys, &[]).await?;
    let resource = call.new_record(body, metadata);
    let parents = parents::read_changed(call, None, &resource.body).await?;
    let closed = Change::default().admit(call, None, &parents, location.body.time_zone).await?;
    let outcome = commit_new(call, resource, location, &closed).await;
    closing::reopen_unless_done(call, &closed, outcome).await
}

async fn commit_new(
    call: &Call,
    resource: Record<Resource>,
    location: &Record<Location>,
    parents: &[Record<Resource>],
) -> Creates<Resource> {
    let mut transaction = call.transaction();
    transaction.create(&resource);
    location_uses::arrive(&mut transaction, location, &resource.body);
    location_uses::change_floor(call, &mut transaction, None, &resource.body).await?;
    parents::follow(call, &mut transaction, &resource, parents, &location.body).await?;
    assignment_rules::begin_assignments(call, &mut transaction, &resource).await?;
    call.commit(transaction, Created(resource)).await
}
