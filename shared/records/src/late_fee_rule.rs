//! What a location charges for invoices that are paid late.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{Amount, Id, Percent};

use crate::TaxRate;

/// What is charged for invoices that are paid late (`docs/areas/invoices.md`, 26): nothing, without a fee and interest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct LateFeeRule {
    /// Days after the due date for which nothing is charged.
    #[schemars(range(min = 0, max = 365))]
    pub grace_days: u32,
    /// Fee that is charged once for an invoice, in the location's currency; 0 for none.
    pub fixed_fee: Amount,
    /// Simple interest of a year in percent, by day, of 365 days; 0 for none.
    pub yearly_interest_percent: Percent,
    /// Most that is charged for an invoice, in percent of its total.
    pub cap_percent: Percent,
    /// Tax rate of what is charged; when null it is outside the scope of tax.
    pub tax_rate_id: Option<Id<TaxRate>>,
}

impl Default for LateFeeRule {
    fn default() -> Self {
        Self {
            grace_days: 0,
            fixed_fee: Amount::default(),
            yearly_interest_percent: Percent::ZERO,
            cap_percent: Percent::HUNDRED,
            tax_rate_id: None,
        }
    }
}
