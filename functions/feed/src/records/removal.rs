//! What a deleted post or comment still has: a job that whoever comes next goes on with.

use chrono::Duration;
use serde::{Deserialize, Serialize};
use store::{Entity, Indexes};
use values::{Id, Kind, KindName, Timestamp};

use super::target::TargetType;

/// Seconds after which the job is due again when it had no time, or an index does not show everything yet.
const AGAIN_SECONDS: i64 = 5;

/// What is left to be removed. Its id is that of what was deleted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FeedRemoval {
    /// Whether a post or a comment was deleted.
    pub target_type: TargetType,
    /// When the job is due.
    due_at: Timestamp,
}

impl FeedRemoval {
    /// Of what is deleted now: the request itself begins with it.
    #[must_use]
    pub fn of(target_type: TargetType, now: Timestamp) -> Self {
        Self { target_type, due_at: now.plus(Duration::seconds(AGAIN_SECONDS)) }
    }
}

impl Kind for FeedRemoval {
    const KIND: KindName = KindName::FeedRemoval;
}

impl Entity for FeedRemoval {
    const PATH: &'static str = "/feed-removals";
    type View = bool;

    /// No operation shows it.
    fn view(&self, _now: Timestamp) -> bool {
        self.target_type == TargetType::Post
    }

    fn indexes(&self, _id: Id<Self>) -> Indexes {
        Indexes::default().due(Some(self.due_at))
    }
}
