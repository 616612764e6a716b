//! What the feed still has of a member who was anonymised. The members area makes it in the transaction that anonymises
//! the member, and the feed, whose records that area does not know, takes the person's posts, comments and likes away.

use chrono::Duration;
use serde::{Deserialize, Serialize};

use store::{Entity, Indexes};
use values::{Id, Kind, KindName, Timestamp};

/// After this time every index has what was written when the member was anonymised.
const INDEX_LAG_MINUTES: i64 = 1;

/// What is left of a member in the feed. Its id is the member's. It stays, and tells when everything was taken away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeedErasure {
    /// When the member was anonymised.
    pub since: Timestamp,
    /// When it is gone through again; none once everything was taken away.
    due_at: Option<Timestamp>,
}

impl FeedErasure {
    /// Everything of a member who is anonymised now.
    #[must_use]
    pub const fn of(now: Timestamp) -> Self {
        Self { since: now, due_at: Some(now) }
    }

    /// Whether everything was taken away.
    #[must_use]
    pub const fn is_finished(&self) -> bool {
        self.due_at.is_none()
    }

    /// The same after nothing was found at an instant: finished, unless an index may not have shown everything by then.
    #[must_use]
    pub fn looked(&self, now: Timestamp) -> Self {
        let shown = self.since.plus(Duration::minutes(INDEX_LAG_MINUTES));
        Self { due_at: (now < shown).then_some(shown), ..self.clone() }
    }

    /// The same, to be gone on with by the next run.
    #[must_use]
    pub fn later(&self, now: Timestamp) -> Self {
        Self { due_at: Some(now.plus(Duration::seconds(1))), ..self.clone() }
    }
}

impl Kind for FeedErasure {
    const KIND: KindName = KindName::FeedErasure;
}

impl Entity for FeedErasure {
    const PATH: &'static str = "/feed-erasures";
    type View = bool;

    /// No operation shows it.
    fn view(&self, _now: Timestamp) -> bool {
        self.is_finished()
    }

    fn indexes(&self, _id: Id<Self>) -> Indexes {
        Indexes::default().due(self.due_at)
    }
}
