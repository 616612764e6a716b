//! A location at which something was invoiced keeps its currency and is not archived: its documents name both.

use records::Location;
use store::{Record, Transaction, transaction::version_conflict};
use values::{ApiError, Id, UniqueKey};
use work::UnitOfWork;

/// Held from the first document or item of a location on, for ever.
#[must_use]
pub fn billed(location: Id<Location>) -> UniqueKey {
    UniqueKey::new("location_billed", location)
}

/// Whether a location is marked.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn is_marked(work: &UnitOfWork, location: Id<Location>) -> Result<bool, ApiError> {
    Ok(work.store.find_holder(work.tenant(), &billed(location)).await?.is_some())
}

/// Marks a location in the transaction of its first document or item; later ones write nothing for it. It stands inside
/// `retried`: two may be the first.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn mark(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    location: &Record<Location>,
) -> Result<(), ApiError> {
    if is_marked(work, location.id).await? {
        return Ok(());
    }
    let key = billed(location.id);
    transaction.claim(&key, location.id, version_conflict());
    // The currency is that of the record that was read.
    transaction.require_unchanged(location);
    for counter in [Location::uses, Location::prices] {
        transaction.add(&counter(location.id), 1);
    }
    Ok(())
}
