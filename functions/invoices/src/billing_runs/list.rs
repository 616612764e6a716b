//! Lists of billing runs and of their results.

use records::Location;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists, PathId};
use store::{List, Order};
use values::Id;

use super::{
    record::BillingRun,
    result::{BillingRunResult, BillingRunResultStatus},
};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BillingRunFilter {
    /// Only runs of this location.
    location_id: Option<Id<Location>>,
}

/// Lists billing runs, newest first.
pub async fn list(call: Call, Listing { filter, paging }: Listing<BillingRunFilter>) -> Lists<BillingRun> {
    call.page(List::live().only("location_id", filter.location_id.as_ref()), paging).await
}

/// Filters of the results.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BillingRunResultFilter {
    /// Only results of this status.
    status: Option<BillingRunResultStatus>,
}

/// Lists what a run has made and what was refused, in the order in which it came.
pub async fn list_results(
    call: Call,
    PathId(id): PathId<BillingRun>,
    Listing { filter, paging }: Listing<BillingRunResultFilter>,
) -> Lists<BillingRunResult> {
    let run = call.get(id).await?;
    let results = List::by(&BillingRunResult::BY_RUN, &run.id).ordered(Order::Ascending);
    call.page(results.only("status", filter.status.as_ref()), paging).await
}
