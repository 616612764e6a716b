//! Who is at a location for an event: those whose tickets were scanned in, until that is undone or the local day is
//! over on which the event ended or was cancelled, because people are still inside when an event is over. One small
//! item for each registration of which somebody has come, in the partition of the location, changed in the transaction
//! of the check-in; so whoever is there is read exactly. The item says nothing of the person: that is read from the
//! registration.

use std::collections::{BTreeSet, HashMap};

use chrono::Duration;
use records::Location;
use serde::{Deserialize, Serialize};
use store::{Expression, Key, Record, RecordSet, Transaction};
use values::{ApiError, Customer, Day, EmailAddress, Id, Kind, KindName, Name, ShortText, TimeZone, Timestamp};
use work::UnitOfWork;

/// Days after the end of an event when its items may be deleted: more than a local day has.
const KEPT_DAYS: i64 = 3;
/// Space of the items, sorted by registration.
const SPACE: &str = "event_attendees_present";

/// Somebody has come by a registration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Present {
    /// The event for which the registration is.
    event_id: Id<()>,
    /// When the event ended or was cancelled, once that is written down.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ended_at: Option<Timestamp>,
    /// When DynamoDB may delete it, in seconds since 1970: the local day is over by then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires_at_epoch: Option<i64>,
}

/// What is read of an event: it belongs to an area of its own.
#[derive(Clone, Copy, Debug, Deserialize)]
struct StoredEvent {
    body: EventEnd,
}

/// When an event ends.
#[derive(Clone, Copy, Debug, Deserialize)]
struct EventEnd {
    end_time: Timestamp,
    #[serde(default)]
    cancellation: Option<CancelledAt>,
}

/// When an event was cancelled.
#[derive(Clone, Copy, Debug, Deserialize)]
struct CancelledAt {
    at: Timestamp,
}

/// What is read of a registration: it belongs to an area of its own.
#[derive(Debug, Deserialize)]
struct StoredRegistration {
    body: AttendeePresent,
}

/// Those who are there by one registration.
#[derive(Clone, Debug, Deserialize)]
pub struct AttendeePresent {
    /// The registration, which the key of the item names.
    #[serde(skip)]
    pub registration_id: Option<Id<()>>,
    /// The event.
    pub event_id: Id<()>,
    /// Whose it is, when it is a customer's.
    pub customer_id: Option<Id<Customer>>,
    /// Whose it is, when it is somebody's who is no customer.
    pub guest: Option<GuestPresent>,
    /// Who comes, by name.
    #[serde(default)]
    pub attendee_name: ShortText,
    /// How many have come.
    #[serde(rename = "checked_in_count")]
    pub people: i64,
    /// When the first of them came.
    pub checked_in_at: Option<Timestamp>,
}

/// Somebody who is no customer.
#[derive(Clone, Debug, Deserialize)]
pub struct GuestPresent {
    /// Name that the guest gave.
    pub name: Name,
    /// E-mail address that the guest gave.
    pub email: EmailAddress,
}

/// Notes in `transaction` whether anybody is there by a registration.
pub fn note<K: Kind, E: Kind>(
    transaction: &mut Transaction,
    location: Id<Location>,
    (registration, event): (Id<K>, Id<E>),
    is_there: bool,
) {
    if is_there {
        let present = Present { event_id: event.cast(), ended_at: None, expires_at_epoch: None };
        put(transaction, location, registration, &present);
    } else {
        transaction.remove_value(&key(transaction, location, registration));
    }
}

/// Notes in `transaction` that the event has ended, or was cancelled, to which somebody has come by a registration:
/// they are there until the local day is over.
pub fn note_end<K: Kind, E: Kind>(
    transaction: &mut Transaction,
    location: Id<Location>,
    (registration, event): (Id<K>, Id<E>),
    ended_at: Timestamp,
) {
    let expires_at_epoch = Some(ended_at.plus(Duration::days(KEPT_DAYS)).seconds());
    let present = Present { event_id: event.cast(), ended_at: Some(ended_at), expires_at_epoch };
    put(transaction, location, registration, &present);
}

fn put<K: Kind>(transaction: &mut Transaction, location: Id<Location>, registration: Id<K>, present: &Present) {
    let key = key(transaction, location, registration);
    let refusal = ApiError::internal("the presence of an attendee was refused");
    transaction.put_encoded(&key, present, Expression::always(), refusal);
}

fn key<K: Kind>(transaction: &Transaction, location: Id<Location>, registration: Id<K>) -> Key {
    Key::sorted(transaction.tenant(), SPACE, &location.to_string(), registration.to_string())
}

/// Everybody whose ticket for an event of a location was scanned in, until the local day is over on which the event
/// ended or was cancelled.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_inside(work: &UnitOfWork, location: &Record<Location>) -> Result<Vec<AttendeePresent>, ApiError> {
    let first = Key::sorted(work.tenant(), SPACE, &location.id.to_string(), "0".to_owned());
    let found = work.store.read_values_between::<Present>(&first, "~").await?;
    let zone = location.body.time_zone;
    let is_here = |ended_at: Option<Timestamp>| ended_at.is_none_or(|at| is_of_today(at, zone, work.now));
    let noted: Vec<(Key, Present)> = found.into_iter().filter(|(_, present)| is_here(present.ended_at)).collect();
    let ends = ends(work, &noted).await?;
    let there = noted.into_iter().filter(|(_, present)| is_here(ends.get(&present.event_id).copied()));
    let ids = there.filter_map(|(key, _)| Id::<()>::parse(&key.sort));
    let keys: Vec<Key> =
        ids.map(|id| Key::of_kind(work.tenant(), KindName::EventRegistration, id.uuid(), RecordSet::Live)).collect();
    let stored = work.store.read_values::<StoredRegistration>(keys).await?;
    let attendees = stored
        .into_iter()
        .map(|(key, registration)| AttendeePresent { registration_id: Id::parse(&key.sort), ..registration.body });
    Ok(attendees.filter(|attendee| attendee.people > 0).collect())
}

/// When the events end, or were cancelled, of which no end is written down yet.
async fn ends(work: &UnitOfWork, noted: &[(Key, Present)]) -> Result<HashMap<Id<()>, Timestamp>, ApiError> {
    let open = noted.iter().filter(|(_, present)| present.ended_at.is_none());
    let events: BTreeSet<Id<()>> = open.map(|(_, present)| present.event_id).collect();
    let keys = events.iter().map(|id| Key::of_kind(work.tenant(), KindName::Event, id.uuid(), RecordSet::Live));
    let found = work.store.read_values::<StoredEvent>(keys.collect()).await?;
    let end = |event: EventEnd| event.cancellation.map_or(event.end_time, |cancelled| cancelled.at);
    Ok(found.into_iter().filter_map(|(key, event)| Some((Id::parse(&key.sort)?, end(event.body)))).collect())
}

/// Whether the local day of an instant is not over.
fn is_of_today(at: Timestamp, zone: TimeZone, now: Timestamp) -> bool {
    let day = Day::new(at.day_in(zone)).and_then(|day| day.whole_in(zone));
    day.is_none_or(|day| now < day.end())
}
