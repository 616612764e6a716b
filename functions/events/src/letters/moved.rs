//! Letters about an event that has another time, to everybody who has seats of it.

use std::collections::BTreeSet;

use futures_util::future::try_join_all;
use mailing::{Draft, Fact, LetterType, Recipient};
use records::LoggedEvent;
use serde::Deserialize;
use store::{List, Record};
use values::{ApiError, Timestamp, email::comparable_email};
use work::UnitOfWork;

use super::event_scene::{EventScene, readers_of};
use crate::records::{
    event_state::EventStatus, registration::EventRegistration, registration_state::RegistrationStatus,
};

/// The event about which it has something to say.
pub const EVENTS: [&str; 1] = ["event.rescheduled"];
/// Most registrations whose holders are told.
const REGISTRATIONS_MAX: usize = 500;
/// Registrations whose readers are read at the same moment.
const AT_ONCE: usize = 20;

/// An event as it was told.
#[derive(Debug, Deserialize)]
struct EventTold {
    start_time: Timestamp,
    end_time: Timestamp,
}

/// What is told of before; what had not changed is absent.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct EventBefore {
    start_time: Option<Timestamp>,
    end_time: Option<Timestamp>,
}

/// The new time with the old one, once to each address; nothing when it has yet another time by now.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn drafts(work: UnitOfWork, event: Record<LoggedEvent>) -> Result<Vec<Draft>, ApiError> {
    let Ok(told) = serde_json::from_str::<EventTold>(event.body.object.as_str()) else { return Ok(Vec::new()) };
    let before: EventBefore = serde_json::from_str(event.body.previous_attributes.as_str()).unwrap_or_default();
    let Some(scene) = EventScene::read(&work, event.body.object_id.cast()).await? else { return Ok(Vec::new()) };
    let present = &scene.event.body;
    let is_still = (told.start_time, told.end_time) == (present.start_time, present.end_time);
    if !is_still || present.status_at(work.now) != EventStatus::Published {
        return Ok(Vec::new());
    }
    let mut facts = scene.facts();
    if let Some(start) = before.start_time {
        facts.insert("old_start", Fact::Instant(start, scene.zone));
    } else if let Some(end) = before.end_time {
        facts.insert("old_end", Fact::Instant(end, scene.zone));
    }
    let location = Some(present.location_id);
    let letter = |reader| Draft::new(LetterType::EventMoved, reader, location, facts.clone());
    Ok(read_readers(&work, &scene).await?.into_iter().map(letter).collect())
}

/// Everybody who has seats, each address once.
async fn read_readers(work: &UnitOfWork, scene: &EventScene) -> Result<Vec<Recipient>, ApiError> {
    let list = List::by(&EventRegistration::BY_EVENT, &scene.event.id);
    let mut holders = work.store.all(work.tenant(), &list, usize::MAX).await?.records;
    for holder in &mut holders {
        holder.body.event = scene.terms();
    }
    holders.retain(|holder| {
        matches!(holder.body.status_at(work.now), RegistrationStatus::Pending | RegistrationStatus::Confirmed)
    });
    holders.truncate(REGISTRATIONS_MAX);
    let (mut readers, mut seen) = (Vec::new(), BTreeSet::new());
    for some in holders.chunks(AT_ONCE) {
        let read = some.iter().map(|one| readers_of(work, one.body.customer_id, one.body.guest.as_ref()));
        for reader in try_join_all(read).await?.into_iter().flatten() {
            if seen.insert(comparable_email(reader.email.as_str())) {
                readers.push(reader);
            }
        }
    }
    Ok(readers)
}
