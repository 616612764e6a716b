//! With what an agreement can end after notice.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// With what a subscription ends after notice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoticeEnd {
    /// With one of its periods.
    #[default]
    Period,
    /// With a calendar month.
    Month,
    /// With a quarter of the calendar year.
    Quarter,
    /// With a calendar year.
    Year,
}
