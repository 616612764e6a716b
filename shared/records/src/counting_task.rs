//! When it is next looked whether changes of the lists by time of a kind are to be counted
//! (`docs/decisions/0046-calendar-counts.md`).

use chrono::Duration;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use store::{Entity, Indexes};
use values::{Id, Kind, KindName, Timestamp};

/// Changes wait for so long before they are counted, so that who comes sooner finds less than there is.
const LOOK_AFTER_SECONDS: i64 = 31;
/// Clocks of two processes differ by less than this: a look that is so near may have begun already.
const CLOCKS_APART_SECONDS: i64 = 5;

/// One for each merchant and kind. Its instant is of real time, also where a sandbox merchant has a clock of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountingTask {
    /// When it is looked next; none while nothing waits.
    due_at: Option<Timestamp>,
}

impl CountingTask {
    /// The task of a kind.
    #[must_use]
    pub fn id_of(kind: KindName) -> Id<Self> {
        let digest = Sha256::digest(kind.as_str());
        Id::new(Uuid::from_bytes(std::array::from_fn(|position| digest[position])))
    }

    /// The kind whose task this is.
    #[must_use]
    pub fn kind_of(id: Id<Self>) -> Option<KindName> {
        store::calendar_lists::kinds().find(|kind| Self::id_of(*kind) == id)
    }

    /// With a look as soon as what is written at `now` can be counted.
    #[must_use]
    pub fn looking_after(now: Timestamp) -> Self {
        Self { due_at: Some(now.plus(Duration::seconds(LOOK_AFTER_SECONDS))) }
    }

    /// With nothing to look for.
    #[must_use]
    pub const fn idle() -> Self {
        Self { due_at: None }
    }

    /// Whether a look is due.
    #[must_use]
    pub fn is_due(&self, now: Timestamp) -> bool {
        self.due_at.is_some_and(|due| due <= now)
    }

    /// Whether somebody will look, and has not begun to: what is written by `now` is then seen.
    #[must_use]
    pub fn is_ahead(&self, now: Timestamp) -> bool {
        self.due_at.is_some_and(|due| due > now.plus(Duration::seconds(CLOCKS_APART_SECONDS)))
    }
}

impl Kind for CountingTask {
    const KIND: KindName = KindName::CountingTask;
}

impl Entity for CountingTask {
    const PATH: &'static str = "/counting-tasks";
    type View = bool;

    /// No operation shows it.
    fn view(&self, _now: Timestamp) -> bool {
        self.due_at.is_none()
    }

    fn indexes(&self, _id: Id<Self>) -> Indexes {
        Indexes::default().due(self.due_at)
    }
}
