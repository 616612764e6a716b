//! Who is at a location for an event: those whose tickets were scanned in, while the event is on. One small item for
//! each registration of which somebody has come, in the partition of the location, changed in the transaction of the
//! check-in; so whoever is there is read exactly. The item says nothing of the person: that is read from the
//! registration.

use std::collections::BTreeSet;

use records::Location;
use serde::{Deserialize, Serialize};
use store::{Expression, Key, RecordSet, Transaction};
use values::{ApiError, Customer, EmailAddress, Id, Kind, KindName, Name, ShortText, Timestamp};
use work::UnitOfWork;

use crate::claims::{
    ClaimKind,
    noted::{ClaimedThing, NotedClaims},
};

/// Space of the items, sorted by registration.
const SPACE: &str = "event_attendees_present";

/// Somebody has come by a registration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Present {
    /// To this event.
    event_id: Id<()>,
}

/// What is read of a registration: it belongs to an area of its own.
#[derive(Debug, Deserialize)]
struct StoredRegistration {
    body: AttendeePresent,
}

/// Those who are there by one registration.
#[derive(Clone, Debug, Deserialize)]
pub struct AttendeePresent {
    /// The registration.
    #[serde(skip)]
    pub registration_id: Option<Id<()>>,
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
    /// Name.
    pub name: Name,
    /// Address for mail.
    pub email: EmailAddress,
}

/// Notes in `transaction` whether anybody is there by a registration.
pub fn note<K: Kind, E: Kind>(
    transaction: &mut Transaction,
    location: Id<Location>,
    (registration, event): (Id<K>, Id<E>),
    is_there: bool,
) {
    let key = Key::sorted(transaction.tenant(), SPACE, &location.to_string(), registration.to_string());
    if is_there {
        let refusal = ApiError::internal("the presence of an attendee was refused");
        transaction.put_encoded(&key, &Present { event_id: event.cast() }, Expression::always(), refusal);
    } else {
        transaction.remove_value(&key);
    }
}

/// Everybody whose ticket for an event of a location was scanned in, as long as the event is published and not over.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn inside(work: &UnitOfWork, location: Id<Location>) -> Result<Vec<AttendeePresent>, ApiError> {
    let noted = NotedClaims::on(work, ClaimedThing::Location(location)).await?;
    let events = noted.claims.iter().filter(|claim| claim.kind == ClaimKind::Event);
    let on: BTreeSet<&str> = events.map(|claim| claim.obstacle.id.as_str()).collect();
    if on.is_empty() {
        return Ok(Vec::new());
    }
    let first = Key::sorted(work.tenant(), SPACE, &location.to_string(), "0".to_owned());
    let found = work.store.values_between::<Present>(&first, "~").await?;
    let there = found.into_iter().filter(|(_, present)| on.contains(present.event_id.to_string().as_str()));
    let ids = there.filter_map(|(key, _)| Id::<()>::parse(&key.sort));
    let keys = ids.map(|id| Key::of_kind(work.tenant(), KindName::EventRegistration, id.uuid(), RecordSet::Live));
    let stored = work.store.values::<StoredRegistration>(keys.collect()).await?;
    let attendees = stored
        .into_iter()
        .map(|(key, registration)| AttendeePresent { registration_id: Id::parse(&key.sort), ..registration.body });
    Ok(attendees.filter(|attendee| attendee.people > 0).collect())
}
