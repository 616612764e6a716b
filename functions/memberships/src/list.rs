//! List the active membership plans.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    api::{Call, Listing, Lists},
    domain::{Id, Location, MembershipPlan, membership_plan::Cycle},
    store::List,
};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MembershipPlanFilter {
    /// Only membership plans of this location.
    location_id: Option<Id<Location>>,
    /// Only membership plans of this cycle.
    cycle: Option<Cycle>,
    /// Only those that people can, or cannot, sign up for by themselves.
    signup_enabled: Option<bool>,
}

/// List membership plans
pub async fn list(call: Call, Listing { filter, paging }: Listing<MembershipPlanFilter>) -> Lists<MembershipPlan> {
    let offers = List::first_of([MembershipPlan::BY_LOCATION.asked(filter.location_id.as_ref())])
        .only("cycle", filter.cycle.as_ref())
        .only("signup_enabled", filter.signup_enabled.as_ref());
    call.page(offers, paging).await
}
