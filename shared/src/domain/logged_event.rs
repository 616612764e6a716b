//! What happened to a record, as the event log keeps it and as webhooks tell it. Events are made from the table's stream alone; no
//! operation writes one.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

use super::{Entity, Id, Kind, KindName, Timestamp};

/// How many days an event is kept.
pub const EVENT_DAYS: i64 = 90;

/// A stored event. Its id follows from the change in the stream, so that a second look at the change makes the same event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoggedEvent {
    /// What happened, such as `booking.created`: a type of the catalogue.
    pub event_type: String,
    /// What the record is, such as `booking`.
    pub object_type: String,
    /// The record's id.
    pub object_id: Id<()>,
    /// The record's version after the change.
    pub object_version: i64,
    /// The record after the change, as its own operations show it.
    pub object: JsonText,
    /// What the fields that changed held before; empty for what was made or deleted.
    pub previous_attributes: JsonText,
    /// Who changed it.
    pub actor: EventActor,
    /// The request that changed it, or the name of the scheduled work.
    pub request_id: String,
    /// When it was changed.
    pub occurred_at: Timestamp,
}

/// Who changed a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EventActor {
    /// What acted.
    pub r#type: EventActorType,
    /// The API client's `client_id`; null for what is not a client.
    pub client_id: Option<String>,
}

/// What acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EventActorType {
    /// An API client, with a request.
    Client,
    /// The service, with scheduled work.
    Schedule,
    /// Whoever operates the service, with a command.
    Operator,
}

/// A JSON object as text: it is shown byte for byte as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
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

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The same as JSON in an answer.
    #[must_use]
    pub fn shown(&self) -> ShownJson {
        ShownJson(RawValue::from_string(self.0.clone()).unwrap_or_else(|_| RawValue::NULL.to_owned()))
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
    /// When it happened.
    pub occurred_at: Timestamp,
    /// What the record is, such as `booking`.
    pub object_type: String,
    /// The record's id.
    pub object_id: Id<()>,
    /// The record's version after the change. Events may arrive in another order than they happened: one with a lower version than the
    /// last one seen of the record is old.
    pub version: i64,
    /// The record after the change, as its own operations show it.
    pub object: ShownJson,
    /// What the fields that changed held before; empty for what was made or deleted.
    pub previous_attributes: ShownJson,
    /// Who changed it.
    pub actor: EventActor,
    /// The request that changed it, as its answer's `meta.request_id`, or the name of the scheduled work.
    pub request_id: String,
}

impl LoggedEvent {
    /// The event with this id, as the event log and webhooks show it.
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
            actor: self.actor.clone(),
            request_id: self.request_id.clone(),
        }
    }
}

impl Entity for LoggedEvent {
    const PATH: &'static str = "/event-log";
    type View = ();

    /// Events are shown by [`LoggedEvent::shown`].
    fn view(&self, _now: Timestamp) {}

    fn expires_at(&self) -> Option<Timestamp> {
        Some(self.occurred_at.plus(chrono::Duration::days(EVENT_DAYS)))
    }
}
