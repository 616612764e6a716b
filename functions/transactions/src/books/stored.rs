//! The merchant's books as a record that can be changed.

use shared::api::Call;
use store::Record;
use values::ApiError;
use wallets_and_journal::{Books, books};

/// The merchant's books as a record that is stored: before their first change there is none.
pub async fn stored(call: &Call) -> Result<Record<Books>, ApiError> {
    if let Some(found) = books::find(call).await? {
        return Ok(found);
    }
    let record = books::read(call).await?;
    let mut transaction = call.transaction();
    transaction.begin(&record);
    match call.store.commit(transaction).await {
        Ok(()) => Ok(record),
        // Somebody else has begun them at the same moment.
        Err(error) => books::find(call).await?.ok_or(error),
    }
}
