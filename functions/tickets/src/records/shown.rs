//! A ticket as it is answered: its record, and what follows from its location.

use shared::api::Shown;
use store::{Record, record::RecordView};
use values::{Metadata, Scope, Timestamp};

use super::{
    register::{Register, Registered},
    ticket::Ticket,
    ticket_type::TicketType,
    view::TicketView,
};

/// A ticket as it is answered, with what is derived of other records.
#[derive(Clone, Debug)]
pub struct ShownTicket {
    id: String,
    version: i64,
    created_at: Timestamp,
    updated_at: Timestamp,
    metadata: Metadata,
    ticket: Ticket,
    due_at: Option<Timestamp>,
}

impl ShownTicket {
    /// A record that is due at an instant, as far as it is not solved.
    #[must_use]
    pub fn new<R: Register>(record: &Record<Registered<R>>, due_at: Option<Timestamp>) -> Self {
        Self {
            id: record.id.to_string(),
            version: record.version,
            created_at: record.created_at,
            updated_at: record.updated_at,
            metadata: record.metadata.clone(),
            ticket: record.body.ticket.clone(),
            due_at,
        }
    }

    /// Its type, when it is not solved although its time has passed.
    #[must_use]
    pub fn overdue_type(&self, now: Timestamp) -> Option<TicketType> {
        let is_overdue = self.ticket.solved_at.is_none() && self.due_at.is_some_and(|due| due < now);
        is_overdue.then_some(self.ticket.kind)
    }
}

impl Shown for ShownTicket {
    type View = RecordView<TicketView>;

    fn show(&self, now: Timestamp) -> Self::View {
        RecordView {
            id: self.id.clone(),
            body: TicketView::of(&self.ticket, self.due_at, now),
            metadata: self.metadata.clone(),
            version: self.version,
            created_at: self.created_at,
            updated_at: self.updated_at,
        }
    }

    fn version(&self) -> Option<i64> {
        Some(self.version)
    }

    fn location(&self) -> Option<String> {
        Some(format!("/tickets/{}", self.id))
    }

    fn needs(&self) -> Vec<Scope> {
        if self.ticket.is_sensitive() { vec![Scope::TICKETS_SENSITIVE] } else { Vec::new() }
    }
}
