//! Like: one of each member and post or comment.

use records::Member;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Index, IndexBy, Indexes, Writable};
use values::{Id, Kind, KindName, Timestamp, UniqueKey};

use super::target::{TargetId, TargetType};

/// Somebody's like of a post or a comment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FeedLike {
    /// Whether a post or a comment is liked.
    #[schemars(extend("x-create-only" = true))]
    pub target_type: TargetType,
    /// Identifier of the post or comment that is liked.
    #[schemars(extend("x-create-only" = true))]
    pub target_id: TargetId,
    /// Member who likes it.
    #[schemars(extend("x-create-only" = true))]
    pub member_id: Id<Member>,
}

impl FeedLike {
    /// By what is liked.
    pub const BY_TARGET: IndexBy<Self, TargetId> = IndexBy::new(Index::First, "target");
    /// By who likes it, under the name of a customer.
    pub const BY_MEMBER: IndexBy<Self, Id<Member>> = IndexBy::new(Index::Second, "customer");

    /// Held by the one like of this member and target.
    #[must_use]
    pub fn key(&self) -> UniqueKey {
        UniqueKey::new("feed_like", format!("{}#{}", self.target_id, self.member_id)).of_field("target_id")
    }
}

impl Kind for FeedLike {
    const KIND: KindName = KindName::FeedLike;
}

impl Writable for FeedLike {
    type Fields = Self;
}

impl Entity for FeedLike {
    const VISIBILITY: values::Visibility = values::Visibility::own(&["member_id"]);
    const PATH: &'static str = "/feed-likes";
    type View = Self;

    fn view(&self, _now: Timestamp) -> Self {
        self.clone()
    }

    fn unique_keys(&self) -> Vec<UniqueKey> {
        vec![self.key()]
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default().by(&Self::BY_TARGET, &self.target_id, id).by(&Self::BY_MEMBER, &self.member_id, id)
    }
}
