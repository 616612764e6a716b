//! Take items of an order back.

use std::collections::{BTreeMap, BTreeSet};

use billing::settlement::Owed;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, Data, PathId, retry};
use store::{Record, fields::yes};
use values::{ApiError, Id, LongText};

use crate::{
    records::{movement::MovementKind, order::ShopOrder, order_item::OrderItem, order_state::OrderStatus},
    rules::{
        packages, pricing, settling,
        stock_changes::{MovedFor, StockChanges},
    },
};

/// Items of a completed order that the customer returns.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShopOrderReturn {
    /// Items of the order, each once.
    #[schemars(length(min = 1, max = 10))]
    items: Vec<ItemToReturn>,
    /// Whether it is on hand again; not what was broken. It is unless this says otherwise.
    #[serde(default = "yes")]
    restock: bool,
    /// Reason in words; empty when none is given.
    #[serde(default)]
    reason: LongText,
}

/// What comes back of one item.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ShopOrderReturnItem")]
pub struct ItemToReturn {
    /// The item of the order.
    item_id: Id<OrderItem>,
    /// Number of pieces of the item that come back.
    #[schemars(range(min = 1, max = 1000))]
    quantity: i64,
}

/// Takes items of a completed order back, and pays back their part of the price.
pub async fn return_items(
    call: Call,
    PathId(id): PathId<ShopOrder>,
    Body(input): Body<ShopOrderReturn>,
) -> Changes<ShopOrder> {
    retry(&call, || attempt(&call, id, &input)).await
}

async fn attempt(call: &Call, id: Id<ShopOrder>, input: &ShopOrderReturn) -> Changes<ShopOrder> {
    let before = call.get_for_change(id).await?;
    before.body.status_at(call.now).require(&[OrderStatus::Completed])?;
    check(&before.body, &input.items)?;
    let mut order = before.body.clone();
    let (settling, stock) =
        tokio::join!(settling::load(call, &order), StockChanges::read_items(call, &before.body.items));
    let (mut settling, mut stock) = (settling?, stock?);
    let mut items = std::mem::take(&mut order.items);
    for item in &mut items {
        let Some(back) = input.items.iter().find(|back| back.item_id == item.id) else { continue };
        packages::revoke_package(call, &mut settling, &order, (item, back.quantity)).await?;
        item.returned += back.quantity;
        if input.restock {
            restock(call, &mut stock, &before, item, back.quantity)?;
        }
    }
    order.items = items;
    order.return_reason = input.reason.clone();
    let kept = pricing::kept(&order)?;
    let kept: BTreeMap<_, _> = order.items.iter().map(|item| item.id).zip(kept).collect();
    settling::settle(call, &mut settling, &mut order, false, |item| {
        Ok(kept.get(&item.id).copied().unwrap_or(Owed::NOTHING))
    })?;
    if order.items.iter().all(|item| item.kept() == 0) {
        order.status = OrderStatus::Returned;
    }
    let after = call.next_version(&before, order, None);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    stock.write(call, &mut transaction);
    settling.write(call, &mut transaction).await?;
    call.commit(transaction, Data(after)).await
}

/// Each item is one of the order, named once, and has as many left.
fn check(order: &ShopOrder, items: &[ItemToReturn]) -> Result<(), ApiError> {
    let mut seen = BTreeSet::new();
    for (position, back) in items.iter().enumerate() {
        let field = |name: &str| format!("items[{position}].{name}");
        let Some(item) = order.items.iter().find(|item| item.id == back.item_id) else {
            return Err(ApiError::reference_not_found(field("item_id")));
        };
        if !seen.insert(back.item_id) {
            return Err(ApiError::rule(field("item_id"), "repeated", "each item is named once"));
        }
        if back.quantity > item.kept() {
            let message = format!("{} of it have not come back yet", item.kept());
            return Err(ApiError::rule(field("quantity"), "above_quantity_left", message));
        }
    }
    Ok(())
}

/// Counts in what is on hand again: of an option that the product has no more, nothing.
fn restock(
    call: &Call,
    stock: &mut StockChanges,
    order: &Record<ShopOrder>,
    item: &OrderItem,
    quantity: i64,
) -> Result<(), ApiError> {
    if !item.is_tracked || !stock.has(item.product_id, item.option_id) {
        return Ok(());
    }
    stock.option(item.product_id, item.option_id)?.receive(quantity, call.now);
    let moved = MovedFor { kind: MovementKind::Return, order_id: Some(order.id), reason: LongText::default() };
    stock.note((item.product_id, item.option_id), quantity, moved)?;
    Ok(())
}
