//! Visit: somebody is expected at a location, comes and leaves. What became of it is stored as facts; that nobody came,
//! and that who was there has left at closing, follows from them and the time.

pub mod calendar_entry;

use std::ops::{Deref, DerefMut};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Location, Member, Visitor, VisitorContact,
    visitor::{first_look, unique_at},
};
use store::{CalendarEntry, Entity, Index, IndexBy, Indexes, Writable};
use values::{Id, Kind, KindName, LongText, ShortText, Timestamp, UniqueKey, recurrence::RecurrenceRule};

/// What is known of a visit, and shown of it as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VisitFacts {
    /// Location at which the visitor is expected.
    pub location_id: Id<Location>,
    /// Whom the visitor visits.
    pub host_id: Id<Member>,
    /// The contact, when it was made of one.
    pub contact_id: Option<Id<VisitorContact>>,
    /// Who visits; of a contact as it was when the visit was made.
    pub visitor: Visitor,
    /// When the visitor is expected.
    pub expected_at: Timestamp,
    /// Until when the visitor is expected to stay; null when nobody said.
    pub expected_until: Option<Timestamp>,
    /// What the visit is for.
    pub reason: ShortText,
    /// For the people who run the place.
    pub comment: LongText,
    /// The booking that the visitor comes to.
    pub booking_id: Option<Id<()>>,
    /// The event that the visitor comes to.
    #[serde(default)]
    pub event_id: Option<Id<()>>,
    /// First of the visits that were made together by a rule.
    pub series_id: Option<Id<VisitorVisit>>,
    /// The rule by which they were.
    pub recurring: Option<RecurrenceRule>,
    /// Six digits with which the visitor checks in; empty once purged.
    pub code: String,
    /// Content of the QR code with which the visitor checks in; empty once purged.
    pub qr_payload: String,
    /// First instant at which the visitor can check in: the beginning of the local day.
    pub valid_from: Timestamp,
    /// First instant at which the visitor cannot any more: the end of the local day.
    pub valid_until: Timestamp,
    /// When the visitor came.
    pub checked_in_at: Option<Timestamp>,
    /// When the visitor left.
    pub checked_out_at: Option<Timestamp>,
    /// Whether that is how the visitor was checked out.
    pub left_at_closing: bool,
    /// When it was cancelled.
    pub cancelled_at: Option<Timestamp>,
    /// Number of the badge: one visitor of the location has it at a time.
    pub badge_number: Option<u32>,
    /// What the host says to the visitor who has come.
    pub host_state: HostState,
    /// When the visitor accepted the location's agreement.
    pub agreement_accepted_at: Option<Timestamp>,
    /// Which text that was: its SHA-256 digest in URL-safe base64.
    pub agreement_digest: Option<String>,
    /// What paid for the guest; null where the host's plan does not limit them.
    pub guest_pass: Option<GuestPass>,
    /// When the visitor's data was purged.
    pub purged_at: Option<Timestamp>,
}

/// A visit as it is stored, with the instants at which it changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VisitorVisit {
    /// What is known of it.
    #[serde(flatten)]
    pub facts: VisitFacts,
    /// All visits that were made together, in the first of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub occurrence_ids: Vec<Id<Self>>,
    /// What was decided or written down.
    pub state: VisitStatus,
    /// When time changes its state by itself.
    pub changes_at: Option<Timestamp>,
    /// When the visitor left, did not come or was cancelled; null before.
    pub ended_at: Option<Timestamp>,
    /// When it is looked at whether it is to be purged.
    pub look_at: Option<Timestamp>,
}

impl Deref for VisitorVisit {
    type Target = VisitFacts;

    fn deref(&self) -> &VisitFacts {
        &self.facts
    }
}

impl DerefMut for VisitorVisit {
    fn deref_mut(&mut self) -> &mut VisitFacts {
        &mut self.facts
    }
}

/// What clients change of a visit.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct VisitorVisitFields {
    /// The person who visits, and how to reach them.
    visitor: Visitor,
    /// When the visitor is expected.
    expected_at: Timestamp,
    /// Until when the visitor is expected to stay; null when nobody said.
    expected_until: Option<Timestamp>,
    /// What the visit is for.
    reason: ShortText,
    /// For the people who run the place.
    comment: LongText,
}

impl Writable for VisitorVisit {
    type Fields = VisitorVisitFields;
}

/// State of a visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "VisitorVisitStatus")]
pub enum VisitStatus {
    /// The visitor has not come yet.
    Expected,
    /// The visitor is there.
    CheckedIn,
    /// The visitor has left.
    CheckedOut,
    /// The visitor need not come.
    Cancelled,
    /// The visitor did not come.
    NoShow,
}

/// What the host says to a visitor who has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "VisitorHostState")]
pub enum HostState {
    /// The location does not ask, or the visitor has not come yet.
    NotRequired,
    /// The host was asked.
    Requested,
    /// The host does not see the visitor.
    Rejected,
    /// The visitor waits: the host comes.
    AcceptedHold,
    /// The visitor may go in.
    AcceptedGrant,
}

/// What paid for a guest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct GuestPass {
    /// What paid for the guest: a guest pass of the plan or a day pass.
    pub paid_by: GuestPaidBy,
    /// The transaction that took the host's day pass, when it is one.
    pub day_pass_transaction_id: Option<Id<()>>,
}

/// By what a guest is paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GuestPaidBy {
    /// One of the guest passes of the host's plan.
    GuestPass,
    /// A day pass of the host.
    DayPass,
}

impl VisitorVisit {
    /// By location, in order of arrival.
    pub const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::First, "location");
    /// Index of the visits that name a contact.
    pub const BY_CONTACT: IndexBy<Self, Id<VisitorContact>> = IndexBy::new(Index::Second, "contact");
    /// By host, who is a customer in this index as in those of other kinds.
    pub const BY_HOST: IndexBy<Self, Id<Member>> = IndexBy::new(Index::Third, "customer");
    /// All of a merchant.
    pub const ALL: IndexBy<Self, ()> = IndexBy::all(Index::Fourth, "all");

    /// Its state at `now`.
    #[must_use]
    pub fn status(&self, now: Timestamp) -> VisitStatus {
        let has_changed = self.changes_at.is_some_and(|at| at <= now);
        match self.state {
            VisitStatus::Expected if has_changed => VisitStatus::NoShow,
            VisitStatus::CheckedIn if has_changed => VisitStatus::CheckedOut,
            state => state,
        }
    }

    /// Whether it is stored as one that has not ended: it has its code, and stands at the location.
    #[must_use]
    pub const fn is_live(&self) -> bool {
        matches!(self.state, VisitStatus::Expected | VisitStatus::CheckedIn)
    }

    /// The code, which one live visit of a location has.
    #[must_use]
    pub fn code_key(location: Id<Location>, code: &str) -> UniqueKey {
        unique_at("visitor_code", "code", location, code)
    }

    /// The same, ended at an instant. The number of its badge is free.
    #[must_use]
    pub fn ended(self, state: VisitStatus, at: Timestamp) -> Self {
        Self { state, changes_at: None, ended_at: Some(at), look_at: Some(first_look(at)), ..self }
    }

    /// The same after the visitor has left.
    #[must_use]
    pub fn left(self, at: Timestamp) -> Self {
        let mut left = self.ended(VisitStatus::CheckedOut, at);
        left.checked_out_at = Some(at);
        left
    }

    /// The same after it was cancelled.
    #[must_use]
    pub fn cancelled(self, at: Timestamp) -> Self {
        let mut cancelled = self.ended(VisitStatus::Cancelled, at);
        cancelled.cancelled_at = Some(at);
        cancelled
    }

    /// The same without anything about the visitor.
    #[must_use]
    pub fn purged(self, now: Timestamp) -> Self {
        let facts = VisitFacts {
            visitor: Visitor::nobody(),
            reason: ShortText::default(),
            comment: LongText::default(),
            code: String::new(),
            qr_payload: String::new(),
            purged_at: Some(now),
            ..self.facts
        };
        Self { facts, look_at: None, ..self }
    }
}

impl Kind for VisitorVisit {
    const KIND: KindName = KindName::VisitorVisit;
}

impl Entity for VisitorVisit {
    const VISIBILITY: values::Visibility = values::Visibility::own(&["host_id"]);
    const PATH: &'static str = "/visitor-visits";
    type View = VisitorVisitView;

    fn view(&self, now: Timestamp) -> VisitorVisitView {
        let Self { facts, state, changes_at, .. } = self.clone().settled(now);
        let closes_at = if state == VisitStatus::CheckedIn { changes_at } else { None };
        VisitorVisitView { facts, status: state, closes_at }
    }

    fn settled(self, now: Timestamp) -> Self {
        let Some(at) = self.changes_at.filter(|at| *at <= now) else { return self };
        match self.state {
            VisitStatus::CheckedIn => {
                let mut left = self.left(at);
                left.left_at_closing = true;
                left
            }
            VisitStatus::Expected => self.ended(VisitStatus::NoShow, at),
            VisitStatus::CheckedOut | VisitStatus::Cancelled | VisitStatus::NoShow => self,
        }
    }

    fn unique_keys(&self) -> Vec<UniqueKey> {
        if !self.is_live() {
            return Vec::new();
        }
        let badge =
            self.badge_number.map(|number| unique_at("visitor_badge", "badge_number", self.location_id, number));
        std::iter::once(Self::code_key(self.location_id, &self.code)).chain(badge).collect()
    }

    fn names(&self) -> Vec<&str> {
        if self.purged_at.is_some() { Vec::new() } else { self.visitor.names() }
    }

    fn calendar_entry(&self) -> Option<CalendarEntry> {
        Some(self.counted())
    }

    /// What was put away is about nobody any more.
    fn put_away(&self) -> Option<Self> {
        let at = self.ended_at.unwrap_or(self.valid_until);
        Some(self.clone().purged(self.purged_at.unwrap_or(at)))
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        let sort = || format!("{}#{id}", self.expected_at);
        let indexes = Indexes::default()
            .by_sorted(&Self::BY_LOCATION, &self.location_id, sort())
            .by_sorted(&Self::BY_HOST, &self.host_id, sort())
            .by_sorted(&Self::ALL, &(), sort())
            .due(self.changes_at.or(self.look_at));
        match &self.contact_id {
            Some(contact) => indexes.by_sorted(&Self::BY_CONTACT, contact, sort()),
            None => indexes,
        }
    }
}

/// A visit: somebody is expected at a location, comes and leaves.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "VisitorVisit")]
pub struct VisitorVisitView {
    /// What is known of it.
    #[serde(flatten)]
    pub facts: VisitFacts,
    /// In which state it is.
    pub status: VisitStatus,
    /// When the visitor is checked out by itself, because the location closes.
    pub closes_at: Option<Timestamp>,
}
