//! A new contract: a draft, with the text that its template has now.

use records::{Location, Member};
use shared::api::Call;
use store::{Record, Transaction};
use values::{ApiError, Id, Metadata, ShortText};

use super::{agreed, checks, closing, files, signers};
use crate::records::{
    contract::Contract,
    contract_fields::{ContractFields, ContractSigner},
    contract_state::Signing,
    template::ContractTemplate,
    text::ContractText,
};

/// Adds the draft of a contract of these fields to `transaction`, which requires of customer and location what they
/// must be.
///
/// # Errors
/// 422 naming the field below `prefix`.
pub async fn add(
    call: &Call,
    transaction: &mut Transaction,
    (fields, metadata): (ContractFields, Option<Metadata>),
    location: &Record<Location>,
    prefix: &str,
) -> Result<Record<Contract>, ApiError> {
    let named = format!("{prefix}template_id");
    let template = read_template(call, &fields, &named).await?;
    let drafted = draft(call, fields, location, &template).await;
    let contract = drafted.map_err(|refusal| checks::below(prefix, refusal))?;
    contract.check_room(metadata.as_ref())?;
    let contract = call.new_record(contract, metadata);
    let file = files::read_file(call, &template.body, &named).await?;
    let text = ContractText::of(&template.body, file, contract.body.customer_id);
    transaction.create(&contract);
    transaction.create(&Record { id: ContractText::id_of(contract.id), ..call.new_record(text, None) });
    closing::count(transaction, (contract.body.customer_id, location.id), 1);
    Ok(contract)
}

/// The template that a contract names, which is active and of its location.
///
/// # Errors
/// 422 on `field`: `reference_not_found`, `reference_archived`, `other_location`, `template_inactive`.
pub async fn read_template(
    call: &Call,
    fields: &ContractFields,
    field: &str,
) -> Result<Record<ContractTemplate>, ApiError> {
    let template = call.require_reference(fields.template_id, field).await?;
    if template.body.location_id != fields.location_id {
        return Err(ApiError::rule(field, "other_location", "the template is one of another location"));
    }
    if !template.body.is_active {
        return Err(ApiError::rule(field, "template_inactive", "the template is not active"));
    }
    Ok(template)
}

async fn draft(
    call: &Call,
    mut fields: ContractFields,
    location: &Record<Location>,
    template: &Record<ContractTemplate>,
) -> Result<Contract, ApiError> {
    if fields.title.as_str().trim().is_empty() {
        fields.title = ShortText::new(template.body.title.as_str());
    }
    checks::check(&fields, location.body.currency)?;
    agreed::read_items(call, &fields).await?;
    let signing = awaited(call, &fields.signers).await?;
    Ok(Contract::draft(fields, (location.body.currency, location.body.time_zone), signing))
}

/// Signers of whom everything is awaited.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn awaited(call: &Call, own: &[ContractSigner]) -> Result<Vec<Signing>, ApiError> {
    let members = signers::find_members(call, own).await?;
    let awaited = |member_id: Option<Id<Member>>| -> Signing {
        let id: Id<ContractSigner> = call.ids.next();
        Signing { id, member_id, link: None, signed_at: None, declined_at: None }
    };
    Ok(members.into_iter().map(awaited).collect())
}
