//! What is left to be done of a deleted upload: its content is removed by the sweep, which is part of the area of
//! uploads. Any area that deletes an upload makes one.

use chrono::Duration;
use serde::{Deserialize, Serialize};

use store::{Entity, Indexes};
use values::{Id, Kind, KindName, Timestamp};

/// After how many seconds the sweep looks: a request lasts at most 8.
const LOOK_AFTER_SECONDS: i64 = 60;

/// The content of a deleted upload, whose id it has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRemoval {
    due_at: Timestamp,
}

impl FileRemoval {
    /// Of an upload that is deleted now.
    #[must_use]
    pub fn new(now: Timestamp) -> Self {
        Self { due_at: now.plus(Duration::seconds(LOOK_AFTER_SECONDS)) }
    }
}

impl Kind for FileRemoval {
    const KIND: KindName = KindName::FileRemoval;
}

impl Entity for FileRemoval {
    const PATH: &'static str = "/file-removals";
    type View = ();

    /// No operation shows it.
    fn view(&self, _now: Timestamp) {}

    fn indexes(&self, _id: Id<Self>) -> Indexes {
        Indexes::default().due(Some(self.due_at))
    }
}
