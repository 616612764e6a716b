//! List benefit categories.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    api::{Call, Listing, Lists},
    domain::{Id, Location},
    store::List,
};

use crate::records::category::BenefitCategory;

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
    let categories = List::first_of([BenefitCategory::BY_LOCATION.asked(filter.location_id.as_ref())])
        .only("is_active", filter.is_active.as_ref());
    call.page(categories, paging).await
}
