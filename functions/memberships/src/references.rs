//! What a membership plan stands on: its location and its plan.

use records::{Location, Plan};
use shared::api::Call;
use store::Record;
use values::{ApiError, Id};

/// The location that a new membership plan will stand at.
///
/// # Errors
/// 422 naming `location_id` when there is none, or it is inactive.
pub async fn read_location(call: &Call, id: Id<Location>) -> Result<Record<Location>, ApiError> {
    let location = call.require_reference(id, "location_id").await?;
    location.body.check_active("location_id")?;
    Ok(location)
}

/// The plan that a new membership plan is published from.
///
/// # Errors
/// 422 naming `plan_id` when there is none, or it is inactive; 409 `already_exists` when it is published there already.
pub async fn read_plan(call: &Call, id: Id<Plan>, location: Id<Location>) -> Result<Record<Plan>, ApiError> {
    let plan = call.require_reference(id, "plan_id").await?;
    if !plan.body.is_active {
        return Err(ApiError::rule("plan_id", "plan_inactive", "the plan is not active"));
    }
    if plan.body.publications.iter().any(|there| there.location_id == location) {
        return Err(ApiError::already_exists("plan_id"));
    }
    Ok(plan)
}
