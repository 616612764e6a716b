//! What a company's tax number is, and how it is taxed.

use billing::{
    customer_tax::{Countries, CustomerTax},
    tax_number,
};
use records::company::CompanyFields;
use shared::api::Call;
use values::{
    ApiError,
    tax::{TaxIdStatus, TaxStatus},
};

/// What is known of a company's number, which its billing address's country could have given.
pub fn id_status(company: &CompanyFields) -> TaxIdStatus {
    tax_number::status(company.tax_id.as_str(), company.billing_address.country_code.as_str())
}

/// Refuses a tax status without what the law asks for it.
///
/// # Errors
/// 422 naming the field; 503 when the merchant cannot be read.
pub async fn check(call: &Call, company: &CompanyFields) -> Result<(), ApiError> {
    if company.tax_status == TaxStatus::Standard {
        return Ok(());
    }
    let merchant = call.read_merchant().await?;
    let tax = CustomerTax { status: company.tax_status, exemption_reason: company.tax_exemption_reason.clone() };
    tax.check(Countries {
        tax_id: company.tax_id.as_str(),
        customer: company.billing_address.country_code.as_str(),
        seller: merchant.body.address.country_code.as_str(),
    })
}
