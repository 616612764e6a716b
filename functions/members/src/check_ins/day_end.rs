//! The end of a day ends its check-ins. Every answer shows that by the clock; that it is written down is for those who
//! are told of it.

use records::CheckIn;
use shared::api::{Call, retry};
use values::{ApiError, Id};

/// Writes down that the day has ended a check-in; whether there was anything to write down.
pub async fn note(call: &Call, id: Id<CheckIn>) -> Result<bool, ApiError> {
    retry(call, || note_day_end(call, id)).await
}

async fn note_day_end(call: &Call, id: Id<CheckIn>) -> Result<bool, ApiError> {
    let Some(before) = call.store.find(call.tenant(), id).await? else { return Ok(false) };
    if before.body.due_at().is_none_or(|due_at| call.now < due_at) {
        return Ok(false);
    }
    let after = CheckIn { is_end_noted: true, ..before.body.clone() };
    let mut transaction = call.transaction();
    transaction.replace(&before, &call.next_version(&before, after, None));
    call.store.commit(transaction).await?;
    Ok(true)
}
