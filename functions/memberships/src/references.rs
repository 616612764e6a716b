//! What a membership plan names: its location, its plan, and what only its subscribers get.
//!
//! `exclusive_benefit_ids` are checked here once benefits can be looked up by several areas.

use scheduling::check_resources_at;
use shared::{
    ApiError,
    api::Call,
    domain::{Id, Location, MembershipPlan, Plan, Record},
};

/// The location that a new membership plan will stand at.
///
/// # Errors
/// 422 naming `location_id` when there is none, or it is inactive.
pub async fn location(call: &Call, id: Id<Location>) -> Result<Record<Location>, ApiError> {
    let location = call.reference(id, "location_id").await?;
    if !location.body.is_active {
        return Err(ApiError::rule("location_id", "location_inactive", "the location is not active"));
    }
    Ok(location)
}

/// The plan that a new membership plan is published from.
///
/// # Errors
/// 422 naming `plan_id` when there is none, or it is inactive; 409 `already_exists` when it is published there already.
pub async fn plan(call: &Call, id: Id<Plan>, location: Id<Location>) -> Result<Record<Plan>, ApiError> {
    let plan = call.reference(id, "plan_id").await?;
    if !plan.body.is_active {
        return Err(ApiError::rule("plan_id", "plan_inactive", "the plan is not active"));
    }
    if plan.body.publications.iter().any(|there| there.location_id == location) {
        return Err(ApiError::already_exists("plan_id"));
    }
    Ok(plan)
}

/// The resources that only subscribers may book stand at its location. They are looked at when the list is
/// set: a resource that is archived later stays named, and opens nothing.
///
/// # Errors
/// 422 naming `exclusive_resource_ids[n]`.
pub async fn exclusive_resources(
    call: &Call,
    before: Option<&MembershipPlan>,
    after: &MembershipPlan,
) -> Result<(), ApiError> {
    let ids = &after.exclusive_resource_ids;
    if before.is_some_and(|before| before.exclusive_resource_ids == *ids) {
        return Ok(());
    }
    check_resources_at(call, after.location_id, ids, "exclusive_resource_ids").await
}
