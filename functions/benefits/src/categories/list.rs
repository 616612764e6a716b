//! List benefit categories.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    api::{Call, Listing, Lists},
    domain::{Id, Index, Location},
    store::List,
};

use super::BenefitCategory;

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BenefitCategoryFilter {
    /// Only categories of this location.
    location_id: Option<Id<Location>>,
    /// Only active, or only inactive categories.
    is_active: Option<bool>,
}

/// List benefit categories
pub async fn list(call: Call, Listing { filter, paging }: Listing<BenefitCategoryFilter>) -> Lists<BenefitCategory> {
    let location = filter.location_id.map(|id| format!("location#{id}"));
    let categories = List::narrowest([(Index::First, location)]).only("is_active", filter.is_active.as_ref());
    call.page(categories, paging).await
}
