//! How many benefits a category has. A counter changes with every benefit that enters or leaves the category, so that
//! deleting a category does not depend on an index.

use shared::{
    ApiError,
    api::Call,
    domain::{Id, Location},
    store::Transaction,
};

use crate::records::category::BenefitCategory;

/// Adds a benefit at `location` to the category.
///
/// # Errors
/// 422 when the category does not exist or stands elsewhere.
pub async fn enter(
    call: &Call,
    transaction: &mut Transaction,
    category: Id<BenefitCategory>,
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

/// A benefit goes out of the category.
pub fn leave(transaction: &mut Transaction, category: Id<BenefitCategory>) {
    add(transaction, category, -1);
}

/// So many benefits come, or go when negative.
pub fn add(transaction: &mut Transaction, category: Id<BenefitCategory>, change: i64) {
    transaction.add(&BenefitCategory::benefits(category), change);
}
