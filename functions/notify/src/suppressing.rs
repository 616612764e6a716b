//! Puts addresses on the list of those that nothing is sent to.

use mailing::{SuppressedAddress, SuppressionReason};
use store::{Record, Transaction, transaction::version_conflict};
use values::{ApiError, EmailAddress, ErrorCode, Id};
use work::UnitOfWork;

/// Adds to `transaction` that nothing more is sent to an address. It stays as it stands on the list already, but for a
/// complaint, which says more than that the mailbox is not there.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn suppress(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    email: &EmailAddress,
    (reason, response): (SuppressionReason, String),
) -> Result<(), ApiError> {
    let Some(holder) = work.store.find_holder(work.tenant(), &SuppressedAddress::key(email)).await? else {
        let address = SuppressedAddress { email: email.clone(), reason, response };
        transaction.create(&work.new_record(address, None));
        return Ok(());
    };
    let Some(id) = Id::<SuppressedAddress>::parse(&holder) else { return Ok(()) };
    let found: Option<Record<SuppressedAddress>> = work.store.find(work.tenant(), id).await?;
    let Some(before) = found else { return Ok(()) };
    if reason == SuppressionReason::Complaint && before.body.reason == SuppressionReason::Bounce {
        let body = SuppressedAddress { reason, response, ..before.body.clone() };
        transaction.replace(&before, &work.next_version(&before, body, None));
    }
    Ok(())
}

/// Commits what may put an address on the list. Who comes second finds it there, and decides anew.
///
/// # Errors
/// 409 `version_conflict` when something has changed meanwhile.
pub async fn commit(work: &UnitOfWork, transaction: Transaction) -> Result<(), ApiError> {
    match work.store.commit(transaction).await {
        Err(error) if error.code == ErrorCode::AlreadyExists => Err(version_conflict()),
        done => done,
    }
}
