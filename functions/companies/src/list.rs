//! List companies.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    api::{Call, Listing, Lists},
    domain::{Company, Id, Index, Location, company::CompanyStatus},
    store::List,
};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CompanyFilter {
    /// Only companies of this location.
    location_id: Option<Id<Location>>,
    /// Only active, or only archived companies.
    status: Option<CompanyStatus>,
}

/// List companies
pub async fn list(call: Call, Listing { filter, paging }: Listing<CompanyFilter>) -> Lists<Company> {
    let companies = List::narrowest([(Index::First, filter.location_id.map(|id| format!("location#{id}")))])
        .only("status", filter.status.as_ref());
    call.page(companies, paging).await
}
