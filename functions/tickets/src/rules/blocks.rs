//! The time that a ticket takes of its resource, so that nobody books what is broken: made, moved and ended in the
//! transaction that changes the ticket.

use scheduling::{
    blocking::{NewBlock, block_time, move_block, unblock_time},
    calendar_block::{BlockKind, CalendarBlock, CalendarBlockFields},
    origin::Origin,
};
use shared::api::Call;
use store::Transaction;
use values::{Access, ApiError, Area, ErrorCode, Scope, ShortText};

use super::found::require;
use crate::records::{
    register::OrdinaryTicket,
    ticket::{MaintenanceTime, Ticket},
};

/// What blocks resources elsewhere, too.
const BLOCKING: Scope = Scope { area: Area::Bookings, access: Access::Write };

/// Takes the time of a ticket's resource, or moves what was taken for it before.
///
/// # Errors
/// 403 without the scope that calendar blocks need; 409 `booking_conflict` with what is in the way; 422 without a
/// resource, and when the times are no period or over.
pub async fn take(
    call: &Call,
    transaction: &mut Transaction,
    ticket: &mut Ticket,
    time: MaintenanceTime,
    field: &str,
) -> Result<(), ApiError> {
    require(call, BLOCKING, field)?;
    let Some(resource_id) = ticket.resource_id else {
        return Err(ApiError::rule("resource_id", "required", "a ticket without a resource blocks nothing"));
    };
    if time.end_time <= call.now {
        return Err(ApiError::rule("end_time", "in_the_past", "the resource would not be blocked any more"));
    }
    // Whoever reads the calendar need not see the ticket, so it says nothing of it: which one it is, the ticket says.
    let fields = CalendarBlockFields {
        resource_id,
        start_time: time.start_time,
        end_time: time.end_time,
        reason: ShortText::new("Maintenance"),
        kind: BlockKind::Maintenance,
    };
    let before = match ticket.block_id {
        Some(block) => call.store.find(call.tenant(), block).await?,
        None => None,
    };
    if let Some(before) = before {
        let mut moved = before.body.clone();
        moved.fields = fields;
        move_block(call, transaction, &before, &mut moved).await?;
        transaction.replace(&before, &call.next_version(&before, moved, None));
    } else {
        let made_by = Some(Origin::unnamed::<OrdinaryTicket>());
        let block = block_time(call, transaction, NewBlock { fields, made_by, metadata: None }).await?;
        ticket.block_id = Some(block.id);
    }
    ticket.maintenance_block = Some(time);
    Ok(())
}

/// Refuses a client that may not change the calendar.
///
/// # Errors
/// 403 naming the field.
pub fn require_blocking(call: &Call, field: &str) -> Result<(), ApiError> {
    require(call, BLOCKING, field)
}

/// Gives the time back. What is over stays in the calendar, as a block that belongs to nobody and that clients change.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn release(call: &Call, transaction: &mut Transaction, ticket: &mut Ticket) -> Result<(), ApiError> {
    let Some(id) = ticket.block_id.take() else { return Ok(()) };
    ticket.maintenance_block = None;
    let block = call.store.find(call.tenant(), id).await?;
    match block {
        Some(block) if call.now < block.body.end_time => {
            unblock_time(call, transaction, &block).await?;
        }
        Some(over) => {
            let nobodys = CalendarBlock { made_by: None, ..over.body.clone() };
            transaction.replace(&over, &call.next_version(&over, nobodys, None));
        }
        None => (),
    }
    Ok(())
}

/// Refuses to unblock what is not blocked.
///
/// # Errors
/// 409 `invalid_state`.
pub fn check_blocked(ticket: &Ticket) -> Result<(), ApiError> {
    if ticket.block_id.is_some() {
        return Ok(());
    }
    Err(ApiError::conflict(ErrorCode::InvalidState, "the resource of the ticket is not blocked"))
}
