use records::{Location, Member};
use scheduling::Resource;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Page};
use store::{Expression, List, Paging, expression::NOW};
use values::{ApiError, Id, Name, Scope, SearchText, Timestamp};

use crate::{
    records::{
        register::{Ordinary, Register, Registered, Sensitive},
        shown::ShownTicket,
        state::TicketStatus,
        ticket_type::{TicketPriority, TicketType},
    },
    rules::{found::require, showing, sight::Sight},
};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TicketFilter {
    /// Only tickets in this state at this moment.
    status: Option<TicketStatus>,
    /// Only tickets that are not closed, as far as that was written down; with `false` nothing is left out.
    open: Option<bool>,
    /// Only tickets of this type.
    #[serde(rename = "type")]
    kind: Option<TicketType>,
    /// Only tickets of this priority.
    priority: Option<TicketPriority>,
    /// Only tickets of which this member takes care.
    assignee_id: Option<Id<Member>>,
    /// Only tickets of this member.
    requester_id: Option<Id<Member>>,
    /// Only tickets at this location.
    location_id: Option<Id<Location>>,
    /// Only tickets about this resource.
    resource_id: Option<Id<Resource>>,
    /// Only tickets with this number; each location has one of it, and another among its sensitive ones.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    number: Option<i64>,
    /// Only tickets with this tag.
    tag: Option<Name>,
    /// Sensitive tickets instead of others; follows from `type` when left out.
    sensitive: Option<bool>,
    /// Only tickets that this member sees: who asked sees their own, a manager also what is assigned to them and what
    /// is asked at their locations and is not sensitive, admins and owners everything; whoever is blocked sees their
    /// own.
    visible_to: Option<Id<Member>>,
    /// Only tickets in whose subject a word begins with each of these words.
    q: Option<SearchText>,
}

/// Lists tickets, newest first; sensitive ones are a list of their own.
pub async fn list(
    call: Call,
    Listing { filter, paging }: Listing<TicketFilter>,
) -> Result<Page<ShownTicket>, ApiError> {
    let by_type = filter.kind.is_some_and(TicketType::is_sensitive);
    if filter.sensitive.unwrap_or(by_type) {
        require(&call, Scope::TICKETS_SENSITIVE, if filter.sensitive.is_some() { "sensitive" } else { "type" })?;
        return read_page::<Sensitive>(&call, filter, paging).await;
    }
    read_page::<Ordinary>(&call, filter, paging).await
}

async fn read_page<R: Register>(
    call: &Call,
    filter: TicketFilter,
    paging: Paging,
) -> Result<Page<ShownTicket>, ApiError> {
    let (sight, _) = Sight::read(call, filter.visible_to).await?;
    let lists = in_status(&sight.narrowed(asked::<R>(&filter, &sight)), filter.status, call.now);
    let page = call.page(lists, paging).await?;
    let data = showing::show_all(call, &page.data).await?;
    Ok(Page { data, pagination: page.pagination })
}

/// The list in the index that has the fewest of what is asked for.
fn asked<R: Register>(filter: &TicketFilter, sight: &Sight) -> List<Registered<R>> {
    let own = match sight {
        Sight::Own(id) => Some(id),
        Sight::Everything | Sight::OfLocations(..) => None,
    };
    let is_open = filter.open == Some(true) || filter.status.is_some_and(|status| status != TicketStatus::Closed);
    let open = is_open.then_some(());
    List::first_of([
        Registered::<R>::BY_RESOURCE.asked(filter.resource_id.as_ref()),
        Registered::<R>::BY_REQUESTER.asked(filter.requester_id.as_ref().or(own)),
        Registered::<R>::OPEN.asked(open.as_ref()),
        Registered::<R>::BY_ASSIGNEE.asked(filter.assignee_id.as_ref()),
    ])
    .only("requester_id", filter.requester_id.as_ref())
    .only("assignee_id", filter.assignee_id.as_ref())
    .only("location_id", filter.location_id.as_ref())
    .only("type", filter.kind.as_ref())
    .only("priority", filter.priority.as_ref())
    .only("number", filter.number.as_ref())
    .containing("tags", filter.tag.as_ref())
    .without("status", open.map(|()| TicketStatus::Closed).as_ref())
    .otherwise([Registered::<R>::BY_LOCATION.asked(filter.location_id.as_ref())])
    .finding(filter.q.as_ref())
}

/// The list narrowed to a status, out of the stored one and the time: what was solved some days ago is closed.
fn in_status<R: Register>(
    tickets: &List<Registered<R>>,
    status: Option<TicketStatus>,
    now: Timestamp,
) -> Vec<List<Registered<R>>> {
    let is = |status: TicketStatus| tickets.clone().only("status", Some(&status));
    match status {
        None => vec![tickets.clone()],
        Some(TicketStatus::Solved) => vec![is(TicketStatus::Solved).matching(Some(to_close(IsLate::No, now)))],
        Some(TicketStatus::Closed) => {
            vec![is(TicketStatus::Closed), is(TicketStatus::Solved).matching(Some(to_close(IsLate::Yes, now)))]
        }
        Some(status @ (TicketStatus::New | TicketStatus::InProgress | TicketStatus::Pending)) => vec![is(status)],
    }
}

/// Whether the days are over in which a solved ticket can be taken up again.
#[derive(Clone, Copy, PartialEq, Eq)]
enum IsLate {
    Yes,
    No,
}

/// The condition of a solved ticket that is closed by now, or of another.
fn to_close(late: IsLate, now: Timestamp) -> Expression {
    let overdue = "#in.#closes <= :now";
    let text = if late == IsLate::Yes { overdue.to_owned() } else { format!("NOT ({overdue})") };
    Expression::new(text).name("#in", "body").name("#closes", "closes_at").string(NOW, now.to_string())
}
