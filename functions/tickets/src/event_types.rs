//! What clients are told of the records of this area (`docs/EVENTS.md`): for each kind the rules of its events, of
//! which the first that holds names the event, and the fields that no event has.

use event_history::{EventRule, ObjectEvents, When};
use values::{Area, Scope};

use crate::{
    records::{
        comment::TicketComment,
        register::{OrdinaryTicket, SensitiveTicket},
    },
    tickets,
};

/// Which events the records of this area have.
#[must_use]
pub fn event_types() -> Vec<ObjectEvents> {
    vec![
        // One that becomes sensitive leaves this list, and its id stays.
        ObjectEvents::of::<OrdinaryTicket>("ticket", Area::Tickets, &TICKET)
            .leaving_out(&["subject", "description", "tags", "metadata"])
            .emptied_by(&["deleted"])
            .naming(tickets::NAMED),
        ObjectEvents::of::<SensitiveTicket>("sensitive_ticket", Area::Tickets, &SENSITIVE_TICKET).silent(),
        // Which ticket, and whether whoever asked is to hear of it. A comment does not say whether its ticket is a
        // sensitive one, so all of them are for those who see everything.
        ObjectEvents::of::<TicketComment>("ticket_comment", Area::Tickets, &TICKET_COMMENT)
            .leaving_out(&["author_id", "text", "attachments", "metadata"])
            .also_needing(&[Scope::TICKETS_INTERNAL, Scope::TICKETS_SENSITIVE])
            .naming_nobody(),
    ]
}

const TICKET: [EventRule; 11] = [
    EventRule::new("created", When::Created, "Somebody asks for help."),
    EventRule::new(
        "solved",
        When::Became("status", "solved"),
        "It was solved: `breached` says whether later than by `due_at`.",
    ),
    EventRule::new(
        "closed",
        When::Became("status", "closed"),
        "It was closed: nobody said anything after it was solved.",
    ),
    EventRule::new("reopened", When::Grew("reopened_count"), "It was not solved."),
    EventRule::new("assigned", When::Changed("assignee_id"), "Somebody else, or nobody, is to solve it."),
    EventRule::new("answered", When::Given("first_response_at"), "It was answered for the first time."),
    EventRule::new("pending", When::Became("status", "pending"), "It waits for whoever asked."),
    EventRule::new("in_progress", When::Became("status", "in_progress"), "Somebody works on it."),
    EventRule::new(
        "restored",
        When::Restored,
        "It is one that everybody sees who sees tickets, after it was a sensitive one.",
    ),
    EventRule::new("deleted", When::Deleted, "It was deleted."),
    EventRule::new("updated", When::Updated, "Something else of it was changed."),
];

const SENSITIVE_TICKET: [EventRule; 2] = [
    EventRule::new(
        "created",
        When::Created,
        "Somebody asks for help with what only trusted people see. Nothing of it is told.",
    ),
    EventRule::new(
        "updated",
        When::Updated,
        "Something of it was changed, or a ticket became a sensitive one. Nothing of it is told.",
    ),
];

const TICKET_COMMENT: [EventRule; 2] = [
    EventRule::new(
        "created",
        When::Created,
        "Somebody said something about a ticket: `ticket_id`, and whether only the people who run the place see it: `internal`. What was said is read with the ticket.",
    ),
    EventRule::new("updated", When::Updated, "It was changed."),
];
