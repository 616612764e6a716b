//! A subscription of which an invoice was not paid in time: every answer shows that by itself, and the sweep writes it
//! down so that it is told.

use values::{ApiError, Id};
use work::{UnitOfWork, unit_of_work::retry};

use super::{record::Subscription, storing};

/// Writes down that it is past due, once everything else that time has done is written; whether there was anything to
/// write.
///
/// # Errors
/// 503 when the store cannot be used.
pub async fn write_down(work: &UnitOfWork, id: Id<Subscription>) -> Result<bool, ApiError> {
    Box::pin(retry(work, || async {
        let Some(before) = work.store.find(work.tenant(), id).await? else { return Ok(false) };
        let found = before.body.past_due_to_write().filter(|at| *at <= work.now && !before.body.is_over);
        let Some(at) = found else { return Ok(false) };
        let after = Subscription { past_due_written: Some(at), ..before.body.clone() };
        let after = work.next_version(&before, after.dated(work.now)?, None);
        let mut transaction = work.transaction();
        Box::pin(storing::replace(work, &mut transaction, &before, &after, None)).await?;
        work.store.commit(transaction).await.map(|()| true)
    }))
    .await
}
