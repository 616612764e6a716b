//! How a member is taxed.

use billing::customer_tax::{Countries, CustomerTax};
use records::Member;
use shared::api::Call;
use values::{ApiError, tax::TaxStatus};

/// Refuses a tax status without what the law asks for it.
///
/// # Errors
/// 422 naming the field; 503 when the merchant cannot be read.
pub async fn check(call: &Call, member: &Member) -> Result<(), ApiError> {
    if member.tax_status == TaxStatus::Standard {
        return Ok(());
    }
    let merchant = call.read_merchant().await?;
    let tax = CustomerTax { status: member.tax_status, exemption_reason: member.tax_exemption_reason.clone() };
    tax.check(Countries {
        tax_id: member.tax_id.as_str(),
        customer: member.billing_address.country_code.as_str(),
        seller: merchant.body.address.country_code.as_str(),
    })
}
