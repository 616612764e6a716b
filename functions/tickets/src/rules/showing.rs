//! Tickets with what is shown beside them: by when they are to be solved, at their locations as these are now.

use std::collections::BTreeMap;

use records::Location;
use shared::api::Call;
use store::Record;
use values::{ApiError, Id, Timestamp};

use super::{business_hours::BusinessHours, found::Found, sla};
use crate::records::{
    register::{Register, Registered},
    shown::ShownTicket,
    ticket::Ticket,
};

/// A ticket at its location.
#[must_use]
pub fn shown(found: &Found, location: Option<&Location>) -> ShownTicket {
    match found {
        Found::Ordinary(record) => ShownTicket::new(record, due_at(&record.body.ticket, location)),
        Found::Sensitive(record) => ShownTicket::new(record, due_at(&record.body.ticket, location)),
    }
}

/// Tickets at their locations.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn show_all<R: Register>(
    call: &Call,
    records: &[Record<Registered<R>>],
) -> Result<Vec<ShownTicket>, ApiError> {
    let unsolved = records.iter().filter(|record| record.body.ticket.solved_at.is_none());
    let mut wanted: Vec<Id<Location>> = unsolved.map(|record| record.body.ticket.location_id).collect();
    wanted.sort_unstable();
    wanted.dedup();
    let locations = if wanted.is_empty() { Vec::new() } else { call.store.find_all(call.tenant(), &wanted).await? };
    // Tickets of a location share what is known of its hours.
    let mut hours: BTreeMap<_, _> =
        locations.iter().map(|location| (location.id, BusinessHours::of(&location.body))).collect();
    let shown = |record: &Record<Registered<R>>| {
        let ticket = &record.body.ticket;
        ShownTicket::new(record, due_within(ticket, hours.get_mut(&ticket.location_id)))
    };
    Ok(records.iter().map(shown).collect())
}

/// By when a ticket is to be solved, as far as it is not.
#[must_use]
pub fn due_at(ticket: &Ticket, location: Option<&Location>) -> Option<Timestamp> {
    due_within(ticket, location.map(BusinessHours::of).as_mut())
}

/// The same by hours of its location.
fn due_within(ticket: &Ticket, hours: Option<&mut BusinessHours>) -> Option<Timestamp> {
    if ticket.solved_at.is_some() {
        return None;
    }
    let hours = hours?;
    let minutes = ticket.priority.minutes(&hours.location().ticket_settings.resolution_minutes);
    sla::due_at(&ticket.clock, minutes, hours)
}
