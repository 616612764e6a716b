//! Issue a contract: its text is rendered and frozen, it gets its number, and its signers get their links.

use shared::api::{Call, Committed, Data, PathId, retry};
use store::{
    Record, Transaction,
    transaction::{ACTIONS_MAX, version_conflict},
};
use values::{ApiError, ErrorCode, Id};

use crate::{
    records::{
        contract::Contract,
        contract_state::{ContractStatus, TrailEvent, TrailSigner},
        text::hash_of,
        trail::ContractTrail,
    },
    rules::{
        link::{self, WithLinks},
        parts::Parts,
        ready::ReadyContract,
        signers,
    },
};

/// Actions of the transaction that are kept for the answer.
const OTHER_ACTIONS: usize = 2;

/// What an issue answers.
type Answered = Committed<Data<WithLinks>>;

/// Freezes the text of a draft, gives it its number and its signers their links.
pub async fn issue(call: Call, PathId(id): PathId<Contract>) -> Result<Answered, ApiError> {
    retry(&call, || Box::pin(issue_once(&call, id))).await
}

/// Decides everything but the number once, and then takes the next number until no other issue has taken it first.
async fn issue_once(call: &Call, id: Id<Contract>) -> Result<Answered, ApiError> {
    let ready = ReadyContract::read(call, id).await?;
    let numbered = retry(call, || Box::pin(number_and_commit_unless_changed(call, &ready))).await?;
    numbered.ok_or_else(version_conflict)
}

/// The answer; none when it is the contract that has changed since it was read, and not the number.
async fn number_and_commit_unless_changed(call: &Call, ready: &ReadyContract) -> Result<Option<Answered>, ApiError> {
    match number_and_commit(call, ready).await {
        Err(refusal) if refusal.code == ErrorCode::VersionConflict => {
            if ready.is_current(call).await? {
                Err(refusal)
            } else {
                Ok(None)
            }
        }
        outcome => outcome.map(Some),
    }
}

async fn number_and_commit(call: &Call, ready: &ReadyContract) -> Result<Answered, ApiError> {
    let mut transaction = call.transaction();
    ready.require(&mut transaction);
    let mut contract = ready.settled.clone();
    take_number(call, &mut transaction, &mut contract).await?;
    let text = ready.freeze(call, &mut transaction, &contract)?;
    contract.document_hash = Some(hash_of(&text));
    contract.status = ContractStatus::Issued;
    contract.issued_at = Some(call.now);
    let mut contract = contract.dated(call.now)?;
    signers::note_members(call, &mut contract).await?;
    let mut links = Vec::with_capacity(contract.signers.len());
    for position in 0..contract.signers.len() {
        links.extend(link::renew(call, &mut contract, position).await?);
    }
    let mut after = call.next_version(&ready.before, contract, None);
    begin_trail(call, &mut transaction, &after)?;
    let until = after.body.moments.signable_until.ok_or_else(|| ApiError::internal("an issue without its end"))?;
    ready.promise(&mut transaction, &after.body, (call.now, until));
    let mut parts = Parts::read(call, &after.body).await?;
    let outcome = async {
        after.body.made.held = parts.hold(call, &mut transaction, &after, until).await?;
        transaction.replace(&ready.before, &after);
        check_size(&transaction)?;
        call.commit(transaction, Data(WithLinks { contract: after, links })).await
    };
    let outcome = Box::pin(outcome).await;
    parts.reopen_unless_done(call, outcome).await
}

/// Refuses what does not fit one transaction.
fn check_size(transaction: &Transaction) -> Result<(), ApiError> {
    if transaction.actions() + OTHER_ACTIONS <= ACTIONS_MAX {
        return Ok(());
    }
    let message = "the plans of the contract and the resources with their parts are too many to be promised at once";
    Err(ApiError::rule("items", "too_many_resources", message))
}

/// Takes the next number of the location; a transaction that fails takes none.
async fn take_number(call: &Call, transaction: &mut Transaction, contract: &mut Contract) -> Result<(), ApiError> {
    let numbers = Contract::numbers(contract.location_id);
    let last = call.store.read_counter(call.tenant(), &numbers).await?;
    transaction.take_number(&numbers, last);
    contract.number = Some(last + 1);
    Ok(())
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
    trail.add(contract.id, body.document_hash.as_deref().unwrap_or_default(), (call.now, call.actor(), issued))?;
    transaction.begin(&Record { id: ContractTrail::id_of(contract.id), ..call.new_record(trail, None) });
    Ok(())
}
