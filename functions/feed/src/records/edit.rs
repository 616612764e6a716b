//! Edit: what a post or a comment said before it was changed.

use records::{Member, upload::FileKey};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Index, IndexBy, Indexes};
use values::{Id, Kind, KindName, LongText, Timestamp};

use super::{
    comment::FeedComment,
    link::Link,
    post::FeedPost,
    target::{TargetId, TargetType},
};

/// Who changes a post or a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "FeedEditor")]
pub enum Editor {
    /// The member who wrote it.
    Author,
    /// A moderator, for whom a client with the scope `feed:moderate` speaks.
    Moderator,
}

/// What a post or a comment said until it was changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FeedEdit {
    /// Whether a post or a comment was changed.
    pub target_type: TargetType,
    /// Identifier of the post or comment that was changed.
    pub target_id: TargetId,
    /// Who had written it.
    pub author_id: Id<Member>,
    /// Whether its author or a moderator changed it.
    pub edited_by: Editor,
    /// What it said before.
    pub text: LongText,
    /// What it had in `media` before; empty of a comment.
    #[schemars(length(max = 10))]
    pub media: Vec<FileKey>,
    /// The link that it had before.
    pub link: Option<Link>,
}

impl FeedEdit {
    /// By what was changed.
    pub const BY_TARGET: IndexBy<Self, TargetId> = IndexBy::new(Index::First, "target");
    /// By who had written it, under the name of a customer.
    pub const BY_AUTHOR: IndexBy<Self, Id<Member>> = IndexBy::new(Index::Second, "customer");

    /// What a post says before it is changed.
    #[must_use]
    pub fn of_post(id: Id<FeedPost>, post: &FeedPost, edited_by: Editor) -> Self {
        Self {
            target_type: TargetType::Post,
            target_id: id.cast(),
            author_id: post.author_id,
            edited_by,
            text: post.text.clone(),
            media: post.media.clone(),
            link: post.link.clone(),
        }
    }

    /// What a comment says before it is changed.
    #[must_use]
    pub fn of_comment(id: Id<FeedComment>, comment: &FeedComment, edited_by: Editor) -> Self {
        Self {
            target_type: TargetType::Comment,
            target_id: id.cast(),
            author_id: comment.author_id,
            edited_by,
            text: comment.text.clone(),
            media: Vec::new(),
            link: None,
        }
    }
}

impl Kind for FeedEdit {
    const KIND: KindName = KindName::FeedEdit;
}

impl Entity for FeedEdit {
    const PATH: &'static str = "/feed-edits";
    type View = Self;

    fn view(&self, _now: Timestamp) -> Self {
        Self { link: Link::shown(self.link.as_ref()), ..self.clone() }
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by(&Self::BY_TARGET, &self.target_id, id).by(&Self::BY_AUTHOR, &self.author_id, id)
    }
}
