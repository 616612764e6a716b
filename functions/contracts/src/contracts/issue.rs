//! Issue a contract: its text is rendered and frozen, it gets its number, and its signers get their links.

use billing::period::{days_between, plus_days};
use shared::{
    ApiError,
    api::{Call, Committed, Data, PathId, retried},
    domain::{Day, Id, Record},
    store::Transaction,
};

use crate::{
    records::{
        contract::Contract,
        contract_state::{ContractStatus, TrailEvent, TrailSigner},
        text::{ContractText, hash_of},
        trail::ContractTrail,
    },
    rules::{
        agreed::{self, AgreedItem},
        charging,
        link::{self, WithLinks},
        parts::Parts,
        rendering::{self, Parties},
        settling,
    },
};

/// Days to sign, unless the contract says until when.
const SIGNING_DAYS: i64 = 30;
/// Most days to sign.
const SIGNING_DAYS_MAX: i64 = 180;

/// Issue contract
pub async fn issue(call: Call, PathId(id): PathId<Contract>) -> Result<Committed<Data<WithLinks>>, ApiError> {
    retried(&call, || Box::pin(attempt(&call, id))).await
}

async fn attempt(call: &Call, id: Id<Contract>) -> Result<Committed<Data<WithLinks>>, ApiError> {
    let before = call.get_for_change(id).await?;
    before.body.status.require(&[ContractStatus::Draft])?;
    let mut transaction = call.transaction();
    let customer = call.welcome_customer(&mut transaction, before.body.customer_id, "customer_id").await?;
    let location = call.reference(before.body.location_id, "location_id").await?;
    location.body.check_active("location_id")?;
    transaction.require_active(&location, "location_id");
    let agreed = agreed::items(call, &before.body.fields).await?;
    agreed::check_active(&before.body, &agreed)?;
    let mut contract = before.clone();
    settle_days(call, &mut contract.body)?;
    settling::settle(call, &mut contract.body, &agreed, &location.body)?;
    Parts::read(call, &contract.body).await?.check_free(call, &contract).await?;
    charging::check(call, &contract).await?;
    number(call, &mut transaction, &mut contract.body).await?;
    let parties = Parties::read(call, location, customer).await?;
    let text = freeze(call, &mut transaction, &mut contract, (&parties, &agreed)).await?;
    contract.body.document_hash = Some(hash_of(&text));
    contract.body.status = ContractStatus::Issued;
    contract.body.issued_at = Some(call.now);
    contract.body = contract.body.clone().dated(call.now)?;
    let links = (0..contract.body.signers.len())
        .filter_map(|position| link::renew(call, &mut contract.body, position).transpose())
        .collect::<Result<Vec<_>, ApiError>>()?;
    begin_trail(call, &mut transaction, &contract)?;
    let after = call.next_version(&before, contract.body, None);
    transaction.replace(&before, &after);
    call.commit(transaction, Data(WithLinks { contract: after, links })).await
}

/// Settles until when it can be signed, when that was left open.
fn settle_days(call: &Call, contract: &mut Contract) -> Result<(), ApiError> {
    let today = contract.day_of(call.now)?;
    if contract.end_date.is_some_and(|end| end < today) {
        return Err(ApiError::rule("end_date", "in_the_past", "the contract would have ended already"));
    }
    let last = last_to_sign(contract, today)?;
    contract.fields.expires_at = Some(last);
    Ok(())
}

fn last_to_sign(contract: &Contract, today: Day) -> Result<Day, ApiError> {
    let usual = plus_days(today, SIGNING_DAYS).unwrap_or(today);
    let usual = contract.end_date.map_or(usual, |end| end.min(usual));
    let last = contract.expires_at.unwrap_or(usual);
    if last < today {
        return Err(ApiError::rule("expires_at", "in_the_past", "the last day to sign has passed"));
    }
    if days_between(today, last) > SIGNING_DAYS_MAX {
        let message = format!("a contract is signed within {SIGNING_DAYS_MAX} days of its issue");
        return Err(ApiError::rule("expires_at", "too_late", message));
    }
    Ok(last)
}

/// Takes the next number of the location; a transaction that fails takes none.
async fn number(call: &Call, transaction: &mut Transaction, contract: &mut Contract) -> Result<(), ApiError> {
    let numbers = Contract::numbers(contract.location_id);
    let last = call.store.counted(call.tenant(), &numbers).await?;
    transaction.take_number(&numbers, last);
    contract.number = Some(last + 1);
    Ok(())
}

/// Renders the text with everything as it is now, and stores it in place of what it was rendered from.
async fn freeze(
    call: &Call,
    transaction: &mut Transaction,
    contract: &mut Record<Contract>,
    (parties, agreed): (&Parties, &[AgreedItem]),
) -> Result<String, ApiError> {
    let template = call.store.find(call.tenant(), ContractText::id_of(contract.id)).await?;
    let template = template.ok_or_else(|| ApiError::internal("a contract without its text"))?;
    let text = rendering::text_of(call, &contract.body, &template.body, (parties, agreed))?;
    transaction.replace(&template, &call.next_version(&template, template.body.frozen(text.clone()), None));
    Ok(text)
}

fn begin_trail(call: &Call, transaction: &mut Transaction, contract: &Record<Contract>) -> Result<(), ApiError> {
    let body = &contract.body;
    let signers = body.signers.iter().zip(&body.signing).map(|(signer, own)| TrailSigner {
        signer_id: own.id,
        signer_type: signer.signer_type,
        name: signer.name.clone(),
        email: signer.email.clone(),
        order: signer.order,
    });
    let issued = TrailEvent::Issued {
        number: body.number.unwrap_or_default(),
        signature_method: body.signature_method,
        signers: signers.collect(),
    };
    let mut trail = ContractTrail::new(body.customer_id);
    trail.add(contract.id, body.document_hash.as_deref().unwrap_or_default(), (call.now, issued))?;
    transaction.create(&Record { id: ContractTrail::id_of(contract.id), ..call.new_record(trail, None) });
    Ok(())
}
