//! Archive a resource: what DELETE does here, because bookings keep naming it.

use records::Location;
use scheduling::{Resource, claims::Going, closing};
use shared::api::{Call, Changes, PathId, Update, retry};
use values::{ApiError, ErrorCode, Id};

use crate::{assignment_rules, change::Change, location_uses, parents};

/// Archives a resource that has no parts and is neither booked, held nor assigned.
pub async fn archive(call: Call, PathId(id): PathId<Resource>) -> Changes<Resource> {
    retry(&call, || attempt(&call, id)).await
}

async fn attempt(call: &Call, id: Id<Resource>) -> Changes<Resource> {
    let mut update = call.update(id).await?.archived();
    let before = &update.before;
    if !before.body.child_resource_ids.is_empty() {
        let message = "the resource has parts, which must be archived or moved first";
        return Err(ApiError::conflict(ErrorCode::InUse, message).at("child_resource_ids", "in_use"));
    }
    let location = call.require_reference(before.body.location_id, "location_id").await?;
    let change = Change { going: Some(Going::Archived), ..Change::default() };
    let closed = change.admit(call, Some(before), &[], location.body.time_zone).await?;
    update.before = closed.first().unwrap_or(before).clone();
    update.after.closed_until = None;
    update.after.operation = update.after.operation.map(|operation| operation.archived(call.now));
    let outcome = archive_and_commit(call, update, &location.body).await;
    closing::reopen_unless_done(call, &closed, outcome).await
}

async fn archive_and_commit(call: &Call, mut update: Update<'_, Resource>, location: &Location) -> Changes<Resource> {
    let (before, transaction) = (&update.before, &mut update.transaction);
    location_uses::leave(transaction, &before.body);
    if let Some(parent) = before.body.parent_resource_id {
        parents::leave(call, transaction, &call.get(parent).await?, before.id);
    }
    assignment_rules::check_given(call, transaction, before, location, Going::Archived).await?;
    update.commit().await
}
