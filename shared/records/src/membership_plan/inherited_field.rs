//! What of a membership plan follows the plan that it was published from.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A field that follows the plan a membership plan was published from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InheritedField {
    /// The `name` follows the plan's.
    Name,
    /// The `description` follows the plan's.
    Description,
    /// The `price` follows the plan's, planned price changes included.
    Price,
    /// The `currency` follows the plan's.
    Currency,
    /// The `cycle` follows the plan's `billing_cycle`.
    Cycle,
    /// The `expiring_credits` follow the plan's `credits`.
    ExpiringCredits,
    /// The `expiring_day_passes` follow the plan's `day_passes`.
    ExpiringDayPasses,
}

impl InheritedField {
    /// Every field that can follow a plan.
    pub const ALL: [Self; 7] = [
        Self::Name,
        Self::Description,
        Self::Price,
        Self::Currency,
        Self::Cycle,
        Self::ExpiringCredits,
        Self::ExpiringDayPasses,
    ];
}
