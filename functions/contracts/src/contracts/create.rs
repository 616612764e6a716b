//! Create a contract: a draft, which can be changed until it is issued.

use records::{Location, Member, publication::RequireActive as _};
use shared::api::{Body, Call, Created, Creates, New, retry};
use store::Record;
use values::{ApiError, Id, ShortText};

use crate::{
    records::{
        contract::Contract,
        contract_fields::{ContractFields, ContractSigner},
        contract_state::Signing,
        template::ContractTemplate,
        text::ContractText,
    },
    rules::{agreed, checks, closing, files, signers},
};

/// Makes a draft, which keeps the text that its template has now.
pub async fn create(call: Call, Body(new): Body<New<Contract>>) -> Creates<Contract> {
    retry(&call, || attempt(&call, &new)).await
}

async fn attempt(call: &Call, new: &New<Contract>) -> Creates<Contract> {
    let mut transaction = call.transaction();
    call.welcome_customer(&mut transaction, new.fields.customer_id, "customer_id").await?;
    let location = call.require_reference(new.fields.location_id, "location_id").await?;
    location.body.check_active("location_id")?;
    let template = read_template(call, &new.fields, "template_id").await?;
    let contract = draft(call, new.fields.clone(), &location, &template).await?;
    contract.check_room(new.metadata.as_ref())?;
    let contract = call.new_record(contract, new.metadata.clone());
    let file = files::read_file(call, &template.body, "template_id").await?;
    let text = ContractText::of(&template.body, file, contract.body.customer_id);
    transaction.create(&contract);
    transaction.create(&Record { id: ContractText::id_of(contract.id), ..call.new_record(text, None) });
    transaction.require_active(&location, "location_id");
    closing::count(&mut transaction, (contract.body.customer_id, location.id), 1);
    call.commit(transaction, Created(contract)).await
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
