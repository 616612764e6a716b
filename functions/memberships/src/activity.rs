//! Deactivate and restore a membership plan. Membership plans are never lost, so DELETE deactivates.

use records::{Location, MembershipPlan};
use scheduling::claims::{
    self, Going,
    noted::{ClaimedThing, NotedClaims},
};
use shared::api::{Call, Changes, PathId, Update, retry};
use values::{ApiError, ErrorCode, Id};

use crate::{exclusive, stored};

/// Deactivates a membership plan: no sign-up and no new subscriptions.
pub async fn deactivate(call: Call, PathId(id): PathId<MembershipPlan>) -> Changes<MembershipPlan> {
    switch_activity(&call, id, false).await
}

/// Activates a deactivated membership plan again.
pub async fn restore(call: Call, PathId(id): PathId<MembershipPlan>) -> Changes<MembershipPlan> {
    switch_activity(&call, id, true).await
}

async fn switch_activity(call: &Call, id: Id<MembershipPlan>, is_active: bool) -> Changes<MembershipPlan> {
    // The resources that it names are records that others may change at the same moment.
    retry(call, || async move {
        let mut update = stored::update(call, id).await?;
        update.after.is_active = is_active;
        follow(call, &mut update, false).await?;
        update.commit().await
    })
    .await
}

/// What goes with a change of a membership plan. What it stands on must be active when it becomes active. While it is
/// active, its location is not archived, and what it names is for its subscribers. `plan_is_required` tells that its
/// plan must stay as it was read already.
///
/// # Errors
/// 409 `in_use`, `invalid_state`, at once or when the update is committed; 422 naming what is in one of its lists.
pub async fn follow(
    call: &Call,
    update: &mut Update<'_, MembershipPlan>,
    plan_is_required: bool,
) -> Result<(), ApiError> {
    match (update.present.is_active, update.after.is_active) {
        (false, true) => {
            require_restorable(call, update, plan_is_required).await?;
            update.transaction.add(&Location::uses(update.after.location_id), 1);
        }
        (true, false) => {
            require_unclaimed(call, update).await?;
            update.transaction.add(&Location::uses(update.after.location_id), -1);
        }
        (true, true) | (false, false) => {}
    }
    let id = update.before.id;
    exclusive::name(call, &mut update.transaction, id, Some(&update.present), &update.after).await
}

/// Refuses to deactivate what a contract promises that waits for signatures.
async fn require_unclaimed(call: &Call, update: &mut Update<'_, MembershipPlan>) -> Result<(), ApiError> {
    let noted = NotedClaims::read(call, ClaimedThing::MembershipPlan(update.before.id)).await?;
    let message =
        "a contract with the membership plan waits for signatures, and could not be signed any more: cancel it first";
    claims::refuse(&noted.claims, Going::Deactivated(None), ("is_active", message))?;
    noted.require_complete(&mut update.transaction);
    Ok(())
}

async fn require_restorable(
    call: &Call,
    update: &mut Update<'_, MembershipPlan>,
    plan_is_required: bool,
) -> Result<(), ApiError> {
    let inactive = |message| ApiError::conflict(ErrorCode::InvalidState, message);
    let refusal = || inactive("its location is not active");
    let location = call.store.find(call.tenant(), update.after.location_id).await?;
    let location = location.filter(|location| location.body.is_active).ok_or_else(refusal)?;
    update.transaction.require_still(&location, "is_active", &true, refusal());
    let Some(plan) = update.after.plan_id else { return Ok(()) };
    let refusal = || inactive("its plan is not active");
    let plan = call.store.find(call.tenant(), plan).await?;
    let plan = plan.filter(|plan| plan.body.is_active).ok_or_else(refusal)?;
    if !plan_is_required {
        update.transaction.require_still(&plan, "is_active", &true, refusal());
    }
    Ok(())
}
