//! The membership plans that a plan was published as.

use records::{MembershipPlan, Plan};
use shared::api::{Call, Update};
use store::Record;
use values::ApiError;

/// The membership plans of a plan, active or not, in the order of its publications.
pub async fn read_membership_plans(call: &Call, plan: &Plan) -> Result<Vec<Record<MembershipPlan>>, ApiError> {
    let ids: Vec<_> = plan.publications.iter().map(|publication| publication.membership_plan_id.cast()).collect();
    let mut membership_plans = call.store.find_all_any(call.tenant(), &ids).await?;
    membership_plans.sort_by_key(|found| ids.iter().position(|id| *id == found.id));
    Ok(membership_plans)
}

/// Brings every membership plan up to what it inherits from the plan as it will be, when that changes.
pub async fn follow(call: &Call, update: &mut Update<'_, Plan>) -> Result<(), ApiError> {
    if update.before.body.inheritance_differs(&update.after) {
        let membership_plans = read_membership_plans(call, &update.after).await?;
        bring_up(call, update, &membership_plans);
    }
    Ok(())
}

/// What [`follow`] does, with the membership plans as they were read. Those that inherit nothing of it must stay as
/// they were read: one that is linked to the plan at this moment would miss the change.
pub fn bring_up(call: &Call, update: &mut Update<'_, Plan>, membership_plans: &[Record<MembershipPlan>]) {
    for before in membership_plans {
        let mut body = before.body.clone();
        body.inherit(&update.after);
        if body == before.body {
            update.transaction.require_unchanged(before);
        } else {
            update.transaction.replace(before, &call.next_version(before, body, None));
        }
    }
}
