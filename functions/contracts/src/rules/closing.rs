//! Where a contract stands in somebody's way, and how it comes to nothing.

use records::Location;
use shared::api::Call;
use store::{Record, Transaction};
use values::{ApiError, Customer, Id, ShortText, Timestamp};

use super::{claims, parts, trailing};
use crate::records::{
    contract::Contract,
    contract_state::{ContractStatus, TrailEvent},
};

/// Counts contracts where they stand in somebody's way: so many come, or go when below zero.
pub fn count(transaction: &mut Transaction, (customer, location): (Id<Customer>, Id<Location>), change: i64) {
    transaction.add(&Customer::contracts(customer), change);
    transaction.add(&Location::uses(location), change);
    transaction.add(&Location::prices(location), change);
}

/// Counts a contract no more where it stood in somebody's way.
pub fn uncount(transaction: &mut Transaction, contract: &mut Contract) {
    if std::mem::take(&mut contract.is_counted) {
        count(transaction, (contract.customer_id, contract.location_id), -1);
    }
}

/// The next version of a contract that came to nothing at an instant, in `transaction` with everything that this
/// changes.
///
/// # Errors
/// 503 when the store cannot be used.
pub async fn void(
    call: &Call,
    transaction: &mut Transaction,
    before: &Record<Contract>,
    (status, at, reason): (ContractStatus, Timestamp, ShortText),
    event: TrailEvent,
) -> Result<Record<Contract>, ApiError> {
    let mut body = before.body.clone();
    body.status = status;
    body.closed_at = Some(at);
    body.closed_reason = reason;
    for own in &mut body.signing {
        own.link = None;
    }
    uncount(transaction, &mut body);
    body.made.held = Vec::new();
    let after = call.next_version(before, body.dated(call.now)?, None);
    if before.body.status == ContractStatus::Issued {
        claims::end(transaction, before.id, &before.body);
        parts::release(call, transaction, &before.body).await?;
    }
    if before.body.document_hash.is_some() {
        trailing::note_all(call, transaction, before, vec![(at, event)]).await?;
    }
    Ok(after)
}
