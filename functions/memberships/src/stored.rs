//! Finding a membership plan, active or not.

use records::MembershipPlan;
use shared::api::{Call, Data, PathId, Shows, Update};
use store::Record;
use values::{ApiError, Id};

/// A membership plan, active or not, with its number of subscribers.
pub async fn get(call: Call, PathId(id): PathId<MembershipPlan>) -> Shows<MembershipPlan> {
    let found = get_any(&call, id).await?;
    if call.sees(&found).await? { Ok(Data(found)) } else { Err(ApiError::not_found()) }
}

/// The membership plan with this id, active or not, and how many subscribe to it.
pub async fn get_any(call: &Call, id: Id<MembershipPlan>) -> Result<Record<MembershipPlan>, ApiError> {
    let subscribers = MembershipPlan::subscribers(id);
    let (found, count) =
        tokio::join!(call.store.find_any(call.tenant(), id), call.store.read_counter(call.tenant(), &subscribers));
    let mut found = found?.ok_or_else(ApiError::not_found)?;
    found.body.subscriber_count = Some(count?);
    Ok(found)
}

/// The same, about to be changed.
pub async fn update(call: &Call, id: Id<MembershipPlan>) -> Result<Update<'_, MembershipPlan>, ApiError> {
    call.update_of(get_any(call, id).await?)
}

/// Reads how many subscribe to each of these.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn count_subscribers(call: &Call, membership_plans: &mut [Record<MembershipPlan>]) -> Result<(), ApiError> {
    let counters: Vec<_> = membership_plans.iter().map(|plan| MembershipPlan::subscribers(plan.id)).collect();
    let counts =
        if counters.is_empty() { Vec::new() } else { call.store.read_counters(call.tenant(), &counters).await? };
    for (plan, count) in membership_plans.iter_mut().zip(counts) {
        plan.body.subscriber_count = Some(count);
    }
    Ok(())
}
