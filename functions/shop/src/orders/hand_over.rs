//! Prepare an order, and hand it over.

use shared::api::{Call, Changes, Data, PathId, retry};
use values::{ApiError, ErrorCode, Id};

use crate::{
    records::{order::ShopOrder, order_state::OrderStatus},
    rules::{ending, stock_changes::StockChanges},
};

/// Starts a new, paid order: somebody prepares it, and the customer cannot cancel it.
pub async fn start(call: Call, PathId(id): PathId<ShopOrder>) -> Changes<ShopOrder> {
    let mut update = call.update(id).await?;
    update.present.status_at(call.now).require(&[OrderStatus::New])?;
    if update.present.paid_at.is_none() {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "the order is not paid"));
    }
    update.after.status = OrderStatus::InProgress;
    update.commit().await
}

/// Completes an order in progress: it is handed over, and its pieces leave the stock.
pub async fn complete(call: Call, PathId(id): PathId<ShopOrder>) -> Changes<ShopOrder> {
    retry(&call, || complete_once(&call, id)).await
}

async fn complete_once(call: &Call, id: Id<ShopOrder>) -> Changes<ShopOrder> {
    let before = call.get_for_change(id).await?;
    before.body.status_at(call.now).require(&[OrderStatus::InProgress])?;
    let mut order = before.body.clone();
    order.status = OrderStatus::Completed;
    order.completed_at = Some(call.now);
    let mut stock = StockChanges::read_items(call, &order.items).await?;
    stock.sell(call, &before)?;
    let mut transaction = call.transaction();
    ending::count(&mut transaction, (order.customer_id, order.location_id), -1);
    let after = call.next_version(&before, order, None);
    transaction.replace(&before, &after);
    stock.write(call, &mut transaction);
    call.commit(transaction, Data(after)).await
}
