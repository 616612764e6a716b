//! The letter about seats that are kept for somebody who waits.

use mailing::{Draft, Fact, LetterType};
use records::LoggedEvent;
use store::Record;
use values::{ApiError, Id};
use work::UnitOfWork;

use super::event_scene::{EventScene, readers_of};
use crate::records::waitlist_entry::{EventWaitlistEntry, EventWaitlistStatus};

/// The event about which it has something to say.
pub const EVENTS: [&str; 1] = ["event_waitlist_entry.offered"];

/// How many seats are kept, and until when; nothing once the offer is over.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn drafts(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let id: Id<EventWaitlistEntry> = event.body.object_id.cast();
    let Some(found) = work.store.find(work.tenant(), id).await? else { return Ok(Vec::new()) };
    let Some(scene) = EventScene::read(&work, found.body.event_id).await? else { return Ok(Vec::new()) };
    let entry = EventWaitlistEntry { event: scene.terms(), ..found.body };
    if entry.status_at(work.now) != EventWaitlistStatus::Offered {
        return Ok(Vec::new());
    }
    let mut facts = scene.facts();
    facts.insert("seats", Fact::Count(entry.quantity));
    if let Some(until) = entry.offer_ends_at() {
        facts.insert("until", Fact::Instant(until, scene.zone));
    }
    let readers = readers_of(&work, id, (entry.customer_id, entry.guest.as_ref())).await?;
    let letter = |reader| Draft::new(LetterType::EventSeatOffered, reader, Some(entry.location_id), facts.clone());
    Ok(readers.into_iter().map(letter).collect())
}
