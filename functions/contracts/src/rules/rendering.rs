//! What a text is filled with, and the text of a contract as it would be signed at this moment.

use drawing::{address, amount};
use records::{Location, merchant::Merchant};
use serde_json::{Value, json};
use shared::api::Call;
use store::Record;
use values::cycle::Cycle;
use values::{Address, ApiError, Currency, Day};
use work::customer::CustomerRecord;

use super::{agreed::AgreedItem, language};
use crate::records::{
    contract::Contract,
    contract_fields::{ContractItemKind, ContractSigner, ContractType, OnSigned, SignerType},
    text::ContractText,
};

/// The text of a contract whose template is a file: who agrees on what, and where the terms stand. Behind it stand the
/// key of the file and its hash.
const COVER: &str = "\
{{ merchant.name }}, {{ location.name }}, and {{ customer.name }} agree on this {{ contract.type }} contract from {{ contract.start_date }}\
{% if contract.end_date %} to {{ contract.end_date }}{% endif %}.

{% for item in items %}
{{ loop.index }}. {{ item.quantity }} x {{ item.name }}{% if item.price %}, {{ item.price }}{% endif %}{% if item.cycle %}, {{ item.cycle }}{% endif %}

{% endfor %}
{% if contract.deposit %}Deposit: {{ contract.deposit }}

{% endif %}
";

/// Between whom a contract is.
#[derive(Debug)]
pub struct Parties {
    /// Who runs the location.
    pub merchant: Record<Merchant>,
    /// Location at which the contract is made.
    pub location: Record<Location>,
    /// Customer with whom the contract is made.
    pub customer: CustomerRecord,
}

impl Parties {
    /// Reads the merchant beside those that were read.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn read(call: &Call, location: Record<Location>, customer: CustomerRecord) -> Result<Self, ApiError> {
        Ok(Self { merchant: call.read_merchant().await?, location, customer })
    }
}

/// The text of a contract with everything that it is filled with now.
///
/// # Errors
/// 422 naming `template_id`: `text_too_long`, `not_renderable`.
pub fn text_of(
    call: &Call,
    contract: &Contract,
    text: &ContractText,
    (parties, agreed): (&Parties, &[AgreedItem]),
) -> Result<String, ApiError> {
    let values = values(call, contract, parties, agreed)?;
    let Some(file) = &text.file else { return language::rendered(text.template.as_str(), &values) };
    let cover = language::rendered(COVER, &values)?;
    let (name, key, sha256) = (&file.name, file.key.as_str(), file.sha256.as_str());
    Ok(format!("{cover}The terms are those of the file {name} ({key}), whose SHA-256 is {sha256}.\n"))
}

/// Everything that has a name in [`super::names`].
fn values(call: &Call, contract: &Contract, parties: &Parties, agreed: &[AgreedItem]) -> Result<Value, ApiError> {
    let (merchant, location) = (&parties.merchant.body, &parties.location.body);
    let currency = contract.currency;
    let today = contract.day_of(call.now)?;
    let items: Vec<Value> =
        agreed.iter().map(|item| shown_item(item, contract, call.now)).collect::<Result<_, ApiError>>()?;
    let signers: Vec<Value> = contract.signers.iter().map(shown_signer).collect();
    let deposit = contract.deposit.map(|deposit| deposit.minor_in(currency, "deposit")).transpose()?;
    Ok(json!({
        "contract": {
            "number": contract.number.map(|number| number.to_string()).unwrap_or_default(),
            "title": contract.title,
            "type": words_of(contract.contract_type),
            "start_date": contract.start_date,
            "end_date": day(contract.end_date),
            "expires_at": day(contract.expires_at),
            "auto_renew": contract.auto_renew,
            "renewal_term_months": contract.renewal_term_months.map(|term| term.to_string()).unwrap_or_default(),
            "notice_days": contract.notice_days,
            "notice_months": contract.notice_months,
            "notice_ends_with": contract.notice_ends_with,
            "currency": currency,
            "deposit": deposit.map(|minor| money(minor, currency)).unwrap_or_default(),
            "issue_date": today,
        },
        "customer": shown_customer(&parties.customer),
        "location": {
            "name": location.name,
            "address": line(&location.address),
            "email": location.email,
            "phone": location.phone,
        },
        "merchant": {
            "name": merchant.name,
            "legal_name": merchant.legal_name,
            "tax_id": merchant.tax_id,
            "address": line(&merchant.address),
            "email": merchant.email,
            "phone": merchant.phone,
        },
        "items": items,
        "signers": signers,
    }))
}

fn shown_item(item: &AgreedItem, contract: &Contract, now: values::Timestamp) -> Result<Value, ApiError> {
    let currency = contract.currency;
    let price = match item.price(now) {
        Some(_) => money(item.price_minor(currency, now)?, currency),
        None => String::new(),
    };
    // Only a subscription charges it.
    let plan = if contract.on_signed == OnSigned::CreateSubscriptions { item.plan.as_ref() } else { None };
    let setup_fee = plan.map_or(Ok(0), |plan| plan.body.setup_fee.minor_in(currency, "setup_fee"))?;
    let kind = match item.item.kind {
        ContractItemKind::Plan => "plan",
        ContractItemKind::Resource => "resource",
        ContractItemKind::OneOff => "once",
    };
    let cycle = item.cycle().map(|cycle| match cycle {
        Cycle::Daily => "daily",
        Cycle::Weekly => "weekly",
        Cycle::Monthly => "monthly",
        Cycle::Quarterly => "quarterly",
        Cycle::Yearly => "yearly",
    });
    Ok(json!({
        "kind": kind,
        "name": item.name(),
        "quantity": item.item.quantity,
        "price": price,
        "cycle": cycle.unwrap_or_default(),
        "setup_fee": if setup_fee > 0 { money(setup_fee, currency) } else { String::new() },
    }))
}

fn shown_signer(signer: &ContractSigner) -> Value {
    let signer_type = match signer.signer_type {
        SignerType::Location => "location",
        SignerType::Customer => "customer",
    };
    json!({"type": signer_type, "name": signer.name, "email": signer.email, "order": signer.order})
}

fn shown_customer(customer: &CustomerRecord) -> Value {
    match customer {
        CustomerRecord::Member(member) => {
            let member = &member.body.fields;
            let name = format!("{} {}", member.name, member.surname);
            json!({"name": name.trim(), "legal_name": member.legal_name, "tax_id": member.tax_id, "email": member.email,
                "address": line(&member.billing_address)})
        }
        CustomerRecord::Company(company) => {
            let company = &company.body.fields;
            let email = company.billing_email.as_ref().map(ToString::to_string).unwrap_or_default();
            json!({"name": company.name, "legal_name": company.legal_name, "tax_id": company.tax_id, "email": email,
                "address": line(&company.billing_address)})
        }
    }
}

const fn words_of(contract_type: ContractType) -> &'static str {
    match contract_type {
        ContractType::Membership => "membership",
        ContractType::Licence => "licence",
        ContractType::Lease => "lease",
        ContractType::Other => "other",
    }
}

fn day(day: Option<Day>) -> String {
    day.map(|day| day.to_string()).unwrap_or_default()
}

fn money(minor: i64, currency: Currency) -> String {
    format!("{} {currency}", amount(minor, currency))
}

/// An address in one line.
fn line(own: &Address) -> String {
    address(own).lines().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::{COVER, language};

    #[test]
    fn the_cover_of_a_file_is_a_text_like_any_other() {
        language::placeholders(COVER).expect("a text");
    }
}
