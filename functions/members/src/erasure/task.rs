//! What is left to be removed of a person who was anonymised.

use chrono::Duration;
use records::{Company, Member, Upload};
use serde::{Deserialize, Serialize};
use store::{Entity, Indexes};
use values::{EmailAddress, Id, Kind, KindName, Timestamp};

/// After this time every index has what was written when the member was anonymised.
const INDEX_LAG_MINUTES: i64 = 1;

/// What is left to be removed. Its id is the member's. It stays, without anything about the person, and tells when
/// everything was removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemberErasure {
    /// The person's addresses, the last one first; none once everything was removed.
    pub emails: Vec<EmailAddress>,
    /// Companies for which the person may have booked.
    pub companies: Vec<Id<Company>>,
    /// The person's photograph; none once everything was removed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub photograph: Option<Id<Upload>>,
    /// When the member was anonymised. What was written later is somebody else's.
    pub since: Timestamp,
    /// When it is gone through again.
    due_at: Option<Timestamp>,
    /// When everything was removed.
    finished_at: Option<Timestamp>,
}

impl MemberErasure {
    /// Everything of a member who is anonymised now.
    #[must_use]
    pub fn of(member: &Member, now: Timestamp) -> Self {
        Self {
            emails: std::iter::once(&member.email).chain(&member.earlier_emails).cloned().collect(),
            companies: member.companies.ever(),
            photograph: member.photo_key.key().and_then(|key| key.upload()),
            since: now,
            due_at: Some(now.plus(Duration::minutes(INDEX_LAG_MINUTES))),
            finished_at: None,
        }
    }

    /// First instant at which something that is written is somebody else's.
    #[must_use]
    pub fn until(&self) -> Timestamp {
        self.since.plus(Duration::milliseconds(1))
    }

    /// Whether everything was removed.
    #[must_use]
    pub const fn is_finished(&self) -> bool {
        self.finished_at.is_some()
    }

    /// The same with everything removed.
    #[must_use]
    pub fn finished(&self, now: Timestamp) -> Self {
        Self { emails: Vec::new(), photograph: None, due_at: None, finished_at: Some(now), ..self.clone() }
    }

    /// The same, to be gone on with by the next run.
    #[must_use]
    pub fn later(&self, now: Timestamp) -> Self {
        Self { due_at: Some(now.plus(Duration::seconds(1))), ..self.clone() }
    }
}

impl Kind for MemberErasure {
    const KIND: KindName = KindName::MemberErasure;
}

impl Entity for MemberErasure {
    const PATH: &'static str = "/member-erasures";
    type View = bool;

    /// No operation shows it.
    fn view(&self, _now: Timestamp) -> bool {
        self.is_finished()
    }

    fn indexes(&self, _id: Id<Self>) -> Indexes {
        Indexes::default().due(self.due_at)
    }
}
