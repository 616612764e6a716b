//! Update a company.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    api::{Body, Call, Changes, Data, Nullable, PathId},
    domain::{Address, Company, EmailAddress, LongText, Metadata, Name, ShortText, company::PayWithInvoice},
};

use crate::tax_id;

/// What may change of a company; a field that is left out stays as it is.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CompanyPatch {
    /// What people call it.
    name: Option<Name>,
    /// Name of the legal person.
    legal_name: Option<ShortText>,
    /// Tax identification number, with or without the country in front.
    tax_id: Option<ShortText>,
    /// Address for invoices; null for none.
    #[serde(default)]
    billing_email: Nullable<EmailAddress>,
    /// Postal address for invoices, as a whole.
    billing_address: Option<Address>,
    /// Days from issue until an invoice is due; null for the merchant's.
    #[serde(default)]
    #[schemars(range(min = 0, max = 365))]
    default_payment_terms_days: Nullable<i64>,
    /// What its members may have put on its invoice, as a whole.
    pay_with_invoice: Option<PayWithInvoice>,
    /// For your own people.
    notes: Option<LongText>,
    /// Your own keys.
    metadata: Option<Metadata>,
}

/// Update company
pub async fn update(call: Call, PathId(id): PathId<Company>, Body(mut patch): Body<CompanyPatch>) -> Changes<Company> {
    let before = call.get_for_change(id).await?;
    let metadata = patch.metadata.take();
    let body = patch.applied_to(before.body.clone());
    if body == before.body && metadata.as_ref().is_none_or(|metadata| *metadata == before.metadata) {
        return call.unchanged(Data(before));
    }
    let after = call.next_version(&before, body, metadata);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    call.commit(transaction, Data(after)).await
}

impl CompanyPatch {
    fn applied_to(self, mut company: Company) -> Company {
        company.name = self.name.unwrap_or(company.name);
        company.legal_name = self.legal_name.unwrap_or(company.legal_name);
        company.tax_id = self.tax_id.unwrap_or(company.tax_id);
        self.billing_email.apply(&mut company.billing_email);
        company.billing_address = self.billing_address.unwrap_or(company.billing_address);
        self.default_payment_terms_days.apply(&mut company.default_payment_terms_days);
        company.pay_with_invoice = self.pay_with_invoice.unwrap_or(company.pay_with_invoice);
        company.notes = self.notes.unwrap_or(company.notes);
        company.tax_id_status = tax_id::status(company.tax_id.as_str(), company.billing_address.country_code.as_str());
        company
    }
}
