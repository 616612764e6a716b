//! The steps from one state to another.

use shared::api::{Call, PathId, retry};

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

/// Starts a new ticket, or goes on with a pending one: `in_progress`.
pub async fn start(call: Call, PathId(id): PathId<OrdinaryTicket>) -> Changed {
    step_once(&call, id, Step::Start).await
}

/// Lets a ticket wait for somebody: `pending`, and its clock stands still.
pub async fn wait(call: Call, PathId(id): PathId<OrdinaryTicket>) -> Changed {
    step_once(&call, id, Step::Wait).await
}

/// Solves a ticket that has an assignee; its resource is free again.
pub async fn solve(call: Call, PathId(id): PathId<OrdinaryTicket>) -> Changed {
    step_once(&call, id, Step::Solve).await
}

/// Reopens a solved ticket, which is `in_progress` again.
pub async fn reopen(call: Call, PathId(id): PathId<OrdinaryTicket>) -> Changed {
    step_once(&call, id, Step::Reopen).await
}

/// Closes a solved ticket for good.
pub async fn close(call: Call, PathId(id): PathId<OrdinaryTicket>) -> Changed {
    step_once(&call, id, Step::Close).await
}

async fn step_once(call: &Call, id: TicketId, step: Step) -> Changed {
    retry(call, || async move {
        let mut change = Change::begin(call, id).await?;
        change.after = moved(&change.present, step, change.location()?, call.now)?;
        if change.after.solved_at.is_some() {
            blocks::release(call, &mut change.transaction, &mut change.after).await?;
        }
        change.commit().await
    })
    .await
}
