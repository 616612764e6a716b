//! Stores the next version of a record, for what stands outside `/v1` and has no call.

use store::{Entity, Record, Store, Transaction};
use values::{ApiError, Timestamp};
use work::{auth::Caller, context::Context};

/// The next version of a record, which was stored. When another request was faster, this one is refused.
///
/// # Errors
/// 409 when the record has changed meanwhile; 503 when the store cannot be written.
pub async fn replace<E: Entity>(
    context: &Context,
    store: &Store,
    caller: &Caller,
    (before, body): (&Record<E>, E),
    now: Timestamp,
) -> Result<Record<E>, ApiError> {
    let changed_by = caller.stamp();
    let after = Record { version: before.version + 1, updated_at: now, changed_by, body, ..before.clone() };
    let mut transaction = Transaction::new(caller.tenant.clone(), context.ids.token());
    transaction.replace(before, &after);
    store.commit(transaction).await?;
    Ok(after)
}
