//! What falls due in this area: an order that was not paid in time gives back what it kept, and
//! one for a booking moves and ends with it. Nothing is wrong while that
//! has not run, but that others find less than there is: every answer shows the order as cancelled.

use shared::{
    api::{Call, retry},
    due::DueWork,
};
use values::{ApiError, Id};

use crate::{
    records::{order::ShopOrder, order_state::OrderStatus},
    rules::{ending, extras},
};

/// What is done when the records of this area fall due.
#[must_use]
pub fn due_work() -> Vec<DueWork> {
    vec![DueWork::of(|call, id| async move { look_after(&call, id).await })]
}

/// Ends what was not paid in time, and has the rest follow its booking.
async fn look_after(call: &Call, id: Id<ShopOrder>) -> Result<bool, ApiError> {
    retry(call, move || async move {
        let Some(before) = call.store.find(call.tenant(), id).await? else { return Ok(false) };
        if !before.body.is_overdue(call.now) {
            let is_open = matches!(before.body.status, OrderStatus::New | OrderStatus::InProgress);
            return match before.body.for_booking.as_ref().filter(|_| is_open) {
                Some(booking) => extras::follow(call, &before, booking).await,
                None => Ok(false),
            };
        }
        let Some(cancellation) = before.body.cancellation_at(call.now) else { return Ok(false) };
        let mut transaction = call.transaction();
        ending::cancel_in_transaction(call, &mut transaction, &before, cancellation).await?;
        call.store.commit(transaction).await.map(|()| true)
    })
    .await
}
