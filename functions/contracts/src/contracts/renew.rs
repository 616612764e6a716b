//! Renew a contract: a draft that follows it, with its fields and the next term.

use records::publication::RequireActive as _;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Created, Creates, PathId, retry};
use store::Record;
use values::{ApiError, Day, ErrorCode, Id};

use crate::{
    records::{
        contract::Contract, contract_fields::ContractFields, contract_state::ContractStatus, text::ContractText,
    },
    rules::{
        checks, closing,
        drafting::{awaited, read_template},
        files,
    },
};

/// What is different in the contract that follows.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContractRenew {
    /// Last local day of the contract that follows; as many months, or days, after its first as the first contract had
    /// when left out.
    end_date: Option<Day>,
}

/// Makes the draft of a contract that follows a signed one for the next term.
pub async fn renew(call: Call, PathId(id): PathId<Contract>, Body(input): Body<ContractRenew>) -> Creates<Contract> {
    retry(&call, || attempt(&call, id, input)).await
}

async fn attempt(call: &Call, id: Id<Contract>, input: ContractRenew) -> Creates<Contract> {
    let before = call.get_for_change(id).await?;
    before.body.status.require(&[ContractStatus::Signed])?;
    check_renewable(call, &before).await?;
    let mut transaction = call.transaction();
    let location = call.get(before.body.location_id).await?;
    location.body.check_active("id")?;
    transaction.require_active(&location, "id");
    call.welcome_customer(&mut transaction, before.body.customer_id, "id").await?;
    let fields = following(call, &before.body, input)?;
    let template = read_template(call, &fields, "id").await?;
    checks::check(&fields, location.body.currency)?;
    let signing = awaited(call, &fields.signers).await?;
    let mut draft = Contract::draft(fields, (location.body.currency, location.body.time_zone), signing);
    draft.renewed_from_id = Some(before.id);
    let draft = call.new_record(draft, Some(before.metadata.clone()));
    let file = files::read_file(call, &template.body, "id").await?;
    let text = ContractText::of(&template.body, file, draft.body.customer_id);
    transaction.create(&draft);
    transaction.create(&Record { id: ContractText::id_of(draft.id), ..call.new_record(text, None) });
    closing::count(&mut transaction, (draft.body.customer_id, location.id), 1);
    let renewed = Contract { renewal_id: Some(draft.id), ..before.body.clone() };
    transaction.replace(&before, &call.next_version(&before, renewed, None));
    call.commit(transaction, Created(draft)).await
}

/// Refuses a contract that is renewed already, or has no end after which another could follow.
async fn check_renewable(call: &Call, contract: &Record<Contract>) -> Result<(), ApiError> {
    let conflict = |reason: &'static str, message: &'static str| {
        Err(ApiError::conflict(ErrorCode::InvalidState, message).at("id", reason))
    };
    if contract.body.known_end().is_none() {
        return conflict("goes_on", "the contract goes on by itself: serve notice first");
    }
    let Some(renewal) = contract.body.renewal_id else { return Ok(()) };
    match call.store.find(call.tenant(), renewal).await? {
        Some(renewal) if !renewal.body.status_at(call.now).is_void() => {
            conflict("renewed", "another contract follows it already")
        }
        Some(_) | None => Ok(()),
    }
}

/// The fields of the contract that follows: the same, for the next term.
fn following(call: &Call, contract: &Contract, input: ContractRenew) -> Result<ContractFields, ApiError> {
    let today = contract.day_of(call.now)?;
    let beyond = || ApiError::rule("end_date", "out_of_range", "the day lies after the year 9999");
    let end = contract.known_end().ok_or_else(beyond)?;
    let start = billing::period::plus_days(end, 1).ok_or_else(beyond)?;
    let usual = contract.days().next_term(today).and_then(|(_, end)| end);
    Ok(ContractFields {
        start_date: start,
        end_date: input.end_date.or(usual),
        expires_at: None,
        ..contract.fields.clone()
    })
}
