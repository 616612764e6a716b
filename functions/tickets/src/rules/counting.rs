//! What the metrics count of a ticket. A change of a ticket writes the difference, so that a ticket which becomes
//! another type, or is reopened, counts as what it is by then. Pure: no IO.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use values::Day;

use crate::records::{measured::Measure, ticket::Ticket, ticket_type::TicketType};

/// What is counted of the tickets of a type on a day, or of all of several days.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "TicketFigures")]
pub struct Figures {
    /// Tickets that were created.
    pub created: i64,
    /// First responses to requesters, and how long they took.
    pub first_response: Duration,
    /// Tickets that were solved, and not reopened since.
    pub resolution: Duration,
    /// Those of them that were solved later than `due_at`. What is late and not solved yet is in `overdue_now`.
    pub breached: i64,
}

/// How long something took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "TicketDuration")]
pub struct Duration {
    /// Of how many tickets.
    pub tickets: i64,
    /// How long it took together, in minutes of business hours; of each ticket whole ones, rounded down.
    pub total_minutes: i64,
    /// How long it took on average, rounded to whole minutes; 0 when there was none.
    pub average_minutes: i64,
}

/// A field of a stored row: what is counted of a type.
const MEASURES: [&str; 6] = ["created", "responded", "response_minutes", "solved", "resolution_minutes", "breached"];

/// Numbers by day and field.
pub type Counts = BTreeMap<Day, BTreeMap<String, i64>>;

/// The field that has a measure of a type.
#[must_use]
pub fn field(kind: TicketType, measure: &str) -> String {
    format!("{}#{measure}", kind.as_str())
}

/// What a ticket counts.
#[must_use]
pub fn counted(ticket: &Ticket) -> Counts {
    let mut counts = Counts::new();
    let measured = &ticket.measured;
    let mut add = |day: Day, measure: &str, by: i64| {
        *counts.entry(day).or_default().entry(field(ticket.kind, measure)).or_default() += by;
    };
    add(measured.created_on, "created", 1);
    if let Some(Measure { on, minutes }) = measured.response {
        add(on, "responded", 1);
        add(on, "response_minutes", minutes);
    }
    if let Some(Measure { on, minutes }) = measured.resolution {
        add(on, "solved", 1);
        add(on, "resolution_minutes", minutes);
        add(on, "breached", i64::from(measured.breached));
    }
    counts
}

/// By how much a change changes what is counted; nothing of what stays as it is.
#[must_use]
pub fn difference(before: Option<&Ticket>, after: &Ticket) -> Counts {
    let mut counts = counted(after);
    for (day, fields) in before.map(counted).unwrap_or_default() {
        for (field, number) in fields {
            *counts.entry(day).or_default().entry(field).or_default() -= number;
        }
    }
    for fields in counts.values_mut() {
        fields.retain(|_, change| *change != 0);
    }
    counts.retain(|_, fields| !fields.is_empty());
    counts
}

impl Figures {
    /// With what a row has of a type.
    pub fn add(&mut self, kind: TicketType, number: impl Fn(&str) -> i64) {
        let [created, responded, response, solved, resolution, breached] =
            MEASURES.map(|measure| number(&field(kind, measure)));
        self.created += created;
        self.first_response.add(responded, response);
        self.resolution.add(solved, resolution);
        self.breached += breached;
    }
}

impl Duration {
    fn add(&mut self, tickets: i64, minutes: i64) {
        self.tickets += tickets;
        self.total_minutes += minutes;
        self.average_minutes =
            if self.tickets > 0 { (self.total_minutes + self.tickets / 2) / self.tickets } else { 0 };
    }
}
