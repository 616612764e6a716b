//! Why documents ask for no tax.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{ShortText, tax::TaxCategory};

/// Why no tax is asked for in a category of a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExemptionReason {
    /// Category of the lines that it is of.
    pub category: TaxCategory,
    /// What the document says.
    pub reason: ShortText,
}

/// What a document says of a category: all its reasons, one after the other, as a document has one of each category.
#[must_use]
pub fn reason_of(category: TaxCategory, reasons: &[ExemptionReason]) -> String {
    let of_category = reasons.iter().filter(|reason| reason.category == category);
    of_category.map(|reason| reason.reason.as_str()).collect::<Vec<_>>().join("; ")
}
