//! Block the resource of a ticket, and unblock it.

use shared::api::{Body, Call, PathId, retry};

use crate::{
    records::{
        register::{OrdinaryTicket, TicketId},
        state::TicketStatus,
        ticket::MaintenanceTime,
    },
    rules::{
        blocks,
        change::{Change, Changed},
    },
};
use values::{ApiError, ErrorCode};

/// Block resource of ticket
pub async fn block(call: Call, PathId(id): PathId<OrdinaryTicket>, Body(time): Body<MaintenanceTime>) -> Changed {
    retry(&call, || Box::pin(block_once(&call, id, time))).await
}

async fn block_once(call: &Call, id: TicketId, time: MaintenanceTime) -> Changed {
    let mut change = Change::begin(call, id).await?;
    if change.present.status == TicketStatus::Solved {
        let message = "the ticket is solved: reopen it first";
        return Err(ApiError::conflict(ErrorCode::InvalidState, message));
    }
    if change.present.maintenance_block != Some(time) {
        blocks::take(call, &mut change.transaction, &mut change.after, time, "start_time").await?;
    }
    change.commit().await
}

/// Unblock resource of ticket
pub async fn unblock(call: Call, PathId(id): PathId<OrdinaryTicket>) -> Changed {
    retry(&call, || async {
        let mut change = Change::begin(&call, id).await?;
        blocks::require_blocking(&call, "id")?;
        blocks::check_blocked(&change.present)?;
        blocks::release(&call, &mut change.transaction, &mut change.after).await?;
        change.commit().await
    })
    .await
}
