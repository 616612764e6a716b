//! List the membership plans: the active ones, and the others.

use records::{Location, MembershipPlan};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists, NoFilter};
use store::{List, Paging};
use values::cycle::Cycle;
use values::{Id, SearchText};

use crate::stored;

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
    /// Only membership plans in whose name a word begins with each of these words.
    q: Option<SearchText>,
}

/// Lists active membership plans, newest first.
pub async fn list(call: Call, Listing { filter, paging }: Listing<MembershipPlanFilter>) -> Lists<MembershipPlan> {
    let membership_plans = List::first_of([MembershipPlan::BY_LOCATION.asked(filter.location_id.as_ref())])
        .only("cycle", filter.cycle.as_ref())
        .only("signup_enabled", filter.signup_enabled.as_ref())
        .finding(filter.q.as_ref());
    read_page_with_counts(&call, membership_plans, paging).await
}

/// List inactive membership plans
pub async fn list_deleted(call: Call, Listing { paging, .. }: Listing<NoFilter>) -> Lists<MembershipPlan> {
    read_page_with_counts(&call, List::archived(), paging).await
}

async fn read_page_with_counts(call: &Call, list: List<MembershipPlan>, paging: Paging) -> Lists<MembershipPlan> {
    let mut page = call.page(list, paging).await?;
    stored::count_subscribers(call, &mut page.data).await?;
    Ok(page)
}
