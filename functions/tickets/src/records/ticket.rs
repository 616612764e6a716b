//! Ticket: what is stored of a request for help, and what follows from it and the time.

use records::{Location, Member};
use scheduling::{Booking, CalendarBlock, Resource};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{Counter, Id, LongText, Name, ShortText, Timestamp};

use super::{
    measured::Measured,
    sla_clock::SlaClock,
    state::TicketStatus,
    ticket_type::{TicketPriority, TicketType},
};

/// Most tags of a ticket.
pub const TAGS_MAX: usize = 20;

/// What clients write of a ticket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TicketFields {
    /// Where; the location is active.
    #[schemars(extend("x-create-only" = true))]
    pub location_id: Id<Location>,
    /// Who asks: a member.
    #[schemars(extend("x-create-only" = true))]
    pub requester_id: Id<Member>,
    /// What it is about.
    #[serde(rename = "type")]
    pub kind: TicketType,
    /// The same in a few words.
    #[serde(default)]
    pub subject: ShortText,
    /// What is the matter.
    #[schemars(extend("x-create-only" = true))]
    pub description: LongText,
    /// How much it matters.
    #[serde(default)]
    pub priority: TicketPriority,
    /// Who takes care of it: a manager of the location, an admin or an owner. It changes with `assign`.
    #[serde(default)]
    #[schemars(extend("x-create-only" = true))]
    pub assignee_id: Option<Id<Member>>,
    /// The resource that it is about, at the location.
    #[serde(default)]
    #[schemars(extend("x-create-only" = true))]
    pub resource_id: Option<Id<Resource>>,
    /// The booking that it is about: the requester's own, or one of a company of theirs.
    #[serde(default)]
    #[schemars(extend("x-create-only" = true))]
    pub booking_id: Option<Id<Booking>>,
    /// The closed ticket that it goes on from.
    #[serde(default)]
    #[schemars(extend("x-create-only" = true))]
    pub follow_up_of: Option<Id<()>>,
    /// When the resource cannot be booked because of it. It changes with `block` and `unblock`, and ends when the
    /// ticket is solved.
    #[serde(default)]
    #[schemars(extend("x-create-only" = true))]
    pub maintenance_block: Option<MaintenanceTime>,
    /// Words by which the operator sorts tickets, each of them once.
    #[serde(default)]
    #[schemars(length(max = TAGS_MAX), extend("uniqueItems" = true))]
    pub tags: Vec<Name>,
}

/// When a resource cannot be booked because of a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MaintenanceTime {
    /// First instant at which the resource cannot be booked.
    pub start_time: Timestamp,
    /// First instant after it; at most 31 days later.
    pub end_time: Timestamp,
}

/// A stored ticket, whichever register it is in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ticket {
    /// Fields of the ticket that clients write.
    #[serde(flatten)]
    pub fields: TicketFields,
    /// Its number at the location, in its register.
    pub number: i64,
    /// When it was created.
    pub opened_at: Timestamp,
    /// State, as it was written down last.
    pub status: TicketStatus,
    /// The calendar block that was made for it.
    pub block_id: Option<Id<CalendarBlock>>,
    /// Times at which the ticket's clock ran and stood still.
    pub clock: SlaClock,
    /// When somebody else than the requester first said something to the requester.
    pub first_response_at: Option<Timestamp>,
    /// When it was solved; none while it is not.
    pub solved_at: Option<Timestamp>,
    /// By when it was to be solved, as that was when it was; none while it is not solved.
    pub solved_due_at: Option<Timestamp>,
    /// When it is closed by itself, once it is solved.
    pub closes_at: Option<Timestamp>,
    /// When it was closed.
    pub closed_at: Option<Timestamp>,
    /// How often it was reopened.
    pub reopened_count: u32,
    /// What of it is counted in the metrics.
    pub measured: Measured,
}

impl std::ops::Deref for Ticket {
    type Target = TicketFields;

    fn deref(&self) -> &TicketFields {
        &self.fields
    }
}

impl std::ops::DerefMut for Ticket {
    fn deref_mut(&mut self) -> &mut TicketFields {
        &mut self.fields
    }
}

impl Ticket {
    /// Whether only trusted people see it.
    #[must_use]
    pub const fn is_sensitive(&self) -> bool {
        self.fields.kind.is_sensitive()
    }

    /// Whether it stands in the way of its location, its requester and its assignee.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.status != TicketStatus::Closed
    }

    /// When it is closed by itself.
    #[must_use]
    pub fn closes_itself_at(&self) -> Option<Timestamp> {
        if self.status == TicketStatus::Solved { self.closes_at } else { None }
    }

    /// The same with what time has done by itself until `now`.
    #[must_use]
    pub fn settled(mut self, now: Timestamp) -> Self {
        if let Some(at) = self.closes_itself_at().filter(|at| *at <= now) {
            self.status = TicketStatus::Closed;
            self.closed_at = Some(at);
        }
        self
    }

    /// The last number given at a location in one of its registers.
    #[must_use]
    pub fn numbers(location: Id<Location>, is_sensitive: bool) -> Counter {
        Counter::new(if is_sensitive { "sensitive_ticket_number" } else { "ticket_number" }, location)
    }
}
