//! What is liked, reported, changed and removed alike: a post or a comment.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::Id;

/// A post or a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "FeedTargetType")]
pub enum TargetType {
    /// A post at a location, or everywhere.
    Post,
    /// A comment on a post, or an answer to one.
    Comment,
}

/// The id of a post or a comment.
pub type TargetId = Id<()>;
