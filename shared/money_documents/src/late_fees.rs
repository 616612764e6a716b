//! What an invoice keeps of its late fees: what it was issued under, the days that are counted, and what was charged.

use billing::documents::{InvoiceItem as LineId, LateFeeAccount, LateFeeTerms};
use records::TaxRate;
use serde::{Deserialize, Serialize};
use values::{Id, ShortText, Timestamp};

/// What is charged because an invoice is not paid in time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LateFees {
    /// What is charged, as its location had it on issue.
    pub terms: LateFeeTerms,
    /// Tax rate of what is charged; outside the scope of tax when none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tax_rate_id: Option<Id<TaxRate>>,
    /// What was due on days that are counted, and what was charged for it.
    pub account: LateFeeAccount,
    /// The items by which it was charged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub item_ids: Vec<Id<LineId>>,
    /// Who decided that no days are counted at present, and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<LateFeeStop>,
}

/// That no days are counted at present.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LateFeeStop {
    /// Instant since which none is.
    pub at: Timestamp,
    /// Why, such as that the customer disputes the invoice.
    pub reason: ShortText,
}
