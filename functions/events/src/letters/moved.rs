//! Letters about an event that has another time, to everybody who has seats of it.

use futures_util::future::try_join_all;
use mailing::{Draft, Drafts, Fact, Facts, Letter, LetterType, Readers, Recipient};
use records::LoggedEvent;
use serde::Deserialize;
use store::{List, Order, Record, lists::just_after};
use values::{ApiError, Id, Timestamp};
use work::UnitOfWork;

use super::event_scene::{EventScene, readers_of};
use crate::records::{
    event::Event, event_state::EventStatus, registration::EventRegistration, registration_state::RegistrationStatus,
};

/// The event about which it has something to say.
pub const EVENTS: [&str; 1] = ["event.rescheduled"];
/// Registrations of a page of letters.
const PAGE_REGISTRATIONS: usize = 100;
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

/// The new time with the old one, once to each address; nothing when it has yet another time by now. Of one letter its
/// own registration is read alone.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn drafts(work: UnitOfWork, event: Record<LoggedEvent>, readers: Readers) -> Result<Drafts, ApiError> {
    let Ok(told) = serde_json::from_str::<EventTold>(event.body.object.as_str()) else { return Ok(Drafts::default()) };
    let before: EventBefore = serde_json::from_str(event.body.previous_attributes.as_str()).unwrap_or_default();
    let id: Id<Event> = event.body.object_id.cast();
    let Some(scene) = EventScene::read(&work, id).await? else { return Ok(Drafts::default()) };
    let present = &scene.event.body;
    let is_still = (told.start_time, told.end_time) == (present.start_time, present.end_time);
    if !is_still || present.status_at(work.now) != EventStatus::Published {
        return Ok(Drafts::default());
    }
    let (holders, next) = match readers {
        Readers::From(after) => read_page(&work, id, after.as_deref()).await?,
        Readers::Of(letter) => (read_own(&work, id, &letter).await?, None),
    };
    let (facts, location) = (facts_of(&scene, &before), Some(present.location_id));
    let letter = |reader| Draft::new(LetterType::EventMoved, reader, location, facts.clone());
    let drafts = read_readers(&work, &scene, holders).await?.into_iter().map(letter).collect();
    Ok(Drafts { drafts, next })
}

fn facts_of(scene: &EventScene, before: &EventBefore) -> Facts {
    let mut facts = scene.facts();
    if let Some(start) = before.start_time {
        facts.insert("old_start", Fact::Instant(start, scene.zone));
    } else if let Some(end) = before.end_time {
        facts.insert("old_end", Fact::Instant(end, scene.zone));
    }
    facts
}

type Holders = Vec<Record<EventRegistration>>;

/// A page of the registrations, in the order in which they were made, and the last of it if there are more.
async fn read_page(
    work: &UnitOfWork,
    event: Id<Event>,
    after: Option<&str>,
) -> Result<(Holders, Option<String>), ApiError> {
    let list = List::by(&EventRegistration::BY_EVENT, &event).ordered(Order::Ascending);
    let found = work.store.all(work.tenant(), &list.between(after.map(just_after), None), PAGE_REGISTRATIONS).await?;
    let last = found.records.last().map(|holder| holder.id.to_string());
    Ok((found.records, last.filter(|_| found.has_more)))
}

/// The registration by which the reader of a letter is known, which may have been cancelled since.
async fn read_own(work: &UnitOfWork, event: Id<Event>, letter: &Letter) -> Result<Holders, ApiError> {
    let Some(id) = letter.known_by else { return Ok(Vec::new()) };
    let found: Option<Record<EventRegistration>> = work.store.find(work.tenant(), id.cast()).await?;
    Ok(found.into_iter().filter(|holder| holder.body.event_id == event).collect())
}

/// Everybody of these who has seats.
async fn read_readers(work: &UnitOfWork, scene: &EventScene, holders: Holders) -> Result<Vec<Recipient>, ApiError> {
    let is_live = |holder: &Record<EventRegistration>| {
        let registration = EventRegistration { event: scene.terms(), ..holder.body.clone() };
        matches!(registration.status_at(work.now), RegistrationStatus::Pending | RegistrationStatus::Confirmed)
    };
    let holders: Holders = holders.into_iter().filter(is_live).collect();
    let mut readers = Vec::new();
    for some in holders.chunks(AT_ONCE) {
        let read = some.iter().map(|one| readers_of(work, one.id, (one.body.customer_id, one.body.guest.as_ref())));
        readers.extend(try_join_all(read).await?.into_iter().flatten());
    }
    Ok(readers)
}
