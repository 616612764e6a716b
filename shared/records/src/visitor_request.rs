//! Request: a visitor who stands at the door, or comes by themselves, and asks for a host.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Location, Member, Visitor, VisitorVisit, visitor::first_look};
use store::holds_fields;
use store::{Entity, Index, IndexBy, Indexes};
use values::{Id, Kind, KindName, LongText, Timestamp};

/// What clients write of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VisitorRequestFields {
    /// Where the visitor is.
    pub location_id: Id<Location>,
    /// Whom the visitor asks for: an active member.
    pub host_id: Id<Member>,
    /// The person at the door who asks for the host.
    pub visitor: Visitor,
    /// What the visitor says to the host.
    #[serde(default)]
    pub message: LongText,
}

/// A visitor's request as it is stored, with the decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VisitorRequest {
    /// Location, host, visitor and message, as clients write them.
    #[serde(flatten)]
    pub fields: VisitorRequestFields,
    /// What was decided; never `expired` before that is written down.
    pub state: VisitorRequestStatus,
    /// When nobody has decided by then, it expires.
    pub expires_at: Timestamp,
    /// When it was decided.
    pub decided_at: Option<Timestamp>,
    /// The visit that it led to.
    pub visit_id: Option<Id<VisitorVisit>>,
    /// When it is looked at whether it is to be purged.
    pub look_at: Option<Timestamp>,
    /// When the visitor's data was purged.
    pub purged_at: Option<Timestamp>,
}

holds_fields!(VisitorRequest, VisitorRequestFields);

/// State of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VisitorRequestStatus {
    /// It waits for the host.
    Pending,
    /// The visitor may come in: there is a visit.
    Approved,
    /// The host does not see the visitor.
    Rejected,
    /// Nobody decided in time.
    Expired,
}

impl VisitorRequest {
    /// Index of the requests made at a location.
    pub const BY_LOCATION: IndexBy<Self, Id<Location>> = IndexBy::new(Index::First, "location");
    /// By host, who is a customer in this index as in those of other kinds.
    pub const BY_HOST: IndexBy<Self, Id<Member>> = IndexBy::new(Index::Third, "customer");

    /// One that waits until `expires_at`.
    #[must_use]
    pub const fn waiting(fields: VisitorRequestFields, expires_at: Timestamp) -> Self {
        let state = VisitorRequestStatus::Pending;
        Self { fields, state, expires_at, decided_at: None, visit_id: None, look_at: None, purged_at: None }
    }

    /// Its state at `now`.
    #[must_use]
    pub fn status(&self, now: Timestamp) -> VisitorRequestStatus {
        match self.state {
            VisitorRequestStatus::Pending if self.expires_at <= now => VisitorRequestStatus::Expired,
            state => state,
        }
    }

    /// Whether it is stored as one that waits.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.state == VisitorRequestStatus::Pending
    }

    /// The same, decided at an instant.
    #[must_use]
    pub fn decided(self, state: VisitorRequestStatus, at: Timestamp) -> Self {
        Self { state, decided_at: Some(at), look_at: Some(first_look(at)), ..self }
    }

    /// When it was decided, otherwise when it expires.
    #[must_use]
    pub fn ended_at(&self) -> Timestamp {
        self.decided_at.unwrap_or(self.expires_at)
    }

    /// The same without anything about the visitor.
    #[must_use]
    pub fn purged(self, now: Timestamp) -> Self {
        let mut purged = Self { look_at: None, purged_at: Some(now), ..self };
        purged.visitor = Visitor::nobody();
        purged.message = LongText::default();
        purged
    }
}

impl Kind for VisitorRequest {
    const KIND: KindName = KindName::VisitorRequest;
}

impl Entity for VisitorRequest {
    const PATH: &'static str = "/visitor-requests";
    type View = VisitorRequestView;

    fn view(&self, now: Timestamp) -> VisitorRequestView {
        VisitorRequestView {
            fields: self.fields.clone(),
            status: self.status(now),
            expires_at: self.expires_at,
            decided_at: self.decided_at,
            visit_id: self.visit_id,
            purged_at: self.purged_at,
        }
    }

    fn settled(self, now: Timestamp) -> Self {
        match (self.state, self.status(now)) {
            (VisitorRequestStatus::Pending, VisitorRequestStatus::Expired) => {
                let at = self.expires_at;
                Self { decided_at: None, ..self.decided(VisitorRequestStatus::Expired, at) }
            }
            _ => self,
        }
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        let due = if self.is_live() { Some(self.expires_at) } else { self.look_at };
        Indexes::default().by(&Self::BY_LOCATION, &self.location_id, id).by(&Self::BY_HOST, &self.host_id, id).due(due)
    }
}

/// A visitor who asks for a host.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "VisitorRequest")]
pub struct VisitorRequestView {
    /// Location, host, visitor and message, as clients write them.
    #[serde(flatten)]
    pub fields: VisitorRequestFields,
    /// In which state it is.
    pub status: VisitorRequestStatus,
    /// When nobody has decided by then, it expires.
    pub expires_at: Timestamp,
    /// When it was decided.
    pub decided_at: Option<Timestamp>,
    /// The visit that it led to.
    pub visit_id: Option<Id<VisitorVisit>>,
    /// When the visitor's data was purged.
    pub purged_at: Option<Timestamp>,
}
