//! The letter about time that came free and is held for whoever waits.

use mailing::{Draft, Fact, LetterType, recipients};
use records::LoggedEvent;
use scheduling::waitlist::entry::{WaitlistEntry, WaitlistStatus};
use serde::Deserialize;
use store::Record;
use values::{ApiError, Id, Timestamp};
use work::UnitOfWork;

use super::{facts::put_text, invites::letters_to, scenery::Scenery};
use crate::series::joined::find_series_of;

/// The event about which it has something to say.
pub const EVENTS: [&str; 1] = ["waitlist_entry.offered"];

/// An offer as its event has it.
#[derive(Debug, Deserialize)]
struct OfferTold {
    offered_start_time: Option<Timestamp>,
}

/// What is offered, and until when; nothing once the offer is over.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn drafts(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let id: Id<WaitlistEntry> = event.body.object_id.cast();
    let Ok(told) = serde_json::from_str::<OfferTold>(event.body.object.as_str()) else { return Ok(Vec::new()) };
    let Some(entry) = work.store.find(work.tenant(), id).await? else { return Ok(Vec::new()) };
    let offer = entry.body.offer.as_ref().filter(|offer| told.offered_start_time == Some(offer.start));
    let is_open = entry.body.status(work.now) == WaitlistStatus::Offered;
    let Some(offer) = offer.filter(|_| is_open) else { return Ok(Vec::new()) };
    let series = find_series_of(&work, &entry.body).await?;
    let also = series.as_ref().map(|series| series.body.additional_resource_ids.as_slice()).unwrap_or_default();
    let resources = also.iter().copied().chain([offer.resource_id]).collect();
    let Some(scenery) = Scenery::read(&work, entry.body.location_id, resources).await? else { return Ok(Vec::new()) };
    let mut facts = scenery.facts((offer.resource_id, also), (offer.start, offer.end));
    facts.insert("until", Fact::Instant(offer.expires_at, scenery.location.body.time_zone));
    if let Some(series) = &series {
        put_text(&mut facts, "title", series.body.title.as_str());
    }
    let readers = recipients::of_customer(&work, entry.body.customer_id, None).await?;
    Ok(letters_to(readers, (LetterType::BookingOffered, entry.body.location_id), &facts, |_| None))
}
