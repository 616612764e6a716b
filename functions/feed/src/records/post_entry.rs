//! A post as lists find it: everything by which posts are listed, filtered and counted, and nothing that people write.
//! It has the post's id and changes with it.

use records::{Location, Member};
use serde::{Deserialize, Serialize};
use store::{Entity, Index, IndexBy, Indexes, Record};
use values::{Id, Kind, KindName, Timestamp, audience::OfferAudience};

use super::{hiding::FeedStatus, post::FeedPost};

/// A post as lists find it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FeedPostEntry {
    /// Location of the post, or the nil id when it is everywhere.
    pub place: Id<Location>,
    /// Member who wrote the post.
    pub author_id: Id<Member>,
    /// Members to whom the post is shown.
    pub visibility: OfferAudience,
    /// Whether it is shown.
    pub status: FeedStatus,
    /// Whether it stands before the others.
    pub pinned: bool,
    /// When it was pinned; none while it is not.
    pinned_at: Option<Timestamp>,
}

impl FeedPostEntry {
    /// By place: pinned ones first, the others newest first.
    pub const BY_PLACE: IndexBy<Self, Id<Location>> = IndexBy::new(Index::First, "place");
    /// Index of the posts of an author, pinned ones first.
    pub const BY_AUTHOR: IndexBy<Self, Id<Member>> = IndexBy::new(Index::Second, "author");
    /// Index of all posts of a merchant, pinned ones first.
    pub const ALL: IndexBy<Self, ()> = IndexBy::all(Index::Fourth, "all");

    /// The entry of a post.
    #[must_use]
    pub fn of(post: &FeedPost) -> Self {
        Self {
            place: post.place(),
            author_id: post.author_id,
            visibility: post.visibility,
            status: post.status(),
            pinned: post.pinned_at.is_some(),
            pinned_at: post.pinned_at,
        }
    }

    /// What lists are sorted by, the last first: pinned posts by when they were pinned, the others by when they were
    /// made.
    fn sort(&self, id: Id<Self>) -> String {
        match self.pinned_at {
            Some(at) => format!("1#{at}#{id}"),
            None => format!("0#{id}"),
        }
    }
}

/// The id of a post's entry.
#[must_use]
pub fn entry_of(post: &Record<FeedPost>) -> Id<FeedPostEntry> {
    post.id.cast()
}

impl Kind for FeedPostEntry {
    const KIND: KindName = KindName::FeedPostEntry;
}

impl Entity for FeedPostEntry {
    const VISIBILITY: values::Visibility = values::Visibility::catalogue(&[("status", "published")], None);
    const PATH: &'static str = "/feed-post-entries";
    type View = bool;

    /// No operation shows it.
    fn view(&self, _now: Timestamp) -> bool {
        self.pinned
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default()
            .by_sorted(&Self::BY_PLACE, &self.place, self.sort(id))
            .by_sorted(&Self::BY_AUTHOR, &self.author_id, self.sort(id))
            .by_sorted(&Self::ALL, &(), self.sort(id))
    }
}
