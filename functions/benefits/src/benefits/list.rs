//! List benefits.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    api::{Call, Listing, Lists},
    domain::{Id, Location},
    store::List,
};

use crate::records::{
    benefit::{Benefit, Visibility},
    category::BenefitCategory,
};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BenefitFilter {
    /// Only benefits at this location.
    location_id: Option<Id<Location>>,
    /// Only benefits of this category.
    category_id: Option<Id<BenefitCategory>>,
    /// Only benefits with this visibility.
    visibility: Option<Visibility>,
    /// Only featured, or only other benefits.
    featured: Option<bool>,
    /// Only active, or only inactive benefits.
    is_active: Option<bool>,
}

/// List benefits
pub async fn list(call: Call, Listing { filter, paging }: Listing<BenefitFilter>) -> Lists<Benefit> {
    // The category is the narrower of the two; the location then only has to agree.
    let location = filter.location_id.as_ref().filter(|_| filter.category_id.is_some());
    let benefits = List::first_of([
        Benefit::BY_CATEGORY.asked(filter.category_id.as_ref()),
        Benefit::BY_LOCATION.asked(filter.location_id.as_ref()),
    ])
    .only("location_id", location)
    .only("visibility", filter.visibility.as_ref())
    .only("featured", filter.featured.as_ref())
    .only("is_active", filter.is_active.as_ref());
    call.page(benefits, paging).await
}
