//! The end of an order that comes to nothing: what it kept is free again, and what was charged goes back.

use records::Location;
use store::{Record, Transaction};
use values::{ApiError, Customer, Id};
use work::UnitOfWork;

use super::{packages, settling, stock_changes::StockChanges};
use crate::records::{
    order::ShopOrder,
    order_state::{Cancellation, CancelledBy, OrderStatus},
};

/// The order as it will be once it is cancelled, with everything that this changes in `transaction`.
///
/// # Errors
/// 409 `invalid_state` when something of a credit package was used; 503 when the store cannot be used.
pub async fn cancel_in_transaction(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    before: &Record<ShopOrder>,
    cancellation: Cancellation,
) -> Result<Record<ShopOrder>, ApiError> {
    let is_by_operator = cancellation.by != CancelledBy::Customer;
    cancel_keeping(work, transaction, before, cancellation, Kept { share: (0, 1), is_by_operator }).await
}

/// What of an order that comes to nothing is still owed.
#[derive(Clone, Copy, Debug)]
pub struct Kept {
    /// So much of each item's price: a part and the whole.
    pub share: (i64, i64),
    /// Whether credits come back that have expired since.
    pub is_by_operator: bool,
}

/// The same, where a part of each item's price is still owed.
///
/// # Errors
/// As [`cancel_in_transaction`].
pub async fn cancel_keeping(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    before: &Record<ShopOrder>,
    cancellation: Cancellation,
    Kept { share: (part, whole), is_by_operator }: Kept,
) -> Result<Record<ShopOrder>, ApiError> {
    let mut order = before.body.clone();
    order.status = OrderStatus::Cancelled;
    order.cancellation = Some(cancellation);
    let (settling, stock) = tokio::join!(settling::load(work, &order), StockChanges::read_items(work, &order.items));
    let (mut settling, mut stock) = (settling?, stock?);
    let mut items = std::mem::take(&mut order.items);
    for item in &mut items {
        let quantity = item.kept();
        packages::revoke_package(work, &mut settling, &order, (item, quantity)).await?;
    }
    order.items = items;
    settling::settle(work, &mut settling, &mut order, is_by_operator, |item| Ok(item.price.part(part, whole)?))?;
    stock.release(work, &order.items)?;
    count(transaction, (order.customer_id, order.location_id), -1);
    let after = work.next_version(before, order, None);
    transaction.replace(before, &after);
    stock.write(work, transaction);
    settling.write(work, transaction).await?;
    Ok(after)
}

/// Counts open orders where they stand in somebody's way: so many come, or go when below zero.
pub fn count(transaction: &mut Transaction, (customer, location): (Id<Customer>, Id<Location>), change: i64) {
    transaction.add(&Customer::open_orders(customer), change);
    transaction.add(&Location::uses(location), change);
}
