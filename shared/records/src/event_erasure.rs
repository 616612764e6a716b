//! What is left to be emptied of the events of a record that was deleted, or is not to be seen any more. Whoever makes
//! events of the table's stream notes it, and a minute later, when every index shows what was stored before, the events
//! are emptied.

use chrono::Duration;
use serde::{Deserialize, Serialize};

use super::LoggedEvent;
use store::{Entity, Indexes};
use values::{Id, Kind, KindName, Timestamp};

/// After this time every index has what was stored before, and whoever looked before has stored what it was about to.
const INDEX_LAG_MINUTES: i64 = 1;

/// Up to which version of a record nothing of it stands in events. Its id is the record's. It stays for as long as such
/// events might come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventErasure {
    /// Events of this version of the record and of earlier ones have nothing of it. A ticket that is no longer
    /// sensitive is told of again.
    pub through_version: i64,
    /// When it was noted.
    noted_at: Timestamp,
    /// When the events are gone through; none once they were.
    due_at: Option<Timestamp>,
}

impl EventErasure {
    /// That nothing up to a version is to be left.
    #[must_use]
    pub fn through(version: i64, now: Timestamp) -> Self {
        let due_at = Some(now.plus(Duration::minutes(INDEX_LAG_MINUTES)));
        Self { through_version: version, noted_at: now, due_at }
    }

    /// Whether the events were gone through.
    #[must_use]
    pub const fn is_finished(&self) -> bool {
        self.due_at.is_none()
    }

    /// The same with nothing left.
    #[must_use]
    pub fn finished(&self) -> Self {
        Self { due_at: None, ..self.clone() }
    }

    /// The same, to be gone on with by the next run.
    #[must_use]
    pub fn later(&self, now: Timestamp) -> Self {
        Self { due_at: Some(now.plus(Duration::seconds(1))), ..self.clone() }
    }
}

impl Kind for EventErasure {
    const KIND: KindName = KindName::EventErasure;
}

impl Entity for EventErasure {
    const PATH: &'static str = "/event-erasures";
    type View = bool;

    /// No operation shows it.
    fn view(&self, _now: Timestamp) -> bool {
        self.is_finished()
    }

    /// An event that is older than what the log shows is not stored any more.
    fn expires_at(&self) -> Option<Timestamp> {
        Some(LoggedEvent::gone_after(self.noted_at))
    }

    fn indexes(&self, _id: Id<Self>) -> Indexes {
        Indexes::default().due(self.due_at)
    }
}
