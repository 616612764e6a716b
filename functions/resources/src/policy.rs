//! The rules of a resource by itself: schedule, prices and limits, judged as a whole.

use shared::{
    ApiError,
    domain::{Resource, audience::Standing, schedule},
};

use crate::rates::check_tiers;

/// Refuses a resource that contradicts itself.
///
/// # Errors
/// 422 naming the exact field and the broken rule.
pub fn check(resource: &Resource) -> Result<(), ApiError> {
    schedule::check_no_overlap(&resource.schedule.default, "schedule.default")?;
    schedule::check_no_overlap(&resource.schedule.public, "schedule.public")?;
    check_tiers(&resource.rates, "rates")?;
    check_tiers(&resource.credit_rates, "credit_rates")?;
    check_public_limits(resource)
}

/// What applies to non-members, their own limits and the resource's together, must leave a length to book.
fn check_public_limits(resource: &Resource) -> Result<(), ApiError> {
    let limits = resource.limits(Standing::Public);
    let step = resource.policy.step_minutes.unwrap_or(1).max(1);
    let Some(longest) = limits.max_minutes else { return Ok(()) };
    if longest / step * step < limits.min_minutes.unwrap_or(1) {
        let message = "non-members must have a length between their shortest and longest booking that fits the step";
        return Err(ApiError::rule("public_limits.max_minutes", "no_length_fits", message));
    }
    Ok(())
}
