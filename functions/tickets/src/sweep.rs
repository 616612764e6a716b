//! What falls due in this area: a ticket that was solved some days ago is closed. Nothing is wrong while that has not
//! run, but that the ticket still stands in the way of its location, its requester and its assignee: every answer shows
//! it as closed.

use shared::{
    api::{Call, retry},
    due::DueWork,
};
use values::{ApiError, Id};

use crate::{
    records::register::{OrdinaryTicket, Register, Registered, SensitiveTicket},
    rules::change,
};

/// What is done when the records of this area fall due.
#[must_use]
pub fn due_work() -> Vec<DueWork> {
    vec![
        DueWork::of(|call, id: Id<OrdinaryTicket>| async move { close(&call, id).await }),
        DueWork::of(|call, id: Id<SensitiveTicket>| async move { close(&call, id).await }),
    ]
}

async fn close<R: Register>(call: &Call, id: Id<Registered<R>>) -> Result<bool, ApiError> {
    retry(call, move || async move {
        let Some(record) = call.store.find(call.tenant(), id).await? else { return Ok(false) };
        if record.body.ticket.closes_itself_at().is_none_or(|at| call.now < at) {
            return Ok(false);
        }
        let change = change::begin_by_time(call, &record).await?;
        let (transaction, _) = change.write().await?;
        call.store.commit(transaction).await.map(|()| true)
    })
    .await
}
