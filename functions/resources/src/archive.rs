//! Archive a resource: what DELETE does here, because bookings keep naming it.

use scheduling::{Resource, closing};
use shared::{
    ApiError, ErrorCode,
    api::{Call, Changes, Data, PathId, retried},
    domain::{Id, Location, Record, RecordSet},
};

use crate::{assignment_rules, change::Change, location_uses, parents};

/// Archive resource
pub async fn archive(call: Call, PathId(id): PathId<Resource>) -> Changes<Resource> {
    retried(&call, || attempt(&call, id)).await
}

async fn attempt(call: &Call, id: Id<Resource>) -> Changes<Resource> {
    let before = call.get_for_change(id).await?;
    if !before.body.child_resource_ids.is_empty() {
        let message = "the resource has parts, which must be archived or moved first";
        return Err(ApiError::conflict(ErrorCode::InUse, message).at("child_resource_ids", "in_use"));
    }
    let location = call.reference(before.body.location_id, "location_id").await?;
    let change = Change { archives: true, ..Change::default() };
    let closed = change.admitted(call, Some(&before), &[], location.body.time_zone).await?;
    let outcome = archived(call, closed.first().unwrap_or(&before), &location.body).await;
    closing::settled(call, &closed, outcome).await
}

async fn archived(call: &Call, before: &Record<Resource>, location: &Location) -> Changes<Resource> {
    let body = Resource { closed_until: None, ..before.body.clone() };
    let after = call.moved(before, body, RecordSet::Archived);
    let mut transaction = call.transaction();
    transaction.replace(before, &after);
    transaction.release(&before.body.name_key());
    location_uses::leave(&mut transaction, &before.body);
    if let Some(parent) = before.body.parent_resource_id {
        parents::leave(call, &mut transaction, &call.get(parent).await?, before.id);
    }
    assignment_rules::check_unassigned(call, &mut transaction, before, location).await?;
    call.commit(transaction, Data(after)).await
}
