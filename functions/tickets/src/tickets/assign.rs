use records::Member;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Nullable, PathId, retry};
use values::Id;

use crate::{
    records::register::{OrdinaryTicket, TicketId},
    rules::{
        change::{Change, Changed},
        people,
    },
};

/// Who takes care of it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TicketAssign {
    /// A manager of the location, an admin or an owner; nobody when null.
    assignee_id: Nullable<Id<Member>>,
}

/// Makes a manager, an admin, an owner or nobody take care of a ticket.
pub async fn assign(call: Call, PathId(id): PathId<OrdinaryTicket>, Body(input): Body<TicketAssign>) -> Changed {
    retry(&call, || attempt(&call, id, &input)).await
}

async fn attempt(call: &Call, id: TicketId, input: &TicketAssign) -> Changed {
    let mut change = Change::begin(call, id).await?;
    let assignee = input.assignee_id.into_option();
    if let Some(assignee) = assignee.filter(|assignee| Some(*assignee) != change.present.assignee_id) {
        people::require_assignee(call, &mut change.transaction, assignee, change.present.location_id).await?;
    }
    change.after.assignee_id = assignee;
    change.commit().await
}
