//! What a subscription is on a day.

use serde::{Deserialize, Serialize};

/// What a subscription is on a day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standing {
    /// What it brings in a month without tax, in minor units.
    pub minor: i64,
    /// Whether it has begun and has not ended.
    pub is_live: bool,
}
