//! Comment: the stored record, its wire form, and the rules that its fields keep among themselves.

use records::Member;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Index, IndexBy, Indexes, holds_fields};
use values::{ApiError, Id, Kind, KindName, LongText, Timestamp};

use super::{
    counts::FeedCounts,
    hiding::{FeedStatus, HiddenBy, Hiding},
    post::FeedPost,
};

/// What clients write of a comment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FeedCommentFields {
    /// What it is about.
    #[schemars(extend("x-create-only" = true))]
    pub post_id: Id<FeedPost>,
    /// Member who wrote the comment.
    #[schemars(extend("x-create-only" = true))]
    pub author_id: Id<Member>,
    /// The comment that it answers; null for one on the post itself. An answer to an answer stands below the same
    /// comment as that one.
    #[serde(default)]
    #[schemars(extend("x-create-only" = true))]
    pub parent_comment_id: Option<Id<FeedComment>>,
    /// What it says; empty of one that was removed.
    pub text: LongText,
    /// Members whom it names: active ones of the location who see the post.
    #[serde(default)]
    #[schemars(length(max = 10), extend("uniqueItems" = true))]
    pub mentions: Vec<Id<Member>>,
}

/// A comment as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FeedComment {
    /// Fields of the comment that clients write.
    #[serde(flatten)]
    pub fields: FeedCommentFields,
    /// That it is hidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<Hiding>,
    /// When it was removed, of one that has answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removed_at: Option<Timestamp>,
    /// When what it says was changed last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edited_at: Option<Timestamp>,
    /// What is counted of it, as it was read for an answer.
    #[serde(skip)]
    pub counts: FeedCounts,
}

holds_fields!(FeedComment, FeedCommentFields);

impl From<FeedCommentFields> for FeedComment {
    /// A published comment that nobody has seen yet.
    fn from(fields: FeedCommentFields) -> Self {
        let counts = FeedCounts::default();
        Self { fields, hidden: None, removed_at: None, edited_at: None, counts }
    }
}

impl FeedComment {
    /// By author, under the name of a customer.
    pub const BY_AUTHOR: IndexBy<Self, Id<Member>> = IndexBy::new(Index::Second, "customer");

    /// Whether it is shown.
    #[must_use]
    pub const fn status(&self) -> FeedStatus {
        match (self.removed_at, self.hidden) {
            (Some(_), _) => FeedStatus::Removed,
            (None, Some(_)) => FeedStatus::Hidden,
            (None, None) => FeedStatus::Published,
        }
    }

    /// Whether it is one of those that are counted.
    #[must_use]
    pub fn is_published(&self) -> bool {
        self.status() == FeedStatus::Published
    }

    /// What is left of it when it is removed and has answers.
    #[must_use]
    pub fn removed(&self, now: Timestamp) -> Self {
        Self { hidden: None, removed_at: Some(now), edited_at: None, ..self.masked() }
    }

    /// The same without what it says.
    #[must_use]
    pub fn masked(&self) -> Self {
        let fields = FeedCommentFields { text: LongText::default(), mentions: Vec::new(), ..self.fields.clone() };
        Self { fields, ..self.clone() }
    }

    /// Refuses a comment that says nothing.
    ///
    /// # Errors
    /// 422 naming the field.
    pub fn check(&self) -> Result<(), ApiError> {
        if self.text.as_str().trim().is_empty() {
            return Err(ApiError::rule("text", "blank", "a comment says something"));
        }
        Ok(())
    }
}

impl Kind for FeedComment {
    const KIND: KindName = KindName::FeedComment;
}

impl Entity for FeedComment {
    const VISIBILITY: values::Visibility = values::Visibility::own(&["author_id"]);
    const PATH: &'static str = "/feed-comments";
    type View = FeedCommentView;

    fn view(&self, _now: Timestamp) -> FeedCommentView {
        FeedCommentView {
            fields: self.fields.clone(),
            status: self.status(),
            hidden_by: self.hidden.map(|hidden| hidden.by),
            like_count: self.counts.likes,
            reply_count: self.counts.comments,
            edited_at: self.edited_at,
        }
    }

    fn put_away(&self) -> Option<Self> {
        Some(self.masked())
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by(&Self::BY_AUTHOR, &self.author_id, id)
    }
}

/// What somebody says about a post.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "FeedComment")]
pub struct FeedCommentView {
    /// Fields of the comment that clients write.
    #[serde(flatten)]
    fields: FeedCommentFields,
    /// Whether it is shown; `removed` when it was deleted and has answers.
    status: FeedStatus,
    /// Who hid it; null while it is shown.
    hidden_by: Option<HiddenBy>,
    /// Members who like it.
    like_count: i64,
    /// Number of answers to it that are published.
    reply_count: i64,
    /// When the text was changed last; null when never.
    edited_at: Option<Timestamp>,
}
