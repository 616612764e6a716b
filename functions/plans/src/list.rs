use records::Plan;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists};
use store::List;
use values::{Currency, SearchText, billing_cycle::BillingCycle};

use crate::get;

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanFilter {
    /// Only active, or only inactive plans.
    is_active: Option<bool>,
    /// Only plans of this cycle.
    billing_cycle: Option<BillingCycle>,
    /// Only plans in this currency.
    currency: Option<Currency>,
    /// Only plans in whose name a word begins with each of these words.
    q: Option<SearchText>,
}

/// Lists plans, newest first, active or not.
pub async fn list(call: Call, Listing { filter, paging }: Listing<PlanFilter>) -> Lists<Plan> {
    let plans = List::live()
        .only("is_active", filter.is_active.as_ref())
        .only("billing_cycle", filter.billing_cycle.as_ref())
        .only("currency", filter.currency.as_ref())
        .finding(filter.q.as_ref());
    let mut page = call.page(plans, paging).await?;
    get::count(&call, &mut page.data).await?;
    Ok(page)
}
