//! What is sent again to an endpoint: the events of a range of time, in steps.

use event_history::EventList;
use records::LoggedEvent;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{
    Id, Timestamp,
    operation::{Operation, OperationStatus},
};

use super::event_pattern::{EventPattern, names_type};

/// Events that are sent again to an endpoint, as that is stored with it: the last time that it was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventReplay {
    /// Which events.
    #[serde(flatten)]
    pub range: ReplayedRange,
    /// How many events there were in the range when it was asked for.
    pub total: i64,
    /// How many of them were looked at.
    pub done: i64,
    /// How many are sent again.
    pub sent: i64,
    /// How far it has come; none before the first step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<ReplayPlace>,
    /// Where it stands.
    pub operation: Operation,
}

/// Which events are sent again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReplayedRange {
    /// Events from this instant on.
    pub from: Timestamp,
    /// Events before this instant.
    pub to: Timestamp,
    /// Types of the events: those of them that the endpoint lists too.
    pub event_types: Vec<EventPattern>,
    /// Which of them, by what became of them at the endpoint.
    pub which: ReplayedEvents,
}

/// Which events are sent again, by what became of them at the endpoint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReplayedEvents {
    /// All of them, also what was delivered.
    #[default]
    All,
    /// What failed, was cancelled, or was never to be sent there.
    Undelivered,
    /// Only what was never to be sent there, such as what happened while the endpoint was disabled, or before it was
    /// made.
    Missing,
}

/// How far a replay has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplayPlace {
    /// Name of the list of events that is gone through.
    pub list: String,
    /// The last of its events that was looked at; none when all were.
    pub after: Option<Id<LoggedEvent>>,
}

/// Events that are sent again.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "WebhookReplay")]
pub struct ReplayView {
    /// Which events.
    #[serde(flatten)]
    pub range: ReplayedRange,
    /// How far it is; `succeeded` and `cancelled` are final. It is cancelled when the endpoint is disabled.
    pub status: OperationStatus,
    /// How many events of these types there were in the range.
    pub total: i64,
    /// How many of them were looked at.
    pub done: i64,
    /// How many of them are sent again.
    pub sent: i64,
    /// When it was asked for.
    pub created_at: Timestamp,
    /// When its last step was done.
    pub updated_at: Timestamp,
    /// When it ended; null while it goes on.
    pub ended_at: Option<Timestamp>,
}

impl EventReplay {
    /// One that was just asked for, of so many events.
    #[must_use]
    pub const fn new(range: ReplayedRange, total: i64, now: Timestamp) -> Self {
        Self { range, total, done: 0, sent: 0, place: None, operation: Operation::new(now) }
    }

    /// Where to go on: a list, and after which of its events; none when all were gone through.
    #[must_use]
    pub fn next(&self) -> Option<(EventList, Option<Id<LoggedEvent>>)> {
        let mut lists = EventList::of_types(|name| names_type(&self.range.event_types, name)).into_iter();
        let Some(place) = &self.place else { return lists.next().map(|list| (list, None)) };
        let is_left = |list: &EventList| match place.after {
            Some(_) => place.list <= list.name(),
            None => place.list < list.name(),
        };
        let list = lists.find(is_left)?;
        let after = if list.name() == place.list { place.after } else { None };
        Some((list, after))
    }

    /// The same after a step that looked at so many events, of which so many are sent.
    #[must_use]
    pub fn advanced(self, place: ReplayPlace, (looked_at, sent): (usize, usize), now: Timestamp) -> Self {
        let more = |count: usize| i64::try_from(count).unwrap_or_default();
        let done = self.done + more(looked_at);
        Self {
            total: self.total.max(done),
            done,
            sent: self.sent + more(sent),
            place: Some(place),
            operation: self.operation.stepped(OperationStatus::Running, now),
            ..self
        }
    }

    /// The same at its end.
    #[must_use]
    pub fn ended(self, status: OperationStatus, now: Timestamp) -> Self {
        Self { operation: self.operation.stepped(status, now), ..self }
    }

    /// How it is shown.
    #[must_use]
    pub fn view(&self) -> ReplayView {
        ReplayView {
            range: self.range.clone(),
            status: self.operation.state,
            total: self.total,
            done: self.done,
            sent: self.sent,
            created_at: self.operation.created_at,
            updated_at: self.operation.updated_at,
            ended_at: self.operation.ended_at,
        }
    }
}

impl ReplayedEvents {
    /// Whether an event is sent again. `is_undelivered` says whether its delivery came to nothing; none when it was never
    /// to be sent.
    #[must_use]
    pub fn has(self, is_undelivered: Option<bool>) -> bool {
        match self {
            Self::All => true,
            Self::Undelivered => is_undelivered.unwrap_or(true),
            Self::Missing => is_undelivered.is_none(),
        }
    }
}

#[cfg(test)]
mod tests {
    use event_history::EventList;
    use serde_json::json;
    use uuid::Uuid;
    use values::{Id, Timestamp};

    use super::{EventReplay, ReplayPlace, ReplayedRange};

    #[test]
    fn a_replay_goes_through_its_lists_one_after_the_other() {
        let range = json!({"from": Timestamp::EPOCH, "to": Timestamp::EPOCH, "which": "all",
            "event_types": ["booking.created", "floor.*"]});
        let range: ReplayedRange = serde_json::from_value(range).expect("a range");
        let begun = EventReplay::new(range, 3, Timestamp::EPOCH);
        let floors = EventList::OfObject("floor");
        assert_eq!(begun.next(), Some((floors.clone(), None)));
        let last = Id::new(Uuid::from_u128(7));
        let place = |list: &EventList, after| ReplayPlace { list: list.name(), after };
        let within = begun.advanced(place(&floors, Some(last)), (2, 1), Timestamp::EPOCH);
        assert_eq!(within.next(), Some((floors.clone(), Some(last))));
        let through = within.advanced(place(&floors, None), (2, 2), Timestamp::EPOCH);
        let created = EventList::OfType("booking.created");
        assert_eq!(through.next(), Some((created.clone(), None)));
        assert_eq!((through.total, through.done, through.sent), (4, 4, 3));
        let over = through.advanced(place(&created, None), (0, 0), Timestamp::EPOCH);
        assert_eq!(over.next(), None);
    }
}
