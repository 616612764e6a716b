use shared::api::{Body, Call, Patch, PathId, retry};
use values::Scope;

use crate::{
    records::register::{OrdinaryTicket, TicketId},
    rules::{
        change::{Change, Changed},
        found::require,
        references::check_ceases_to_be_sensitive,
    },
};

/// Changes fields of a ticket that is not closed.
pub async fn update(
    call: Call,
    PathId(id): PathId<OrdinaryTicket>,
    Body(patch): Body<Patch<OrdinaryTicket>>,
) -> Changed {
    retry(&call, || attempt(&call, id, &patch)).await
}

async fn attempt(call: &Call, id: TicketId, patch: &Patch<OrdinaryTicket>) -> Changed {
    let mut change = Change::begin(call, id).await?;
    change.after = patch.applied_to(&OrdinaryTicket::new(change.present.clone()))?.ticket;
    change.metadata = patch.metadata_over(change.metadata_before())?;
    if change.after.is_sensitive() {
        require(call, Scope::TICKETS_SENSITIVE, "type")?;
    }
    if change.present.is_sensitive() && !change.after.is_sensitive() {
        check_ceases_to_be_sensitive(call, &change.after).await?;
    }
    change.commit().await
}
