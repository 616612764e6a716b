//! Notice: that an event has happened about which letters may have to be written. It is stored with the event, and gone
//! once its letters are there. One of a location stays, and is due each morning.

use chrono::Duration;
use records::{Location, LoggedEvent};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Indexes};
use values::{Id, Kind, KindName, Timestamp};

/// After how many minutes the sweep hands a notice to the queue that was to be there.
const HANDED_OVER_MINUTES: i64 = 5;

/// An event about which letters are to be written. Its id is the event's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LetterNotice {
    /// When the sweep looks at it.
    pub due_at: Timestamp,
    /// The location of which staff are told each morning; none where the notice is one of an event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest_of: Option<Id<Location>>,
    /// When its next digest is written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest_at: Option<Timestamp>,
    /// After which of its readers letters are still to be written; none from the first one on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

impl LetterNotice {
    /// A notice that is handed to the queue now.
    #[must_use]
    pub fn handed_over(now: Timestamp) -> Self {
        let due_at = now.plus(Duration::minutes(HANDED_OVER_MINUTES));
        Self { due_at, digest_of: None, digest_at: None, after: None }
    }

    /// The notice by which staff of a location are told at `at`.
    #[must_use]
    pub const fn of_digest(location: Id<Location>, at: Timestamp) -> Self {
        Self { due_at: at, digest_of: Some(location), digest_at: Some(at), after: None }
    }

    /// The same when letters to its readers were written up to `after`, and the others are still to be.
    #[must_use]
    pub fn gone_on(self, after: String, now: Timestamp) -> Self {
        Self { after: Some(after), ..self.handed_over_again(now) }
    }

    /// The same handed to the queue now: the sweep looks whether it was lost there.
    #[must_use]
    pub fn handed_over_again(self, now: Timestamp) -> Self {
        Self { due_at: now.plus(Duration::minutes(HANDED_OVER_MINUTES)), ..self }
    }

    /// The notice of a location's digests.
    #[must_use]
    pub const fn id_of_digest(location: Id<Location>) -> Id<Self> {
        location.cast()
    }

    /// The notice of an event.
    #[must_use]
    pub const fn id_of(event: Id<LoggedEvent>) -> Id<Self> {
        event.cast()
    }
}

impl Kind for LetterNotice {
    const KIND: KindName = KindName::LetterNotice;
}

impl Entity for LetterNotice {
    const PATH: &'static str = "/letter-notices";
    type View = LetterNoticeView;

    fn view(&self, _now: Timestamp) -> LetterNoticeView {
        LetterNoticeView {}
    }

    fn indexes(&self, _id: Id<Self>) -> Indexes {
        Indexes::default().due(Some(self.due_at))
    }
}

/// Nothing: no operation shows it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "LetterNotice")]
pub struct LetterNoticeView {}
