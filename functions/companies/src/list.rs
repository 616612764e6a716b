use records::{Company, Location, company::CompanyStatus};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists};
use store::List;
use values::{Id, SearchText};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CompanyFilter {
    /// Only companies of this location.
    location_id: Option<Id<Location>>,
    /// Only active, or only archived companies.
    status: Option<CompanyStatus>,
    /// Only companies in whose name, legal name or e-mail a word begins with each of these words.
    q: Option<SearchText>,
}

/// Lists active and archived companies, newest first, or those that a search finds.
pub async fn list(call: Call, Listing { filter, paging }: Listing<CompanyFilter>) -> Lists<Company> {
    // A search reads the companies of a location, or the words of all.
    let companies = match filter.q {
        Some(_) => List::first_of([Company::BY_LOCATION.asked(filter.location_id.as_ref())]),
        None => List::live()
            .only("location_id", filter.location_id.as_ref())
            .otherwise([Company::BY_LOCATION.asked(filter.location_id.as_ref())]),
    };
    let companies = companies.only("status", filter.status.as_ref()).finding(filter.q.as_ref());
    call.page(companies, paging).await
}
