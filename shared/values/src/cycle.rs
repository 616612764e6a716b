//! How long a cycle of a membership plan is.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::billing_cycle::BillingCycle;

/// How long one cycle of a membership plan is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "MembershipCycle")]
pub enum Cycle {
    /// One cycle is a calendar day.
    Daily,
    /// One cycle is seven days.
    Weekly,
    /// One cycle is a calendar month.
    Monthly,
    /// One cycle is three calendar months.
    Quarterly,
    /// One cycle is a calendar year.
    Yearly,
}

impl From<BillingCycle> for Cycle {
    fn from(cycle: BillingCycle) -> Self {
        match cycle {
            BillingCycle::Monthly => Self::Monthly,
            BillingCycle::Yearly => Self::Yearly,
        }
    }
}
