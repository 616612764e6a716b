//! A plan with how many subscribe to its membership plans, which is counted apart from the record.

use records::{MembershipPlan, Plan};
use shared::api::{Call, Data, PathId, Shows, Update};
use store::Record;
use values::{ApiError, Id};

/// A plan, with the number of subscribers of its membership plans.
pub async fn get(call: Call, PathId(id): PathId<Plan>) -> Shows<Plan> {
    find_plan(&call, id).await.map(Data)
}

/// The same, about to be changed.
///
/// # Errors
/// 404 when there is none, 412 when it is in another version than `If-Match` allows.
pub async fn read_for_change(call: &Call, id: Id<Plan>) -> Result<Update<'_, Plan>, ApiError> {
    call.update_of(find_plan(call, id).await?)
}

async fn find_plan(call: &Call, id: Id<Plan>) -> Result<Record<Plan>, ApiError> {
    let mut plans = [call.get(id).await?];
    count(call, &mut plans).await?;
    let [plan] = plans;
    Ok(plan)
}

/// Reads how many subscribe to the membership plans of each of these.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn count(call: &Call, plans: &mut [Record<Plan>]) -> Result<(), ApiError> {
    let membership_plans = |plan: &Record<Plan>| -> Vec<Id<MembershipPlan>> {
        plan.body.publications.iter().map(|publication| publication.membership_plan_id.cast()).collect()
    };
    let mut counts = count_subscribers(call, plans.iter().flat_map(membership_plans)).await?.into_iter();
    for plan in plans {
        plan.body.subscriber_count = Some(counts.by_ref().take(plan.body.publications.len()).sum());
    }
    Ok(())
}

/// How many subscribe to each of these.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn count_subscribers(
    call: &Call,
    membership_plans: impl Iterator<Item = Id<MembershipPlan>>,
) -> Result<Vec<i64>, ApiError> {
    let counters: Vec<_> = membership_plans.map(MembershipPlan::subscribers).collect();
    if counters.is_empty() {
        return Ok(Vec::new());
    }
    Ok(call.store.read_counters(call.tenant(), &counters).await?)
}
