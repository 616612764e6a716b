//! What falls due in this area: an order that was not paid in time gives back what it kept. Nothing is wrong while that
//! has not run, but that others find less than there is: every answer shows the order as cancelled.

use shared::{
    api::{Call, retry},
    due::DueWork,
};
use values::{ApiError, Id};

use crate::{records::order::ShopOrder, rules::ending};

/// What is done when the records of this area fall due.
#[must_use]
pub fn due_work() -> Vec<DueWork> {
    vec![DueWork::of(|call, id| async move { end_unpaid(&call, id).await })]
}

async fn end_unpaid(call: &Call, id: Id<ShopOrder>) -> Result<bool, ApiError> {
    retry(call, move || async move {
        let Some(before) = call.store.find(call.tenant(), id).await? else { return Ok(false) };
        if !before.body.is_overdue(call.now) {
            return Ok(false);
        }
        let Some(cancellation) = before.body.cancellation_at(call.now) else { return Ok(false) };
        let mut transaction = call.transaction();
        ending::cancel_in_transaction(call, &mut transaction, &before, cancellation).await?;
        call.store.commit(transaction).await.map(|()| true)
    })
    .await
}
