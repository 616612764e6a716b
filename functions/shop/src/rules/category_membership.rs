//! How many products a category has. A counter changes with every product that enters or leaves the category, so that
//! deleting a category does not depend on an index.

use shared::{
    ApiError,
    api::Call,
    domain::{Id, Location},
    store::Transaction,
};

use crate::records::category::ShopCategory;

/// Adds a product at `location` to the category.
///
/// # Errors
/// 422 when the category does not exist or stands elsewhere.
pub async fn enter(
    call: &Call,
    transaction: &mut Transaction,
    category: Id<ShopCategory>,
    location: Id<Location>,
) -> Result<(), ApiError> {
    let category = call.reference(category, "category_id").await?;
    if category.body.location_id != location {
        return Err(ApiError::rule("category_id", "other_location", "the category stands at another location"));
    }
    transaction.require_reference(&category, "category_id");
    add(transaction, category.id, 1);
    Ok(())
}

/// A product goes out of the category.
pub fn leave(transaction: &mut Transaction, category: Id<ShopCategory>) {
    add(transaction, category, -1);
}

/// So many products come, or go when negative.
pub fn add(transaction: &mut Transaction, category: Id<ShopCategory>, change: i64) {
    transaction.add(&ShopCategory::products(category), change);
}
