//! What a letter keeps of its event. Events are kept for some months, and letters may be sent later than that.

use records::{LoggedEvent, logged_event::JsonText};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use values::{Id, Timestamp};

/// Instants, states and ids of a record that sources read of an event; nothing that people write.
const KEPT: [&str; 7] =
    ["status", "start_time", "end_time", "resource_id", "hold_expires_at", "expected_at", "expected_until"];

/// An event with what sources need of it to say again what they said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToldEvent {
    event_type: String,
    object_version: i64,
    object: JsonText,
    occurred_at: Timestamp,
}

impl ToldEvent {
    /// What is kept of an event.
    #[must_use]
    pub fn of(event: &LoggedEvent) -> Self {
        let told: Map<String, Value> = serde_json::from_str(event.object.as_str()).unwrap_or_default();
        let kept: Map<String, Value> = told.into_iter().filter(|(name, _)| KEPT.contains(&name.as_str())).collect();
        Self {
            event_type: event.event_type.clone(),
            object_version: event.object_version,
            object: JsonText::of(&kept),
            occurred_at: event.occurred_at,
        }
    }

    /// The event with that, about this record.
    #[must_use]
    pub fn event(&self, object_type: String, object_id: Id<()>) -> LoggedEvent {
        LoggedEvent {
            event_type: self.event_type.clone(),
            object_type,
            object_id,
            object_version: self.object_version,
            object: self.object.clone(),
            previous_attributes: JsonText::empty(),
            actor: None,
            request_id: None,
            occurred_at: self.occurred_at,
            people: Vec::new(),
            expanded: JsonText::absent(),
            location_ids: Vec::new(),
        }
    }
}
