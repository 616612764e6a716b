//! The letter with a ticket: once the seats are confirmed.

use mailing::{Draft, Fact, LetterType, qr_attachment};
use records::LoggedEvent;
use serde::Deserialize;
use store::Record;
use values::ApiError;
use work::UnitOfWork;

use super::event_scene::{put_money, put_text, read_registration, readers_of};
use crate::records::{
    event_state::EventStatus,
    registration_state::{RegistrationStatus, TicketPaymentSource},
};

/// The events about which it has something to say.
pub const EVENTS: [&str; 2] = ["event_registration.created", "event_registration.confirmed"];

/// A registration as its event has it.
#[derive(Debug, Deserialize)]
struct RegistrationTold {
    status: RegistrationStatus,
}

/// The ticket, with the code that is shown at the door.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn drafts(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let told = serde_json::from_str::<RegistrationTold>(event.body.object.as_str()).ok();
    if told.is_none_or(|told| told.status != RegistrationStatus::Confirmed) {
        return Ok(Vec::new());
    }
    let Some((registration, scene)) = read_registration(&work, event.body.object_id.cast()).await? else {
        return Ok(Vec::new());
    };
    let is_valid = registration.status_at(work.now) == RegistrationStatus::Confirmed;
    if !is_valid || scene.event.body.status_at(work.now) != EventStatus::Published {
        return Ok(Vec::new());
    }
    let mut facts = scene.facts();
    facts.insert("seats", Fact::Count(registration.quantity));
    facts.insert("code", Fact::Secret(registration.ticket_code.clone()));
    put_text(&mut facts, "attendee", registration.fields.attendee_name.as_str());
    let owed = registration.price.owed;
    match (registration.payment_source, owed.credits) {
        (TicketPaymentSource::Credits, Some(credits)) if credits != 0 => {
            facts.insert("credits", Fact::Count(credits));
        }
        (TicketPaymentSource::Credits, _) => {}
        _ => put_money(&mut facts, "price", owed.money_minor, registration.currency),
    }
    let readers =
        readers_of(&work, event.body.object_id, (registration.customer_id, registration.guest.as_ref())).await?;
    let picture = qr_attachment(&registration.qr_payload);
    let ticket = |reader| {
        let draft = Draft::new(LetterType::EventTicket, reader, Some(registration.location_id), facts.clone());
        match &picture {
            Some(picture) => draft.with(picture.clone()),
            None => draft,
        }
    };
    Ok(readers.into_iter().map(ticket).collect())
}
