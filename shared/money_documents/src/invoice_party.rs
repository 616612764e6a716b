//! Who bills and who is billed, as they were on the day of issue.

use records::merchant::Merchant;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{Address, LongText, OptionalEmail, ShortText};
use work::customer::CustomerRecord;

/// Who is billed: a copy that later changes of the customer do not reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BilledParty {
    /// What people call it.
    pub name: ShortText,
    /// Name of the legal person; empty when it is the name.
    pub legal_name: ShortText,
    /// Tax identification number of the customer; empty when there is none.
    pub tax_id: ShortText,
    /// E-mail address, of a company the one for billing; empty when there is none.
    pub email: OptionalEmail,
    /// Billing address of the customer.
    pub address: Address,
}

/// Who bills: a copy that later changes of the merchant do not reach.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BillingParty {
    /// What people call it.
    pub name: ShortText,
    /// Name of the legal person; empty when it is the name.
    pub legal_name: ShortText,
    /// Tax identification number of the merchant; empty when there is none.
    pub tax_id: ShortText,
    /// E-mail address of the merchant; empty when there is none.
    pub email: OptionalEmail,
    /// Telephone number of the merchant; empty when there is none.
    pub phone: ShortText,
    /// Postal address of the merchant.
    pub address: Address,
    /// Account to which the customer pays.
    pub iban: ShortText,
    /// At the foot of the invoice.
    pub footer: LongText,
}

/// A name of at most 200 characters out of a given and a family name.
fn full_name(name: &str, surname: &str) -> ShortText {
    let whole = format!("{name} {surname}");
    ShortText::new(whole.trim().chars().take(200).collect::<String>().trim_end())
}

impl BilledParty {
    /// The customer as it is now.
    #[must_use]
    pub fn of(customer: &CustomerRecord) -> Self {
        match customer {
            CustomerRecord::Member(member) => Self {
                name: full_name(member.body.name.as_str(), member.body.surname.as_str()),
                legal_name: member.body.legal_name.clone(),
                tax_id: member.body.tax_id.clone(),
                email: OptionalEmail::new(member.body.email.as_str()),
                address: member.body.billing_address.clone(),
            },
            CustomerRecord::Company(company) => Self {
                name: ShortText::new(company.body.name.as_str()),
                legal_name: company.body.legal_name.clone(),
                tax_id: company.body.tax_id.clone(),
                email: company
                    .body
                    .billing_email
                    .as_ref()
                    .map_or_else(OptionalEmail::default, |email| OptionalEmail::new(email.as_str())),
                address: company.body.billing_address.clone(),
            },
        }
    }

    /// The name that stands on documents.
    #[must_use]
    pub fn billed_name(&self) -> &str {
        if self.legal_name.as_str().is_empty() { self.name.as_str() } else { self.legal_name.as_str() }
    }
}

impl BillingParty {
    /// The merchant as it is now.
    #[must_use]
    pub fn of(merchant: &Merchant) -> Self {
        Self {
            name: ShortText::new(merchant.name.as_str()),
            legal_name: merchant.legal_name.clone(),
            tax_id: merchant.tax_id.clone(),
            email: merchant.email.clone(),
            phone: merchant.phone.clone(),
            address: merchant.address.clone(),
            iban: merchant.invoice_settings.iban.clone(),
            footer: merchant.invoice_settings.footer.clone(),
        }
    }

    /// The name that stands on documents.
    #[must_use]
    pub fn billed_name(&self) -> &str {
        if self.legal_name.as_str().is_empty() { self.name.as_str() } else { self.legal_name.as_str() }
    }
}
