//! Deactivate and restore a membership plan. Membership plans are never lost, so DELETE deactivates.

use shared::{
    ApiError, ErrorCode,
    api::{Call, Changes, PathId, Update},
    domain::MembershipPlan,
};

use crate::stored;

/// Deactivate membership plan
pub async fn deactivate(call: Call, PathId(id): PathId<MembershipPlan>) -> Changes<MembershipPlan> {
    let mut update = stored::update(&call, id).await?;
    update.after.is_active = false;
    update.commit().await
}

/// Restore membership plan
pub async fn restore(call: Call, PathId(id): PathId<MembershipPlan>) -> Changes<MembershipPlan> {
    let mut update = stored::update(&call, id).await?;
    update.after.is_active = true;
    require_restorable(&call, &mut update, false).await?;
    update.commit().await
}

/// What a membership plan stands on must be active when it becomes active. `plan_is_required` tells that its plan must
/// stay as it was read already.
///
/// # Errors
/// 409 `invalid_state`, at once or when the update is committed.
pub async fn require_restorable(
    call: &Call,
    update: &mut Update<'_, MembershipPlan>,
    plan_is_required: bool,
) -> Result<(), ApiError> {
    if update.present.is_active || !update.after.is_active {
        return Ok(());
    }
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
