//! Restore an inactive membership plan.

use shared::{
    ApiError, ErrorCode,
    api::{Call, Changes, Data, PathId},
    domain::MembershipPlan,
};

use crate::stored::{get_any_for_change, next_version};

/// Restore membership plan
pub async fn restore(call: Call, PathId(id): PathId<MembershipPlan>) -> Changes<MembershipPlan> {
    let before = get_any_for_change(&call, id).await?;
    if before.body.is_active {
        return call.unchanged(Data(before));
    }
    check_restorable(&call, &before.body).await?;
    let after = next_version(&call, &before, MembershipPlan { is_active: true, ..before.body.clone() }, None);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    call.commit(transaction, Data(after)).await
}

/// What it stands on must be active. Deactivating that does not look at membership plans, so a restore at the same
/// moment is as if it had come just before.
///
/// # Errors
/// 409 `invalid_state`.
pub async fn check_restorable(call: &Call, offer: &MembershipPlan) -> Result<(), ApiError> {
    let location = call.store.find(&call.caller.tenant, offer.location_id).await?;
    if !location.is_some_and(|location| location.body.is_active) {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "its location is not active"));
    }
    let Some(plan) = offer.plan_id else { return Ok(()) };
    let plan = call.store.find(&call.caller.tenant, plan).await?;
    if !plan.is_some_and(|plan| plan.body.is_active) {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "its plan is not active"));
    }
    Ok(())
}
