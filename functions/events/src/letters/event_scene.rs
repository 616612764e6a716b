//! An event as it is now, with what letters tell of it, and who reads them.

use mailing::{Fact, Facts, Recipient, recipients, text};
use scheduling::Resource;
use store::Record;
use values::{ApiError, Currency, Customer, Id, Money, TimeZone};
use work::UnitOfWork;

use crate::records::{
    event::Event,
    event_state::EventStatus,
    party::EventGuest,
    registration::{EventFacts, EventRegistration},
};

/// An event with where it is.
#[derive(Debug)]
pub struct EventScene {
    /// The event.
    pub event: Record<Event>,
    /// Time zone of its location.
    pub zone: TimeZone,
    /// Where at the location, or elsewhere; empty when that is not said.
    pub place: String,
}

impl EventScene {
    /// Reads an event, put away or not; none when it is gone, or its location.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn read(work: &UnitOfWork, id: Id<Event>) -> Result<Option<Self>, ApiError> {
        let Some(event) = work.store.find_any(work.tenant(), id).await? else { return Ok(None) };
        let Some(location) = work.store.find_any(work.tenant(), event.body.location_id).await? else {
            return Ok(None);
        };
        let place = read_place(work, &event.body).await?;
        Ok(Some(Self { event, zone: location.body.time_zone, place }))
    }

    /// What decides about what people have of it; none of a draft.
    #[must_use]
    pub fn terms(&self) -> Option<EventFacts> {
        (self.event.body.status != EventStatus::Draft).then(|| EventFacts::of(&self.event.body))
    }

    /// What it is called, when and where it is: `event`, `start`, `end` and `place`.
    #[must_use]
    pub fn facts(&self) -> Facts {
        let (event, zone) = (&self.event.body, self.zone);
        let (start, end) = (event.start_time, event.end_time);
        let is_same_day = start.day_in(zone) == end.day_in(zone);
        let end = if is_same_day { Fact::TimeOfDay(end, zone) } else { Fact::Instant(end, zone) };
        let mut facts =
            Facts::from([("event", text(event.title.as_str())), ("start", Fact::Instant(start, zone)), ("end", end)]);
        put_text(&mut facts, "place", &self.place);
        facts
    }
}

/// Where an event is at its location: as it says, else what it takes there.
async fn read_place(work: &UnitOfWork, event: &Event) -> Result<String, ApiError> {
    let Some(id) = event.resource_id.filter(|_| event.venue.as_str().is_empty()) else {
        return Ok(event.venue.to_string());
    };
    let resource: Option<Record<Resource>> = work.store.find_any(work.tenant(), id).await?;
    Ok(resource.map(|resource| resource.body.name.to_string()).unwrap_or_default())
}

/// Who reads for somebody who comes or waits: the customer, or the guest, who is known by the record whatever the address
/// is.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn readers_of<K>(
    work: &UnitOfWork,
    record: Id<K>,
    (customer, guest): (Option<Id<Customer>>, Option<&EventGuest>),
) -> Result<Vec<Recipient>, ApiError> {
    let readers = match (customer, guest) {
        (Some(customer), _) => recipients::of_customer(work, customer, None).await?,
        (None, Some(guest)) => vec![Recipient::address(guest.email.clone(), guest.name.as_str())],
        (None, None) => Vec::new(),
    };
    Ok(readers.into_iter().map(|reader| reader.known_by(record)).collect())
}

/// A registration as it is now, with its event; none when either is gone.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_registration(
    work: &UnitOfWork,
    id: Id<EventRegistration>,
) -> Result<Option<(EventRegistration, EventScene)>, ApiError> {
    let Some(found) = work.store.find(work.tenant(), id).await? else { return Ok(None) };
    let Some(scene) = EventScene::read(work, found.body.event_id).await? else { return Ok(None) };
    let registration = EventRegistration { event: scene.terms(), ..found.body };
    Ok(Some((registration, scene)))
}

/// Adds words; nothing of none.
pub fn put_text(facts: &mut Facts, name: &'static str, words: &str) {
    if !words.is_empty() {
        facts.insert(name, text(words));
    }
}

/// Adds a sum; nothing of 0.
pub fn put_money(facts: &mut Facts, name: &'static str, minor: i64, currency: Currency) {
    if minor != 0 {
        facts.insert(name, Fact::Money(Money::new(minor, currency).amount(), currency));
    }
}
