//! What is for subscribers of membership plans, and whether a customer is one (`docs/AREAS.md`, Subscriptions 17).

use bookkeeping::subscription::standing;
use scheduling::ScheduleSnapshot;
use shared::{ApiError, api::Call, customer::CustomerRecord, domain::Timestamp};

/// Opens in `snapshot` what is for subscribers of a plan to a customer who is one at all of these instants: it is judged like any
/// other resource then. Nothing is read for a customer who asks for nothing of the kind.
///
/// # Errors
/// 503 when the store cannot be used.
pub async fn admit(
    call: &Call,
    snapshot: &mut ScheduleSnapshot,
    customer: &CustomerRecord,
    instants: &[Timestamp],
) -> Result<(), ApiError> {
    if snapshot.asked.iter().all(|resource| resource.body.exclusive_membership_plan_ids.is_empty()) {
        return Ok(());
    }
    let plans = Box::pin(standing::plans_at(call, customer, snapshot.location.id, instants)).await?;
    for resource in &mut snapshot.asked {
        if resource.body.exclusive_membership_plan_ids.iter().any(|plan| plans.contains(plan)) {
            resource.body.exclusive_membership_plan_ids.clear();
        }
    }
    Ok(())
}
