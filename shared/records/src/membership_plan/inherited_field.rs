//! What of a membership plan follows the plan that it was published from.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A field that follows the plan a membership plan was published from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum InheritedField {
    /// `name`
    Name,
    /// `description`
    Description,
    /// `price`
    Price,
    /// `currency`
    Currency,
    /// `cycle`, from `billing_cycle`
    Cycle,
    /// `expiring_credits`, from `credits`
    ExpiringCredits,
    /// `expiring_day_passes`, from `day_passes`
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
