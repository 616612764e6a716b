//! Delete a category of the shop that has no live product, or whose live products move to another category.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError, ErrorCode,
    api::{Call, Changes, PathId, Query, Update},
    domain::{Id, Location, Record},
    store::{List, Order},
};

use crate::{
    records::{category::ShopCategory, product::ShopProduct},
    rules::category_membership,
};

/// Most products that move in one transaction.
const MOVED_MAX: usize = 50;

/// What becomes of its products.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShopCategoryRemoval {
    /// Category of the same location that takes its products over.
    move_to: Option<Id<ShopCategory>>,
}

/// Delete shop category
pub async fn delete(
    call: Call,
    PathId(id): PathId<ShopCategory>,
    Query(removal): Query<ShopCategoryRemoval>,
) -> Changes<ShopCategory> {
    let mut update = call.update(id).await?.archived();
    if let Some(target) = removal.move_to {
        move_products(&call, &mut update, target).await?;
    } else {
        let in_use = ApiError::conflict(ErrorCode::InUse, "the category has products; move them with move_to");
        update.transaction.require_zero(&ShopCategory::products(id), in_use);
    }
    update.transaction.add(&Location::uses(update.after.location_id), -1);
    update.commit().await
}

/// Moves every live product. The index, which may lag, only proposes which they are. Each is moved in the version that
/// was read from the table, and the category's counter refuses the whole when one is missing.
async fn move_products(
    call: &Call,
    from: &mut Update<'_, ShopCategory>,
    target: Id<ShopCategory>,
) -> Result<(), ApiError> {
    let from_id = from.before.id;
    if target == from_id {
        return Err(ApiError::rule("move_to", "same_category", "the products must move to another category"));
    }
    let target = call.reference(target, "move_to").await?;
    if target.body.location_id != from.after.location_id {
        return Err(ApiError::rule("move_to", "other_location", "the category stands at another location"));
    }
    from.transaction.require_reference(&target, "move_to");
    let mut moved: i64 = 0;
    for product in live_products(call, from_id).await? {
        let mut body = product.body.clone();
        body.category_id = target.id;
        from.transaction.replace(&product, &call.next_version(&product, body, None));
        moved += 1;
    }
    let changing = ApiError::conflict(ErrorCode::InUse, "products of the category are changing now; try again");
    from.transaction.add_up_to(&ShopCategory::products(from_id), -moved, 0, changing);
    if moved > 0 {
        category_membership::add(&mut from.transaction, target.id, moved);
    }
    Ok(())
}

async fn live_products(call: &Call, category: Id<ShopCategory>) -> Result<Vec<Record<ShopProduct>>, ApiError> {
    let tenant = call.tenant();
    let list = List::by(&ShopProduct::BY_CATEGORY, &category).ordered(Order::Ascending);
    let proposed = call.store.all(tenant, &list, MOVED_MAX).await?;
    if proposed.has_more {
        let message = format!("the category has more than {MOVED_MAX} products; move some of them first");
        return Err(ApiError::conflict(ErrorCode::InUse, message));
    }
    let ids: Vec<_> = proposed.records.iter().map(|product| product.id).collect();
    let mut products = call.store.find_all(tenant, &ids).await?;
    products.retain(|product| product.body.category_id == category);
    Ok(products)
}

#[cfg(test)]
mod tests {
    use shared::store::transaction::ACTIONS_MAX;

    use super::MOVED_MAX;

    #[test]
    fn one_request_fits_one_transaction() {
        // Both record sets of the category, the counts of their two lists (four at most), three counters, the target.
        const { assert!(MOVED_MAX + 10 <= ACTIONS_MAX) };
    }
}
