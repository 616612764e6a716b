//! The steps from one state to another.

use shared::api::{Call, PathId, retried};

use crate::{
    records::{
        register::{OrdinaryTicket, TicketId},
        state::Step,
    },
    rules::{
        blocks,
        change::{Change, Changed},
        moving::moved,
    },
};

/// Start ticket
pub async fn start(call: Call, PathId(id): PathId<OrdinaryTicket>) -> Changed {
    stepped(&call, id, Step::Start).await
}

/// Wait on ticket
pub async fn wait(call: Call, PathId(id): PathId<OrdinaryTicket>) -> Changed {
    stepped(&call, id, Step::Wait).await
}

/// Solve ticket
pub async fn solve(call: Call, PathId(id): PathId<OrdinaryTicket>) -> Changed {
    stepped(&call, id, Step::Solve).await
}

/// Reopen ticket
pub async fn reopen(call: Call, PathId(id): PathId<OrdinaryTicket>) -> Changed {
    stepped(&call, id, Step::Reopen).await
}

/// Close ticket
pub async fn close(call: Call, PathId(id): PathId<OrdinaryTicket>) -> Changed {
    stepped(&call, id, Step::Close).await
}

async fn stepped(call: &Call, id: TicketId, step: Step) -> Changed {
    retried(call, || async move {
        let mut change = Change::begin(call, id).await?;
        change.after = moved(&change.present, step, change.location()?, call.now)?;
        if change.after.solved_at.is_some() {
            blocks::release(call, &mut change.transaction, &mut change.after).await?;
        }
        change.commit().await
    })
    .await
}
