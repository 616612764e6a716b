//! Whether it matters to a booking what its customer is at the location. Where it does not, nobody asks.

use records::{Location, booking_policy::BookingPolicy};
use values::audience::Audience;

use crate::resource::{Limits, Resource};

/// Whether a subscription could change what becomes of a booking of this resource: who may book it, when, for how long,
/// at which price or which fee.
#[must_use]
pub fn depends_on_customer(resource: &Resource, location: &Location) -> bool {
    !resource.exclusive_membership_plan_ids.is_empty()
        || !matches!(resource.bookable_by(), Audience::Public | Audience::Admins)
        || !resource.schedule.public.is_empty()
        || !location.public_hours.is_empty()
        || resource.public_limits != Limits::default()
        || !resource.rates.is_empty()
        || !resource.credit_rates.is_empty()
        || has_ladders_apart(&resource.policy)
}

/// Whether a cancellation costs members something else than others.
#[must_use]
pub fn has_ladders_apart(policy: &BookingPolicy) -> bool {
    policy.cancellation_policy.member_ladder != policy.cancellation_policy.public_ladder
}
