//! The two registers of tickets. What only trusted people see is of a kind of its own, with its own lists and totals:
//! whoever looks for a ticket finds it only by asking for that kind, which takes the scope.

use std::marker::PhantomData;

use records::{Location, Member};
use serde::{Deserialize, Serialize};
use store::{Entity, Index, IndexBy, Indexes, Writable, record::FurtherEntry};
use values::{Id, Kind, KindName, Timestamp};

use super::{
    ticket::{Ticket, TicketFields},
    view::TicketView,
};

/// One of the registers.
pub trait Register: Clone + PartialEq + Send + Sync + std::fmt::Debug + 'static {
    /// The kind of its tickets.
    const KIND: KindName;
}

/// What everybody sees who sees tickets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ordinary;

/// What only trusted people see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sensitive;

impl Register for Ordinary {
    const KIND: KindName = KindName::Ticket;
}

impl Register for Sensitive {
    const KIND: KindName = KindName::SensitiveTicket;
}

/// A ticket in one of the registers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent, bound = "")]
pub struct Registered<R: Register> {
    /// The ticket, the same in both registers.
    pub ticket: Ticket,
    #[serde(skip)]
    register: PhantomData<fn() -> R>,
}

/// A ticket that everybody sees who sees tickets.
pub type OrdinaryTicket = Registered<Ordinary>;
/// A ticket that only trusted people see.
pub type SensitiveTicket = Registered<Sensitive>;
/// The id of a ticket, whichever register it is in: it keeps its id when it moves.
pub type TicketId = Id<OrdinaryTicket>;

impl<R: Register> Registered<R> {
    /// Index of the tickets at a location.
    pub const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::First, "location");
    /// Index of the tickets that a member takes care of.
    pub const BY_ASSIGNEE: IndexBy<Self, Id<Member>> = IndexBy::new(Index::Second, "assignee");
    /// By resource, in order of creation; a further entry of those that have one.
    pub const BY_RESOURCE: IndexBy<Self, Id<scheduling::Resource>> = IndexBy::new(Index::Second, "resource");
    /// By requester, who is a customer in this index as in those of other kinds.
    pub const BY_REQUESTER: IndexBy<Self, Id<Member>> = IndexBy::new(Index::Third, "customer");
    /// Those that are not closed, as far as that was written down.
    pub const OPEN: IndexBy<Self, ()> = IndexBy::all(Index::Fourth, "open");

    /// A ticket in this register.
    #[must_use]
    pub const fn new(ticket: Ticket) -> Self {
        Self { ticket, register: PhantomData }
    }
}

impl Writable for OrdinaryTicket {
    type Fields = TicketFields;
}

impl<R: Register> Kind for Registered<R> {
    const KIND: KindName = R::KIND;
}

impl<R: Register> Entity for Registered<R> {
    const VISIBILITY: values::Visibility = values::Visibility::own(&["requester_id"]);
    const PATH: &'static str = "/tickets";
    type View = TicketView;

    fn view(&self, now: Timestamp) -> TicketView {
        TicketView::of(&self.ticket, None, now)
    }

    fn names(&self) -> Vec<&str> {
        vec![self.ticket.subject.as_str()]
    }

    fn settled(self, now: Timestamp) -> Self {
        Self::new(self.ticket.settled(now))
    }

    fn further_entries(&self) -> Vec<FurtherEntry> {
        let Some(resource) = &self.ticket.resource_id else { return Vec::new() };
        vec![Self::BY_RESOURCE.further(resource, format!("{}#{:09}", self.ticket.opened_at, self.ticket.number))]
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        let ticket = &self.ticket;
        let indexes = Indexes::default()
            .by(&Self::BY_LOCATION, &ticket.location_id, id)
            .by_any(&Self::BY_ASSIGNEE, ticket.assignee_id.as_ref(), id)
            .by(&Self::BY_REQUESTER, &ticket.requester_id, id)
            .due(ticket.closes_itself_at());
        if ticket.is_open() { indexes.by(&Self::OPEN, &(), id) } else { indexes }
    }
}
