//! The membership plans that a plan was published as.

use shared::{
    ApiError,
    api::Call,
    domain::{MembershipPlan, Plan, Record},
    store::Transaction,
};

/// The plan's offers, active or not, in the order of its publications.
pub async fn offers_of(call: &Call, plan: &Plan) -> Result<Vec<Record<MembershipPlan>>, ApiError> {
    let ids: Vec<_> = plan.offers.iter().map(|offer| offer.membership_plan_id).collect();
    let mut offers = call.store.find_all_any(&call.caller.tenant, &ids).await?;
    offers.sort_by_key(|offer| ids.iter().position(|id| *id == offer.id));
    Ok(offers)
}

/// Brings every offer up to what it inherits from the plan as it is now. The others must stay as they were read: one that
/// is linked to the plan at this moment would miss the change.
pub async fn follow(
    call: &Call,
    transaction: &mut Transaction,
    before: &Plan,
    plan: &Record<Plan>,
) -> Result<(), ApiError> {
    if before.inheritance_differs(&plan.body) {
        bring_up(call, transaction, &offers_of(call, &plan.body).await?, &plan.body);
    }
    Ok(())
}

/// What [`follow`] does, with the plan's offers as they were read.
pub fn bring_up(call: &Call, transaction: &mut Transaction, offers: &[Record<MembershipPlan>], plan: &Plan) {
    for offer in offers {
        let mut body = offer.body.clone();
        body.inherit(plan);
        if body == offer.body {
            transaction.require_unchanged(offer);
        } else {
            transaction.replace(offer, &call.next_version(offer, body, None));
        }
    }
}
