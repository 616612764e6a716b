//! What answers show of a ticket.

use scheduling::CalendarBlock;
use schemars::JsonSchema;
use serde::Serialize;
use values::{Id, Timestamp};

use super::{
    state::TicketStatus,
    ticket::{Ticket, TicketFields},
};

/// A request for help.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Ticket")]
pub struct TicketView {
    /// Fields of the ticket that clients write.
    #[serde(flatten)]
    fields: TicketFields,
    /// Its number at the location. Sensitive tickets have numbers of their own, and a ticket that becomes one or ceases
    /// to be one gets another.
    number: i64,
    /// In which state it is.
    status: TicketStatus,
    /// The calendar block that was made for it; null when there is none.
    block_id: Option<Id<CalendarBlock>>,
    /// By when it is to be solved, in business hours of the location as they are now; null while its time stands still.
    /// Of one that was solved, as that was then.
    due_at: Option<Timestamp>,
    /// Whether `due_at` has passed, or had when it was solved.
    breached: bool,
    /// When somebody else than the requester first answered the requester; null when nobody has.
    first_response_at: Option<Timestamp>,
    /// When it was solved; null while it is not.
    solved_at: Option<Timestamp>,
    /// When it is closed by itself; null while it is not solved, and once it is closed.
    closes_at: Option<Timestamp>,
    /// When it was closed; null while it is not.
    closed_at: Option<Timestamp>,
    /// How often it was reopened.
    reopened_count: u32,
}

impl TicketView {
    /// What is shown of a ticket that is due at an instant, as far as it is not solved.
    #[must_use]
    pub fn of(ticket: &Ticket, due_at: Option<Timestamp>, now: Timestamp) -> Self {
        let ticket = ticket.clone().settled(now);
        let due_at = ticket.solved_at.map_or(due_at, |_| ticket.solved_due_at);
        let judged_at = ticket.solved_at.unwrap_or(now);
        Self {
            number: ticket.number,
            status: ticket.status,
            block_id: ticket.block_id,
            due_at,
            breached: due_at.is_some_and(|due| due < judged_at),
            first_response_at: ticket.first_response_at,
            solved_at: ticket.solved_at,
            closes_at: ticket.closes_itself_at(),
            closed_at: ticket.closed_at,
            reopened_count: ticket.reopened_count,
            fields: ticket.fields,
        }
    }
}
