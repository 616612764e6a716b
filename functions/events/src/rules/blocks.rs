//! The time that an event takes of its resource: made, moved and removed in the transaction that changes the event.

use records::Location;
use scheduling::{
    Resource,
    blocking::{NewBlock, block_time, move_block, unblock_time},
    calendar_block::{BlockKind, CalendarBlockFields},
    origin::Origin,
};
use shared::api::Call;
use store::{Record, Transaction};
use values::{ApiError, Id, ShortText};

use crate::records::event::Event;

/// Refuses a resource of another location.
///
/// # Errors
/// 422 naming `resource_id`.
pub async fn check_resource(
    call: &Call,
    resource: Option<Id<Resource>>,
    location: Id<Location>,
) -> Result<(), ApiError> {
    let Some(id) = resource else { return Ok(()) };
    let resource = call.require_reference(id, "resource_id").await?;
    if resource.body.location_id != location {
        return Err(ApiError::rule("resource_id", "other_location", "the resource is at another location"));
    }
    Ok(())
}

/// Takes the time of an event that has a resource.
///
/// # Errors
/// 409 `booking_conflict` with what is in the way.
pub async fn take(call: &Call, transaction: &mut Transaction, event: &mut Record<Event>) -> Result<(), ApiError> {
    let Some(resource_id) = event.body.resource_id else { return Ok(()) };
    let fields = fields(&event.body, resource_id);
    let block = NewBlock { fields, made_by: Some(Origin::of(event.id)), metadata: None };
    event.body.block_id = Some(block_time(call, transaction, block).await?.id);
    Ok(())
}

/// Lets the time that a published event takes follow it: to another time, to another resource, or to none. Another
/// title is only noted: it asks nothing of the resource.
///
/// # Errors
/// 409 `booking_conflict` with what is in the way; 422 on `resource_id` when the time of a resource is asked for that
/// is gone.
pub async fn follow(
    call: &Call,
    transaction: &mut Transaction,
    before: &Event,
    after: &mut Record<Event>,
) -> Result<(), ApiError> {
    let taken = |event: &Event| (event.start_time, event.end_time, event.resource_id);
    if taken(before) == taken(&after.body) && before.title == after.body.title {
        return Ok(());
    }
    let block = match after.body.block_id {
        Some(id) => call.store.find(call.tenant(), id).await?,
        None => None,
    };
    let Some(resource_id) = after.body.resource_id else {
        return release(call, transaction, &mut after.body).await;
    };
    let Some(block) = block else {
        return take(call, transaction, after).await;
    };
    let mut moved = block.body.clone();
    moved.fields = fields(&after.body, resource_id);
    if taken(before) != taken(&after.body) {
        move_block(call, transaction, &block, &mut moved).await?;
    }
    transaction.replace(&block, &call.next_version(&block, moved, None));
    Ok(())
}

/// Gives it back.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn release(call: &Call, transaction: &mut Transaction, event: &mut Event) -> Result<(), ApiError> {
    let Some(id) = event.block_id.take() else { return Ok(()) };
    if let Some(block) = call.store.find(call.tenant(), id).await? {
        unblock_time(call, transaction, &block).await?;
    }
    Ok(())
}

fn fields(event: &Event, resource_id: Id<Resource>) -> CalendarBlockFields {
    CalendarBlockFields {
        resource_id,
        start_time: event.start_time,
        end_time: event.end_time,
        reason: ShortText::new(event.title.as_str()),
        kind: BlockKind::Event,
    }
}
