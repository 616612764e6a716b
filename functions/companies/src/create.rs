//! Create a company.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Body, Call, Created, Creates},
    domain::{
        Address, Company, EmailAddress, Id, Location, LongText, Metadata, Name, ShortText,
        company::{CompanyStatus, PayWithInvoice},
    },
};

use crate::tax_id;

/// A new company.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CompanyCreate {
    /// Where it is a customer; fixed.
    location_id: Id<Location>,
    /// What people call it.
    name: Name,
    /// Name of the legal person.
    #[serde(default)]
    legal_name: ShortText,
    /// Tax identification number, with or without the country in front.
    #[serde(default)]
    tax_id: ShortText,
    /// Address for invoices.
    billing_email: Option<EmailAddress>,
    /// Postal address for invoices.
    #[serde(default)]
    billing_address: Address,
    /// Days from issue until an invoice is due; the merchant's when left out.
    #[schemars(range(min = 0, max = 365))]
    default_payment_terms_days: Option<i64>,
    /// What its members may have put on its invoice.
    #[serde(default)]
    pay_with_invoice: PayWithInvoice,
    /// For your own people.
    #[serde(default)]
    notes: LongText,
    /// Your own keys.
    metadata: Option<Metadata>,
}

/// Create company
pub async fn create(call: Call, Body(mut input): Body<CompanyCreate>) -> Creates<Company> {
    let location = call.reference(input.location_id, "location_id").await?;
    let metadata = input.metadata.take();
    let company = call.new_record(input.into_company(), metadata);
    let mut transaction = call.transaction();
    transaction.create(&company);
    transaction.require(&location, ApiError::reference_not_found("location_id"));
    transaction.add(&Location::uses(location.id), 1);
    call.commit(transaction, Created(company)).await
}

impl CompanyCreate {
    fn into_company(self) -> Company {
        Company {
            location_id: self.location_id,
            name: self.name,
            legal_name: self.legal_name,
            tax_id_status: tax_id::status(self.tax_id.as_str(), self.billing_address.country_code.as_str()),
            tax_id: self.tax_id,
            billing_email: self.billing_email,
            billing_address: self.billing_address,
            status: CompanyStatus::Active,
            default_payment_terms_days: self.default_payment_terms_days,
            pay_with_invoice: self.pay_with_invoice,
            notes: self.notes,
        }
    }
}
