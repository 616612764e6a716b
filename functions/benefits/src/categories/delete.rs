//! Delete a benefit category, which has no live benefit or gives all of them to another.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError, ErrorCode,
    api::{Call, Changes, Data, PathId, Query},
    domain::{Id, Index, Location, Record, RecordSet},
    store::{List, Order, Paging, Scheme, Transaction},
};

use super::{BenefitCategory, membership};
use crate::benefits::Benefit;

/// Most benefits that move in one transaction.
const MOVED_MAX: u32 = 50;

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
    let before = call.get_for_change(id).await?;
    let mut transaction = call.transaction();
    if let Some(target) = removal.move_to {
        move_benefits(&call, &mut transaction, &before, target).await?;
    } else {
        let in_use = ApiError::conflict(ErrorCode::InUse, "the category has benefits; move them with move_to");
        transaction.count(&BenefitCategory::benefits(id), 0, Some(0), in_use);
    }
    let after = call.moved(&before, before.body.clone(), RecordSet::Archived);
    transaction.replace(&before, &after);
    let location = Location::uses(before.body.location_id);
    transaction.count(&location, -1, None, ApiError::internal("a counter without condition"));
    call.commit(transaction, Data(after)).await
}

/// Moves every live benefit. The index only proposes which they are: each moves in the version that was read from the
/// table, and the counter refuses the whole when one is missing.
async fn move_benefits(
    call: &Call,
    transaction: &mut Transaction,
    from: &Record<BenefitCategory>,
    target: Id<BenefitCategory>,
) -> Result<(), ApiError> {
    if target == from.id {
        return Err(ApiError::rule("move_to", "same_category", "the benefits must move to another category"));
    }
    let target = call.reference(target, "move_to").await?;
    if target.body.location_id != from.body.location_id {
        return Err(ApiError::rule("move_to", "other_location", "the category stands at another location"));
    }
    transaction.require(&target, ApiError::reference_not_found("move_to"));
    let mut moved: i64 = 0;
    for benefit in live_benefits(call, from.id).await? {
        let body = Benefit { category_id: Some(target.id), ..benefit.body.clone() };
        transaction.replace(&benefit, &call.next_version(&benefit, body, None));
        moved += 1;
    }
    let changing = ApiError::conflict(ErrorCode::InUse, "benefits of the category are changing now; try again");
    transaction.count(&BenefitCategory::benefits(from.id), -moved, Some(0), changing);
    if moved > 0 {
        membership::add(transaction, target.id, moved);
    }
    Ok(())
}

async fn live_benefits(call: &Call, category: Id<BenefitCategory>) -> Result<Vec<Record<Benefit>>, ApiError> {
    let tenant = &call.caller.tenant;
    let list = List::<Benefit>::indexed(Index::Second, format!("category#{category}"));
    let paging = Paging { scheme: Scheme::Cursor(None), size: MOVED_MAX, order: Some(Order::Ascending) };
    let proposed = call.store.page(tenant, &list, &paging, call.now.millis()).await?;
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
        // Both record_sets of the category, the counts of their two lists (four at most), three counters, the target.
        const { assert!(MOVED_MAX as usize + 10 <= ACTIONS_MAX) };
    }
}
