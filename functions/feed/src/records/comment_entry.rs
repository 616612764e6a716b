//! A comment as lists find it: everything by which comments are listed, filtered and counted, and nothing that people
//! write. It has the comment's id and changes with it.

use records::Member;
use serde::{Deserialize, Serialize};
use store::{Entity, Index, IndexBy, Indexes, Record, record::FurtherEntry};
use values::{Id, Kind, KindName, Timestamp};

use super::{comment::FeedComment, hiding::FeedStatus, post::FeedPost, target::TargetId};

/// A comment as lists find it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FeedCommentEntry {
    /// Post that the comment is on.
    pub post_id: Id<FeedPost>,
    /// The comment that it answers.
    pub parent_comment_id: Option<Id<FeedComment>>,
    /// Member who wrote the comment.
    pub author_id: Id<Member>,
    /// Members whom it names.
    mentions: Vec<Id<Member>>,
    /// Whether it is shown.
    pub status: FeedStatus,
}

impl FeedCommentEntry {
    /// All comments on a post.
    pub const BY_POST: IndexBy<Self, Id<FeedPost>> = IndexBy::new(Index::First, "post");
    /// Answers to a comment; comments on a post itself under the post.
    pub const BY_PARENT: IndexBy<Self, TargetId> = IndexBy::new(Index::Second, "parent");
    /// By the members whom they name.
    pub const BY_MENTIONED: IndexBy<Self, Id<Member>> = IndexBy::new(Index::Third, "mentioned");
    /// Index of the comments of an author, except those that were removed.
    pub const BY_AUTHOR: IndexBy<Self, Id<Member>> = IndexBy::new(Index::Fourth, "author");

    /// The entry of a comment.
    #[must_use]
    pub fn of(comment: &FeedComment) -> Self {
        Self {
            post_id: comment.post_id,
            parent_comment_id: comment.parent_comment_id,
            author_id: comment.author_id,
            mentions: comment.mentions.clone(),
            status: comment.status(),
        }
    }

    fn parent(&self) -> TargetId {
        self.parent_comment_id.map_or_else(|| self.post_id.cast(), Id::cast)
    }
}

/// The id of a comment's entry.
#[must_use]
pub fn entry_of(comment: &Record<FeedComment>) -> Id<FeedCommentEntry> {
    comment.id.cast()
}

impl Kind for FeedCommentEntry {
    const KIND: KindName = KindName::FeedCommentEntry;
}

impl Entity for FeedCommentEntry {
    const VISIBILITY: values::Visibility = values::Visibility::catalogue(&[("status", "published")], None);
    const PATH: &'static str = "/feed-comment-entries";
    type View = bool;

    /// No operation shows it.
    fn view(&self, _now: Timestamp) -> bool {
        self.parent_comment_id.is_some()
    }

    /// What was removed is nobody's any more.
    fn indexes(&self, id: Id<Self>) -> Indexes {
        let author = if self.status == FeedStatus::Removed { None } else { Some(&self.author_id) };
        Indexes::default().by(&Self::BY_POST, &self.post_id, id).by(&Self::BY_PARENT, &self.parent(), id).by_any(
            &Self::BY_AUTHOR,
            author,
            id,
        )
    }

    fn further_entries(&self) -> Vec<FurtherEntry> {
        let sort = String::new;
        self.mentions.iter().map(|member| Self::BY_MENTIONED.further(member, sort())).collect()
    }
}
