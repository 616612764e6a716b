//! Deactivate and restore a membership plan. Membership plans are never lost, so DELETE deactivates.

use shared::{
    ApiError, ErrorCode,
    api::{Call, Changes, PathId},
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
    check_restorable(&call, &update.present, &update.after).await?;
    update.commit().await
}

/// What a membership plan stands on must be active when it becomes active. Deactivating that does not look at membership
/// plans, so a restore at the same moment is as if it had come just before.
///
/// # Errors
/// 409 `invalid_state`.
pub async fn check_restorable(call: &Call, before: &MembershipPlan, after: &MembershipPlan) -> Result<(), ApiError> {
    if before.is_active || !after.is_active {
        return Ok(());
    }
    let location = call.store.find(call.tenant(), after.location_id).await?;
    if !location.is_some_and(|location| location.body.is_active) {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "its location is not active"));
    }
    let Some(plan) = after.plan_id else { return Ok(()) };
    let plan = call.store.find(call.tenant(), plan).await?;
    if !plan.is_some_and(|plan| plan.body.is_active) {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "its plan is not active"));
    }
    Ok(())
}
