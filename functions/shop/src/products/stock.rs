//! What is on hand of a product: adjustments and movements.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Created, Creates, Listing, Lists, PathId, retry};
use store::{List, Record};
use values::{ApiError, Id, LongText};

use crate::{
    records::{
        movement::{MovementKind, StockMovement},
        option::ShopOption,
        product::ShopProduct,
        stock::ShopStock,
    },
    rules::stock_changes::{MovedFor, StockChanges},
};

/// A product with what there is of it.
pub fn shown(mut product: Record<ShopProduct>, stock: Option<Record<ShopStock>>) -> Record<ShopProduct> {
    product.body.stock = stock.map(|stock| stock.body);
    product
}

/// Pieces of an option that the operator counts in or out.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StockAdjustment {
    /// Option of the product whose stock is counted.
    option_id: Id<ShopOption>,
    /// How many come; below zero, how many go.
    #[schemars(range(min = -1_000_000, max = 1_000_000))]
    quantity: i64,
    /// Reason in words; empty when none is given.
    #[serde(default)]
    reason: LongText,
}

/// Counts pieces of an option in or out, as a movement of its stock.
pub async fn adjust(
    call: Call,
    PathId(id): PathId<ShopProduct>,
    Body(input): Body<StockAdjustment>,
) -> Creates<StockMovement> {
    if input.quantity == 0 {
        return Err(ApiError::rule("quantity", "nothing_moves", "something comes or goes"));
    }
    retry(&call, || attempt(&call, id, &input)).await
}

async fn attempt(call: &Call, id: Id<ShopProduct>, input: &StockAdjustment) -> Creates<StockMovement> {
    let product = call.get_for_change(id).await?;
    let option = product.body.option(input.option_id);
    let option = option.ok_or_else(|| ApiError::reference_not_found("option_id"))?;
    if !option.stock_tracked {
        let message = "the stock of the option is not counted: see stock_tracked";
        return Err(ApiError::rule("option_id", "not_tracked", message));
    }
    let mut stock = StockChanges::read(call, [id]).await?;
    stock.option(id, input.option_id)?.adjust(input.quantity, call.now)?;
    let moved = MovedFor { kind: MovementKind::Adjustment, order_id: None, reason: input.reason.clone() };
    stock.note((id, input.option_id), input.quantity, moved)?;
    let mut transaction = call.transaction();
    transaction.require_unchanged(&product);
    let movements = stock.write(call, &mut transaction);
    let movement = movements.into_iter().next().ok_or_else(|| ApiError::internal("no movement was noted"))?;
    call.commit(transaction, Created(movement)).await
}

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StockMovementFilter {
    /// Only movements of this option.
    option_id: Option<Id<ShopOption>>,
    /// Only movements of this type.
    #[serde(rename = "type")]
    kind: Option<MovementKind>,
}

/// Lists the stock movements of a product, newest first.
pub async fn list_movements(
    call: Call,
    PathId(id): PathId<ShopProduct>,
    Listing { filter, paging }: Listing<StockMovementFilter>,
) -> Lists<StockMovement> {
    let call = call.within(&call.get(id).await?)?;
    let movements = List::by(&StockMovement::BY_PRODUCT, &id)
        .only("option_id", filter.option_id.as_ref())
        .only("type", filter.kind.as_ref());
    call.page(movements, paging).await
}
