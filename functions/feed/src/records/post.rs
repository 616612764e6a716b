//! Post: the stored record, its wire form, and the rules that its fields keep among themselves.

use chrono::Duration;
use records::{Location, Member, upload::FileKey};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Index, IndexBy, Indexes, holds_fields};
use values::{ApiError, Counter, Id, Kind, KindName, LongText, Timestamp, audience::OfferAudience};

use super::{
    counts::FeedCounts,
    hiding::{FeedStatus, HiddenBy, Hiding},
    link::Link,
};

/// Hours in which authors change what they wrote.
const EDIT_HOURS: i64 = 24;

/// What clients write of a post.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FeedPostFields {
    /// Where it is; at every location of the merchant when null.
    #[serde(default)]
    #[schemars(extend("x-create-only" = true))]
    pub location_id: Option<Id<Location>>,
    /// Member who wrote the post.
    #[schemars(extend("x-create-only" = true))]
    pub author_id: Id<Member>,
    /// What it says; may be empty when there is something in `media`.
    #[serde(default)]
    pub text: LongText,
    /// Keys of uploaded pictures, films and files, in the order in which they are shown.
    #[serde(default)]
    #[schemars(length(max = 10))]
    pub media: Vec<FileKey>,
    /// A page that it points to; null for none.
    #[serde(default)]
    pub link: Option<Link>,
    /// Who sees it; `members` unless a create says otherwise.
    #[serde(default)]
    pub visibility: OfferAudience,
}

/// A post as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FeedPost {
    /// Fields of the post that clients write.
    #[serde(flatten)]
    pub fields: FeedPostFields,
    /// That it is hidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<Hiding>,
    /// Since when it is pinned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pinned_at: Option<Timestamp>,
    /// When what it says was changed last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edited_at: Option<Timestamp>,
    /// What is counted of it, as it was read for an answer.
    #[serde(skip)]
    pub counts: FeedCounts,
}

holds_fields!(FeedPost, FeedPostFields);

impl From<FeedPostFields> for FeedPost {
    /// A published post that nobody has seen yet.
    fn from(fields: FeedPostFields) -> Self {
        Self { fields, hidden: None, pinned_at: None, edited_at: None, counts: FeedCounts::default() }
    }
}

impl FeedPost {
    /// By author, under the name of a customer.
    pub const BY_AUTHOR: IndexBy<Self, Id<Member>> = IndexBy::new(Index::Second, "customer");

    /// The location, or that of no location for what is everywhere.
    #[must_use]
    pub fn place(&self) -> Id<Location> {
        self.location_id.unwrap_or_else(everywhere)
    }

    /// Counts the pinned posts of a place.
    #[must_use]
    pub fn pins(place: Id<Location>) -> Counter {
        Counter::new("feed_pins", place)
    }

    /// Whether it is shown.
    #[must_use]
    pub const fn status(&self) -> FeedStatus {
        match self.hidden {
            None => FeedStatus::Published,
            Some(_) => FeedStatus::Hidden,
        }
    }

    /// Refuses a post that says nothing.
    ///
    /// # Errors
    /// 422 naming the field.
    pub fn check(&self) -> Result<(), ApiError> {
        if self.text.as_str().trim().is_empty() && self.media.is_empty() {
            return Err(ApiError::rule("text", "text_or_media", "a post has a text or something in media"));
        }
        Ok(())
    }
}

/// Stands for every location where one is named: no location has this id.
#[must_use]
pub const fn everywhere() -> Id<Location> {
    Id::new(uuid::Uuid::nil())
}

/// The field of a position in `media`.
#[must_use]
pub fn media_at(position: usize) -> String {
    format!("media[{position}]")
}

/// Until when authors change what they wrote at an instant.
#[must_use]
pub fn editable_until(written_at: Timestamp) -> Timestamp {
    written_at.plus(Duration::hours(EDIT_HOURS))
}

impl Kind for FeedPost {
    const KIND: KindName = KindName::FeedPost;
}

impl Entity for FeedPost {
    const VISIBILITY: values::Visibility = values::Visibility::own(&["author_id"]);
    const PATH: &'static str = "/feed-posts";
    type View = FeedPostView;

    fn view(&self, _now: Timestamp) -> FeedPostView {
        FeedPostView {
            fields: FeedPostFields { link: Link::shown(self.link.as_ref()), ..self.fields.clone() },
            status: self.status(),
            hidden_by: self.hidden.map(|hidden| hidden.by),
            pinned: self.pinned_at.is_some(),
            pinned_at: self.pinned_at,
            like_count: self.counts.likes,
            comment_count: self.counts.comments,
            edited_at: self.edited_at,
        }
    }

    fn put_away(&self) -> Option<Self> {
        let fields = FeedPostFields { text: LongText::default(), media: Vec::new(), link: None, ..self.fields.clone() };
        Some(Self { fields, ..self.clone() })
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by(&Self::BY_AUTHOR, &self.author_id, id)
    }
}

/// What somebody tells at a location, or everywhere.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "FeedPost")]
pub struct FeedPostView {
    /// Fields of the post that clients write.
    #[serde(flatten)]
    fields: FeedPostFields,
    /// Whether it is shown.
    status: FeedStatus,
    /// Who hid it; null while it is shown.
    hidden_by: Option<HiddenBy>,
    /// Whether it stands before the others.
    pinned: bool,
    /// Since when; null when it does not.
    pinned_at: Option<Timestamp>,
    /// Members who like it.
    like_count: i64,
    /// Published comments, answers among them.
    comment_count: i64,
    /// When text, media or link were changed last; null when never.
    edited_at: Option<Timestamp>,
}
