//! List comments and activity of a ticket.

use records::{Member, logged_event::EventActor};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists, Page, PathId};
use store::{List, Order, Record};
use values::{ApiError, Id, Scope};

use crate::{
    records::{
        activity::{ActivityEntry, ActivityKind, TicketActivity},
        comment::TicketComment,
        register::{OrdinaryTicket, TicketId},
    },
    rules::{
        found::{Found, sees_sensitive},
        sight::{Sight, sees_internal},
    },
};

/// Filters of the comments.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TicketCommentFilter {
    /// Only what this member sees: of a ticket of theirs what is not internal, and all of one that they may take care
    /// of.
    visible_to: Option<Id<Member>>,
}

/// Filters of the activity.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TicketActivityFilter {
    /// Only what is of this kind.
    kind: Option<ActivityKind>,
    /// Only what this member sees: of a ticket of theirs what is not internal, and all of one that they may take care
    /// of.
    visible_to: Option<Id<Member>>,
}

/// Lists comments on a ticket, oldest first.
pub async fn list_comments(
    call: Call,
    PathId(id): PathId<OrdinaryTicket>,
    Listing { filter, paging }: Listing<TicketCommentFilter>,
) -> Lists<TicketComment> {
    let (call, hidden) = read_hidden(&call, id, filter.visible_to).await?;
    let comments = List::by(&TicketComment::BY_TICKET, &id).ordered(Order::Ascending);
    call.page(comments.only("internal", hidden.as_ref()), paging).await
}

/// List activity of ticket
pub async fn list_activity(
    call: Call,
    PathId(id): PathId<OrdinaryTicket>,
    Listing { filter, paging }: Listing<TicketActivityFilter>,
) -> Result<Page<ActivityEntry>, ApiError> {
    let (call, hidden) = read_hidden(&call, id, filter.visible_to).await?;
    let sensitive = (!sees_sensitive(&call)).then_some(false);
    let activity = List::by(&TicketActivity::BY_TICKET, &id).ordered(Order::Ascending);
    let activity = activity.only("kind", filter.kind.as_ref()).only("sensitive", sensitive.as_ref());
    let Page { data, pagination } = call.page(activity.only("internal", hidden.as_ref()), paging).await?;
    let merchant = call.tenant().merchant();
    let entry = |record: Record<TicketActivity>| {
        let actor = EventActor::of(merchant, &record.changed_by);
        ActivityEntry { record, actor }
    };
    Ok(Page { data: data.into_iter().map(entry).collect(), pagination })
}

/// The call about what belongs to the ticket; and what `internal` of an entry must be that is shown: `false` where
/// internal ones are not.
///
/// # Errors
/// 404 when the client or the member does not see the ticket.
async fn read_hidden(call: &Call, id: TicketId, viewer: Option<Id<Member>>) -> Result<(Call, Option<bool>), ApiError> {
    let found = Found::get(call, id).await?;
    let (sight, viewer) = Sight::read(call, viewer).await?;
    if !sight.sees(found.ticket()) {
        return Err(ApiError::not_found());
    }
    let sees = call.caller.scopes.allow(Scope::TICKETS_INTERNAL) && sees_internal(viewer.as_ref(), found.ticket());
    Ok((found.within(call)?, (!sees).then_some(false)))
}
