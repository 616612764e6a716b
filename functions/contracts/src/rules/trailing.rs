//! Writing down what happens to a contract, in the transaction in which it happens.

use shared::api::Call;
use store::{Record, Transaction};
use values::{ApiError, Timestamp};

use crate::records::{contract::Contract, contract_state::TrailEvent, trail::ContractTrail};

/// Adds to the trail of an issued contract what happens to it now.
///
/// # Errors
/// 500 when there is no trail.
pub async fn note(
    call: &Call,
    transaction: &mut Transaction,
    contract: &Record<Contract>,
    event: TrailEvent,
) -> Result<(), ApiError> {
    note_all(call, transaction, contract, vec![(call.now, event)]).await
}

/// The same of several things, each at its instant.
///
/// # Errors
/// 500 when there is no trail.
pub async fn note_all(
    call: &Call,
    transaction: &mut Transaction,
    contract: &Record<Contract>,
    events: Vec<(Timestamp, TrailEvent)>,
) -> Result<(), ApiError> {
    let before = call.store.find(call.tenant(), ContractTrail::id_of(contract.id)).await?;
    let before = before.ok_or_else(|| ApiError::internal("an issued contract without a trail"))?;
    let mut after = before.body.clone();
    let hash = contract.body.document_hash.clone().unwrap_or_default();
    for (at, event) in events {
        if matches!(event, TrailEvent::Completed) {
            after.signed_at = Some(at);
        }
        after.add(contract.id, &hash, (at, call.actor(), event))?;
    }
    transaction.replace(&before, &call.next_version(&before, after, None));
    Ok(())
}
