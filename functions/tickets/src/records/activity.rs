//! Activity: what happened to a ticket. It is written with what happened, and never changed.

use records::{Member, logged_event::EventActor};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::api::Shown;
use store::{Entity, Index, IndexBy, Indexes, Record, record::RecordView};
use values::{Id, Kind, KindName, ShortText, Timestamp};

use super::{comment::TicketComment, register::TicketId};

/// What happened to a ticket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "TicketActivityKind")]
pub enum ActivityKind {
    /// The requester asked for help: the ticket was created.
    Created,
    /// Somebody said something about it: `comment_id`.
    Comment,
    /// It has another status.
    StatusChanged,
    /// Somebody else takes care of it, or nobody.
    AssigneeChanged,
    /// It has another priority.
    PriorityChanged,
    /// It is about something else.
    TypeChanged,
    /// It has another subject.
    SubjectChanged,
    /// It has other tags.
    TagsChanged,
    /// Its resource is blocked, at another time than before or for the first time.
    Blocked,
    /// Its resource is not blocked any more.
    Unblocked,
}

/// What happened to a ticket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TicketHappening")]
pub struct TicketActivity {
    /// Ticket to which it happened.
    pub ticket_id: TicketId,
    /// Which of the possible things happened.
    pub kind: ActivityKind,
    /// Instant at which it happened.
    pub at: Timestamp,
    /// What it was before: a status, a priority, a type or a member; empty when nothing is told.
    pub from: ShortText,
    /// What it is since.
    pub to: ShortText,
    /// Who said something; null of everything else.
    pub author_id: Option<Id<Member>>,
    /// What they said; null of everything else.
    pub comment_id: Option<Id<TicketComment>>,
    /// Whether only the people who run the place see it.
    pub internal: bool,
    /// Whether only those see it who see sensitive tickets: it tells that the ticket is one, or was.
    pub sensitive: bool,
}

/// What happened to a ticket, and who did it.
#[derive(Clone, Debug)]
pub struct ActivityEntry {
    /// What happened.
    pub record: Record<TicketActivity>,
    /// Who did it.
    pub actor: EventActor,
}

/// What happened to a ticket, and who did it.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "TicketActivity")]
pub struct ActivityView {
    /// What happened.
    #[serde(flatten)]
    pub activity: TicketActivity,
    /// Who did it.
    pub actor: EventActor,
}

impl Shown for ActivityEntry {
    type View = RecordView<ActivityView>;

    fn show(&self, now: Timestamp) -> Self::View {
        let RecordView { id, body, metadata, version, created_at, updated_at } = self.record.view(now);
        let body = ActivityView { activity: body, actor: self.actor.clone() };
        RecordView { id, body, metadata, version, created_at, updated_at }
    }
}

impl TicketActivity {
    /// Index of the activity of a ticket.
    pub const BY_TICKET: IndexBy<Self, TicketId> = IndexBy::new(Index::First, "ticket");

    /// Something that happened at an instant, of which nothing else is told.
    #[must_use]
    pub fn new(ticket_id: TicketId, kind: ActivityKind, at: Timestamp) -> Self {
        let (from, to) = (ShortText::default(), ShortText::default());
        Self { ticket_id, kind, at, from, to, author_id: None, comment_id: None, internal: false, sensitive: false }
    }

    /// The same from something to something else.
    #[must_use]
    pub fn changed(self, from: impl Into<String>, to: impl Into<String>) -> Self {
        Self { from: ShortText::new(from), to: ShortText::new(to), ..self }
    }
}

impl Kind for TicketActivity {
    const KIND: KindName = KindName::TicketActivity;
}

impl Entity for TicketActivity {
    const PATH: &'static str = "/ticket-activities";
    type View = Self;

    fn view(&self, _now: Timestamp) -> Self {
        self.clone()
    }

    fn path(&self, id: Id<Self>) -> String {
        let _ = id;
        format!("/tickets/{}/activity", self.ticket_id)
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by(&Self::BY_TICKET, &self.ticket_id, id)
    }
}
