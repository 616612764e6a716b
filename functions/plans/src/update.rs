//! Update and deactivate a plan.

use records::Plan;
use shared::api::{Body, Call, Changes, Patch, PathId};
use values::{ApiError, ErrorCode};

use crate::{get, publications};

/// Changes fields of a plan; membership plans follow in what they inherit.
pub async fn update(call: Call, PathId(id): PathId<Plan>, Body(patch): Body<Patch<Plan>>) -> Changes<Plan> {
    let mut update = get::read_for_change(&call, id).await?.patched(&patch)?;
    // It is no part of what is stored, and a patch leaves only that.
    update.after.subscriber_count = update.before.body.subscriber_count;
    check(&update.before.body, &update.after, patch.gives("price"))?;
    publications::follow(&call, &mut update).await?;
    update.commit().await
}

/// Deactivate plan: what DELETE does here, because plans are never lost.
pub async fn deactivate(call: Call, PathId(id): PathId<Plan>) -> Changes<Plan> {
    let mut update = get::read_for_change(&call, id).await?;
    update.after.is_active = false;
    update.commit().await
}

/// Currency and cycle are fixed once the plan is published, and another currency needs a price in it.
fn check(before: &Plan, after: &Plan, gives_price: bool) -> Result<(), ApiError> {
    let other_currency = before.currency != after.currency;
    if (other_currency || before.billing_cycle != after.billing_cycle) && !after.publications.is_empty() {
        let message = "currency and billing cycle are fixed once the plan is published";
        return Err(ApiError::conflict(ErrorCode::InUse, message));
    }
    if other_currency && !gives_price {
        return Err(ApiError::rule("price", "required_with_currency", "another currency needs a price in it"));
    }
    after.price.minor_in(after.currency, "price").map(drop)
}
