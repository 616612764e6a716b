//! Whether a post or a comment is shown.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::Timestamp;

/// Whether a post or a comment is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "FeedStatus")]
pub enum FeedStatus {
    /// It is shown to all who may see it.
    Published,
    /// It is not, until a moderator restores it.
    Hidden,
    /// It is not any more; only of comments that had answers something is left.
    Removed,
}

/// Who hid a post or a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "FeedHiddenBy")]
pub enum HiddenBy {
    /// A moderator, directly or by upholding a report.
    Moderator,
    /// As many reports as the merchant's settings say.
    Reports,
}

/// That it is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hiding {
    /// When it was hidden.
    pub at: Timestamp,
    /// Whether a moderator or reports hid it.
    pub by: HiddenBy,
}
