//! How long a cycle of a plan of the catalogue is.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How long one billing cycle of a plan is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BillingCycle {
    /// One cycle is a calendar month.
    Monthly,
    /// One cycle is a calendar year.
    Yearly,
}
