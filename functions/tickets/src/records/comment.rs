//! Comment: what somebody said about a ticket. It is never changed.

use records::{Member, upload::FileKey};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Index, IndexBy, Indexes, Writable};
use values::{Id, Kind, KindName, LongText, Timestamp};

use super::register::TicketId;

/// Most attachments of a comment.
const ATTACHMENTS_MAX: usize = 10;

/// What clients write of a comment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TicketCommentFields {
    /// Who says it: the requester of the ticket, or somebody who takes care of tickets.
    pub author_id: Id<Member>,
    /// What the author says, not blank; empty once the author was anonymised.
    pub text: LongText,
    /// Keys of files that were uploaded.
    #[serde(default)]
    #[schemars(length(max = ATTACHMENTS_MAX), extend("uniqueItems" = true))]
    pub attachments: Vec<FileKey>,
    /// Whether only the people who run the place see it.
    #[serde(default)]
    pub internal: bool,
}

/// A comment on a ticket as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TicketComment")]
pub struct TicketComment {
    /// Ticket that the comment is about.
    pub ticket_id: TicketId,
    /// Fields of the comment that clients write.
    #[serde(flatten)]
    pub fields: TicketCommentFields,
}

impl TicketComment {
    /// Index of the comments on a ticket.
    pub const BY_TICKET: IndexBy<Self, TicketId> = IndexBy::new(Index::First, "ticket");
    /// By author, who is a customer in this index as in those of other kinds.
    pub const BY_AUTHOR: IndexBy<Self, Id<Member>> = IndexBy::new(Index::Third, "customer");
}

impl Kind for TicketComment {
    const KIND: KindName = KindName::TicketComment;
}

impl Writable for TicketComment {
    type Fields = TicketCommentFields;
}

impl Entity for TicketComment {
    const VISIBILITY: values::Visibility = values::Visibility::catalogue(&[("internal", "false")], None);
    const PATH: &'static str = "/ticket-comments";
    type View = Self;

    fn view(&self, _now: Timestamp) -> Self {
        self.clone()
    }

    fn path(&self, id: Id<Self>) -> String {
        let _ = id;
        format!("/tickets/{}/comments", self.ticket_id)
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by(&Self::BY_TICKET, &self.ticket_id, id).by(&Self::BY_AUTHOR, &self.fields.author_id, id)
    }
}
