//! What happened to a record, as the event log keeps it and as webhooks tell it. Events are made from the table's
//! stream alone; no operation writes one.

use std::borrow::Cow;

use chrono::Duration;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;
use uuid::Uuid;

use super::{
    ClientId, Location, Member,
    stamp::{OPERATOR, Stamp},
};
use store::{Entity, Index, IndexBy, Indexes, record::FurtherEntry};
use values::{Customer, Id, Kind, KindName, MerchantReference, Timestamp};

/// How many days an event is kept.
pub const EVENT_DAYS: i64 = 90;
/// Milliseconds of a day.
const DAY_MS: i64 = 86_400_000;

/// A stored event. Its id follows from the change in the stream, so that a second look at the change makes the same
/// event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoggedEvent {
    /// What happened, such as `booking.created`: a type of the catalogue.
    pub event_type: String,
    /// What the record is, such as `booking`.
    pub object_type: String,
    /// Identifier of the record that changed.
    pub object_id: Id<()>,
    /// The record's version after the change.
    pub object_version: i64,
    /// The record after the change, as its own operations show it; empty when it is not kept.
    pub object: JsonText,
    /// What the fields that changed held before; an object without fields for what was made or deleted.
    pub previous_attributes: JsonText,
    /// Who changed it; none for what was deleted for good.
    pub actor: Option<EventActor>,
    /// The request that changed it, or the name of the scheduled work; none for what was deleted for good.
    pub request_id: Option<String>,
    /// When it was changed.
    pub occurred_at: Timestamp,
    /// Whom it names, by the ids in it, each once: customers, hosts, authors. Anonymising one of them empties it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<Id<Customer>>,
    /// What the record names, in short, as it was when the event was made; empty when nothing of it is kept. None of
    /// events that are older than this field.
    #[serde(default, skip_serializing_if = "JsonText::is_absent")]
    pub expanded: JsonText,
    /// Locations of the record, after the change and before it. None of events that are older than this field.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub location_ids: Vec<Id<Location>>,
}

impl LoggedEvent {
    /// The same with nothing of its record.
    #[must_use]
    pub fn emptied(self) -> Self {
        let nothing = JsonText::absent;
        Self { object: nothing(), previous_attributes: nothing(), expanded: nothing(), ..self }
    }
}

impl LoggedEvent {
    /// Those of one type.
    pub const BY_TYPE: IndexBy<Self, String> = IndexBy::compared(Index::First, "type", String::clone);
    /// Those of one type of object.
    pub const BY_OBJECT_TYPE: IndexBy<Self, String> = IndexBy::compared(Index::Second, "object_type", String::clone);
    /// Those that name a customer, for exporting and anonymising.
    pub const BY_CUSTOMER: IndexBy<Self, Id<Customer>> = IndexBy::new(Index::Third, "customer");
    /// Those of what one member did, each beside the record itself.
    pub const BY_ACTOR: IndexBy<Self, Id<Member>> = IndexBy::new(Index::Third, "actor");
    /// Those of one record.
    pub const BY_OBJECT: IndexBy<Self, Id<()>> = IndexBy::new(Index::Fourth, "object");

    /// The member who acted.
    #[must_use]
    pub fn member(&self) -> Option<Id<Member>> {
        self.actor.as_ref().and_then(|actor| actor.id)
    }

    /// The first UTC day, as its first instant, of which events are shown at `now`.
    #[must_use]
    pub fn shown_from(now: Timestamp) -> Timestamp {
        start_of_day(now.plus(Duration::days(-EVENT_DAYS)))
    }

    /// When the last event of this one's UTC day is no longer shown: nothing of a day is deleted while a list still has
    /// the day.
    #[must_use]
    pub fn gone_after(occurred_at: Timestamp) -> Timestamp {
        start_of_day(occurred_at).plus(Duration::days(EVENT_DAYS + 2))
    }
}

/// The first instant of an instant's day in UTC.
#[must_use]
pub fn start_of_day(at: Timestamp) -> Timestamp {
    Timestamp::from_millis(at.millis() - at.millis().rem_euclid(DAY_MS)).unwrap_or(Timestamp::EPOCH)
}

impl Entity for LoggedEvent {
    const PATH: &'static str = "/event-log";
    type View = EventView;

    /// What the record alone says; its id is the record's, which [`LoggedEvent::shown`] is given.
    fn view(&self, _now: Timestamp) -> EventView {
        self.shown(Id::new(Uuid::nil()))
    }

    fn expires_at(&self) -> Option<Timestamp> {
        Some(Self::gone_after(self.occurred_at))
    }

    fn further_entries(&self) -> Vec<FurtherEntry> {
        let at = || self.occurred_at.to_string();
        let others = self.people.iter().skip(1).map(|person| Self::BY_CUSTOMER.further(person, at()));
        others.chain(self.member().map(|member| Self::BY_ACTOR.further(&member, at()))).collect()
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default()
            .by(&Self::BY_TYPE, &self.event_type, id)
            .by(&Self::BY_OBJECT_TYPE, &self.object_type, id)
            .by_any(&Self::BY_CUSTOMER, self.people.first(), id)
            .by(&Self::BY_OBJECT, &self.object_id, id)
    }
}

/// Who changed a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EventActor {
    /// What kind of actor made the change.
    pub r#type: EventActorType,
    /// Identifier of the member who acted; null for what is not a member.
    #[serde(default)]
    pub id: Option<Id<Member>>,
    /// The `client_id` of the API client that acted, or through which a member did; null for everything else.
    pub client_id: Option<String>,
}

impl EventActor {
    /// Who changed a record of this merchant, by what the record says.
    #[must_use]
    pub fn of(merchant: Id<MerchantReference>, changed_by: &str) -> Self {
        let stamp = Stamp::parse(changed_by);
        let kind = match (stamp, changed_by) {
            (Some(Stamp { member: Some(_), .. }), _) => EventActorType::Member,
            (Some(Stamp { member: None, .. }), _) => EventActorType::Client,
            (None, OPERATOR) => EventActorType::Operator,
            (None, _) => EventActorType::Schedule,
        };
        let client_id = stamp.map(|stamp| ClientId::new(merchant, stamp.client).to_string());
        Self { r#type: kind, id: stamp.and_then(|stamp| stamp.member), client_id }
    }
}

/// What kind of actor changes records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EventActorType {
    /// An API client, with a request.
    Client,
    /// A member who has signed in, with a request through an API client.
    Member,
    /// The service, with scheduled work or with what follows from other changes.
    Schedule,
    /// Whoever operates the service, with a command.
    Operator,
}

/// A JSON object as text: it is shown byte for byte as it was written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct JsonText(String);

impl JsonText {
    /// The text of a value; `{}` for one that does not serialize, which no view is.
    #[must_use]
    pub fn of<T: Serialize>(value: &T) -> Self {
        Self(serde_json::to_string(value).unwrap_or_else(|_| "{}".to_owned()))
    }

    /// An object without fields.
    #[must_use]
    pub fn empty() -> Self {
        Self("{}".to_owned())
    }

    /// The JSON text; empty when nothing is kept.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Nothing: what is not kept.
    #[must_use]
    pub const fn absent() -> Self {
        Self(String::new())
    }

    /// Whether nothing is kept.
    #[must_use]
    pub const fn is_absent(&self) -> bool {
        self.0.is_empty()
    }

    /// Bytes as a record of the store counts them, in which quotes are escaped twice.
    #[must_use]
    pub fn stored_bytes(&self) -> usize {
        self.0.len() + 3 * self.0.bytes().filter(|byte| matches!(byte, b'"' | b'\\')).count()
    }

    /// The same as JSON in an answer; none when nothing is kept.
    #[must_use]
    pub fn shown(&self) -> Option<ShownJson> {
        if self.is_absent() {
            return None;
        }
        RawValue::from_string(self.0.clone()).ok().map(ShownJson)
    }
}

impl Serialize for JsonText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

/// A JSON object of any fields.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct ShownJson(Box<RawValue>);

impl JsonSchema for ShownJson {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "ShownJson".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "object", "additionalProperties": {}})
    }
}

impl Kind for LoggedEvent {
    const KIND: KindName = KindName::LoggedEvent;
}

/// What happened to a record.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "LoggedEvent")]
pub struct EventView {
    /// Identifier: the same on every delivery of the event.
    pub id: String,
    /// What happened, such as `booking.created`.
    pub r#type: String,
    /// When the record changed.
    pub occurred_at: Timestamp,
    /// What the record is, such as `booking`.
    pub object_type: String,
    /// Identifier of the record that changed.
    pub object_id: Id<()>,
    /// The record's version after the change. Events may arrive in another order than they happened: one with a lower
    /// version than the last one seen of the record is old.
    pub version: i64,
    /// The record after the change, as its own operations show it: of the schema that `EventObjectType` names for
    /// `object_type`, without what `docs/EVENTS.md` names as left out. Null where nothing of it is kept or may be seen:
    /// read the record.
    pub object: Option<ShownJson>,
    /// What the fields that changed held before; without fields for what was made or deleted, null where `object` is
    /// null.
    pub previous_attributes: Option<ShownJson>,
    /// What the record names, in short, under the names and in the form that `expand` shows it, as it was when the event
    /// was made: `docs/EVENTS.md` has the names of each `object_type`, and the scopes that they take. A name is absent
    /// where there is nothing to show; null where `object` is, and where no name is left.
    pub expanded: Option<ShownJson>,
    /// Who changed it; null for what was deleted for good, which leaves nobody's name.
    pub actor: Option<EventActor>,
    /// The request that changed it, as its answer's `meta.request_id`, or the name of the scheduled work; null where
    /// `actor` is.
    pub request_id: Option<String>,
}

impl LoggedEvent {
    /// The event with this id, as the event log and webhooks show it, without what its record names: that takes scopes
    /// of its own.
    #[must_use]
    pub fn shown(&self, id: Id<Self>) -> EventView {
        EventView {
            id: id.to_string(),
            r#type: self.event_type.clone(),
            occurred_at: self.occurred_at,
            object_type: self.object_type.clone(),
            object_id: self.object_id,
            version: self.object_version,
            object: self.object.shown(),
            previous_attributes: self.previous_attributes.shown(),
            expanded: None,
            actor: self.actor.clone(),
            request_id: self.request_id.clone(),
        }
    }
}
