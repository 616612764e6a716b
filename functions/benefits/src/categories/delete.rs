//! Delete a benefit category that has no live benefit, or whose live benefits move to another category.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError, ErrorCode,
    api::{Call, Changes, PathId, Query, Update},
    domain::{Id, Location, Record},
    store::{List, Order},
};

use crate::{
    records::{benefit::Benefit, category::BenefitCategory},
    rules::category_membership,
};

/// Most benefits that move in one transaction.
const MOVED_MAX: usize = 50;

/// What becomes of its benefits.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BenefitCategoryRemoval {
    /// Category of the same location that takes its benefits over.
    move_to: Option<Id<BenefitCategory>>,
}

/// Delete benefit category
pub async fn delete(
    call: Call,
    PathId(id): PathId<BenefitCategory>,
    Query(removal): Query<BenefitCategoryRemoval>,
) -> Changes<BenefitCategory> {
    let mut update = call.update(id).await?.archived();
    if let Some(target) = removal.move_to {
        move_benefits(&call, &mut update, target).await?;
    } else {
        let in_use = ApiError::conflict(ErrorCode::InUse, "the category has benefits; move them with move_to");
        update.transaction.require_zero(&BenefitCategory::benefits(id), in_use);
    }
    update.transaction.add(&Location::uses(update.after.location_id), -1);
    update.commit().await
}

/// Moves every live benefit. The index, which may lag, only proposes which they are. Each is moved in the version that
/// was read from the table, and the category's counter refuses the whole when one is missing.
async fn move_benefits(
    call: &Call,
    from: &mut Update<'_, BenefitCategory>,
    target: Id<BenefitCategory>,
) -> Result<(), ApiError> {
    let from_id = from.before.id;
    if target == from_id {
        return Err(ApiError::rule("move_to", "same_category", "the benefits must move to another category"));
    }
    let target = call.reference(target, "move_to").await?;
    if target.body.location_id != from.after.location_id {
        return Err(ApiError::rule("move_to", "other_location", "the category stands at another location"));
    }
    from.transaction.require_reference(&target, "move_to");
    let mut moved: i64 = 0;
    for benefit in live_benefits(call, from_id).await? {
        let mut body = benefit.body.clone();
        body.category_id = Some(target.id);
        from.transaction.replace(&benefit, &call.next_version(&benefit, body, None));
        moved += 1;
    }
    let changing = ApiError::conflict(ErrorCode::InUse, "benefits of the category are changing now; try again");
    from.transaction.add_up_to(&BenefitCategory::benefits(from_id), -moved, 0, changing);
    if moved > 0 {
        category_membership::add(&mut from.transaction, target.id, moved);
    }
    Ok(())
}

async fn live_benefits(call: &Call, category: Id<BenefitCategory>) -> Result<Vec<Record<Benefit>>, ApiError> {
    let tenant = call.tenant();
    let list = List::by(&Benefit::BY_CATEGORY, &category).ordered(Order::Ascending);
    let proposed = call.store.all(tenant, &list, MOVED_MAX).await?;
    if proposed.has_more {
        let message = format!("the category has more than {MOVED_MAX} benefits; move some of them first");
        return Err(ApiError::conflict(ErrorCode::InUse, message));
    }
    let ids: Vec<_> = proposed.records.iter().map(|benefit| benefit.id).collect();
    let mut benefits = call.store.find_all(tenant, &ids).await?;
    benefits.retain(|benefit| benefit.body.category_id == Some(category));
    Ok(benefits)
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
