//! Letters about seats that were cancelled, alone or with their event.

use mailing::{Draft, Fact, LetterType};
use records::LoggedEvent;
use store::Record;
use values::{ApiError, LongText};
use work::UnitOfWork;

use super::event_scene::{put_money, put_text, read_registration, readers_of};
use crate::records::registration_state::{CancelledBy, RegistrationStatus, TicketPaymentSource};

/// The event about which it has something to say.
pub const EVENTS: [&str; 1] = ["event_registration.cancelled"];

/// That the seats are gone: `is_whole_event` when nobody has any, `is_unpaid` when they were not paid in time,
/// `is_by_operator` when the people of the place took them back; `reason` in their words; and `refund`, what is paid
/// back.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn drafts(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let Some((registration, scene)) = read_registration(&work, event.body.object_id.cast()).await? else {
        return Ok(Vec::new());
    };
    let cancellation = registration.cancellation_at(work.now);
    let is_cancelled = registration.status_at(work.now) == RegistrationStatus::Cancelled;
    let Some(cancellation) = cancellation.filter(|_| is_cancelled) else { return Ok(Vec::new()) };
    let mut facts = scene.facts();
    facts.insert("seats", Fact::Count(registration.quantity));
    let (flag, reason) = match cancellation.by {
        CancelledBy::Event => {
            let whole = scene.event.body.cancellation.as_ref().map(|whole| whole.reason.clone());
            (Some("is_whole_event"), whole.unwrap_or_default())
        }
        CancelledBy::Operator => (Some("is_by_operator"), cancellation.reason),
        CancelledBy::Time => (Some("is_unpaid"), LongText::default()),
        CancelledBy::Customer => (None, LongText::default()),
    };
    if let Some(flag) = flag {
        facts.insert(flag, Fact::Flag(true));
    }
    put_text(&mut facts, "reason", reason.as_str());
    if cancellation.is_refunded && registration.payment_source != TicketPaymentSource::Credits {
        let refund = registration.price.owed.money_minor - registration.owed_minor;
        put_money(&mut facts, "refund", refund, registration.currency);
    }
    let readers =
        readers_of(&work, event.body.object_id, (registration.customer_id, registration.guest.as_ref())).await?;
    let location = Some(registration.location_id);
    let letter = |reader| Draft::new(LetterType::EventCancelled, reader, location, facts.clone());
    Ok(readers.into_iter().map(letter).collect())
}
