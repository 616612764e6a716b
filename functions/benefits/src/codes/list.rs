//! List the imports of codes of a benefit.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Call, Listing, Page},
    domain::{Id, Index},
    store::List,
};

use super::pool::{CodePool, PoolWithUse};
use crate::benefits::Benefit;

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BenefitCodesFilter {
    /// The benefit whose codes are listed.
    benefit_id: Id<Benefit>,
}

/// List benefit codes
pub async fn list(
    call: Call,
    Listing { filter, paging }: Listing<BenefitCodesFilter>,
) -> Result<Page<PoolWithUse>, ApiError> {
    let imports = List::<CodePool>::indexed(Index::First, CodePool::partition(filter.benefit_id));
    let page = call.page(imports, paging).await?;
    let given_out = given_out(&call, filter.benefit_id).await?;
    let data = page.data.into_iter().map(|record| PoolWithUse { record, given_out }).collect();
    Ok(Page { data, pagination: page.pagination })
}

/// Codes of a benefit that were given out.
pub async fn given_out(call: &Call, benefit: Id<Benefit>) -> Result<usize, ApiError> {
    let number = call.store.counted(&call.caller.tenant, &CodePool::given_out(benefit)).await?;
    Ok(usize::try_from(number).unwrap_or(usize::MAX))
}
