//! Rules among a resource's own fields: schedule, prices and limits must not contradict each other.

use records::booking_policy;
use scheduling::resource::Resource;
use values::{ApiError, Currency, CustomerTier, schedule};

use crate::rates::{check_amounts, check_tiers};

/// Minutes of a day.
const DAY_MINUTES: u32 = 24 * 60;

/// Refuses a resource that contradicts itself; its amounts are in the location's currency.
///
/// # Errors
/// 422 naming the exact field and the broken rule.
pub fn check(resource: &Resource, currency: Currency) -> Result<(), ApiError> {
    check_amounts(resource, currency)?;
    schedule::check_no_overlap(&resource.schedule.default, "schedule.default")?;
    schedule::check_no_overlap(&resource.schedule.public, "schedule.public")?;
    check_tiers(&resource.rates, "rates")?;
    check_tiers(&resource.credit_rates, "credit_rates")?;
    booking_policy::check(&resource.policy, "")?;
    check_public_limits(resource)
}

/// Refuses limits for non-members that, together with the resource's own, leave nothing to book.
fn check_public_limits(resource: &Resource) -> Result<(), ApiError> {
    let (own, limits) = (&resource.public_limits, resource.limits(CustomerTier::Public));
    let step = resource.policy.step_minutes.unwrap_or(1).max(1);
    let shortest = limits.min_minutes.unwrap_or(1);
    if limits.max_minutes.is_some_and(|longest| longest / step * step < shortest) {
        let field = if own.max_minutes.is_some() { "public_limits.max_minutes" } else { "public_limits.min_minutes" };
        let message = "non-members must have a length to book that fits the step";
        return Err(ApiError::rule(field, "no_length_fits", message));
    }
    let last = limits.book_ahead_days.map_or(u32::MAX, |days| days.saturating_add(1).saturating_mul(DAY_MINUTES));
    if limits.lead_time_minutes.unwrap_or(0) >= last {
        let ahead = own.lead_time_minutes.is_none();
        let field = if ahead { "public_limits.book_ahead_days" } else { "public_limits.lead_time_minutes" };
        let message = "the lead time of non-members must end within the days they may book ahead";
        return Err(ApiError::rule(field, "beyond_book_ahead_days", message));
    }
    Ok(())
}
