//! List the imports of codes of a benefit.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Call, Listing, Page},
    domain::Id,
    store::List,
};

use crate::records::{
    benefit::Benefit,
    pool::{CodePool, PoolWithUse},
};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BenefitCodesFilter {
    /// Only codes of this benefit.
    benefit_id: Option<Id<Benefit>>,
}

/// List benefit codes
pub async fn list(
    call: Call,
    Listing { filter, paging }: Listing<BenefitCodesFilter>,
) -> Result<Page<PoolWithUse>, ApiError> {
    let imports = List::first_of([CodePool::BY_BENEFIT.asked(filter.benefit_id.as_ref())]);
    let page = call.page(imports, paging).await?;
    let counters: Vec<_> = page.data.iter().map(|record| CodePool::given_out(record.body.benefit_id)).collect();
    let counts = call.store.counts(&call.caller.tenant, &counters).await?;
    let data = page.data.into_iter().zip(counts).map(|(record, count)| PoolWithUse::new(record, count)).collect();
    Ok(Page { data, pagination: page.pagination })
}
