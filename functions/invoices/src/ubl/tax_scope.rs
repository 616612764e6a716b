//! Whether a document is of what is subject to tax, and what its categories need of the customer.

use billing::documents::TaxGroup;
use money_documents::invoice_party::BilledParty;
use values::{ApiError, tax::TaxCategory};

/// Whether a document is of what is subject to tax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaxScope {
    /// It is.
    Inside,
    /// None of it is.
    Outside,
}

impl TaxScope {
    /// That of a document with tax of these categories.
    ///
    /// # Errors
    /// 422 naming `items`: what is outside the scope of tax stands on a document of its own (BR-O-11).
    pub fn of(groups: &[TaxGroup]) -> Result<Self, ApiError> {
        let outside = groups.iter().filter(|group| group.category() == TaxCategory::OutsideScope).count();
        if outside == 0 {
            return Ok(Self::Inside);
        }
        if outside < groups.len() {
            let message = "EN 16931 has what is outside the scope of tax on a document of its own";
            return Err(ApiError::rule("items", "mixed_with_outside_scope", message));
        }
        Ok(Self::Outside)
    }
}

/// Refuses a customer without the tax number that what is not taxed because of them needs (BR-AE-02, BR-IC-02).
///
/// # Errors
/// 422 `incomplete_for_en16931` naming `bill_to.tax_id`.
pub fn check_buyer(groups: &[TaxGroup], to: &BilledParty) -> Result<(), ApiError> {
    let needs_number =
        |group: &TaxGroup| matches!(group.category(), TaxCategory::ReverseCharge | TaxCategory::IntraCommunity);
    if groups.iter().any(needs_number) && to.tax_id.as_str().trim().is_empty() {
        let message = "EN 16931 needs the customer's tax number where the customer owes the tax, as it was on issue";
        return Err(ApiError::rule("bill_to.tax_id", "incomplete_for_en16931", message));
    }
    Ok(())
}
