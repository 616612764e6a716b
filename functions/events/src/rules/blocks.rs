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
    let resource = call.reference(id, "resource_id").await?;
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

/// Moves it to where the event takes place now.
///
/// # Errors
/// 409 `booking_conflict` with what is in the way.
pub async fn follow(call: &Call, transaction: &mut Transaction, before: &Event, after: &Event) -> Result<(), ApiError> {
    let (Some(id), Some(resource_id)) = (after.block_id, after.resource_id) else { return Ok(()) };
    if (before.start_time, before.end_time, &before.title) == (after.start_time, after.end_time, &after.title) {
        return Ok(());
    }
    let block = call.get(id).await?;
    let mut moved = block.body.clone();
    moved.fields = fields(after, resource_id);
    move_block(call, transaction, &block, &mut moved).await?;
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
