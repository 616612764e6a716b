use records::Location;
use scheduling::Resource;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists};
use store::List;
use values::{Customer, Id};

use super::record::BookingSeries;

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_field_names, reason = "they are the names in the query")]
pub struct BookingSeriesFilter {
    /// Only series of this resource.
    resource_id: Option<Id<Resource>>,
    /// Only series of this customer.
    customer_id: Option<Id<Customer>>,
    /// Only series at this location.
    location_id: Option<Id<Location>>,
}

/// Lists series by the first index that a filter asks for.
pub async fn list(call: Call, Listing { filter, paging }: Listing<BookingSeriesFilter>) -> Lists<BookingSeries> {
    let series = List::first_of([
        BookingSeries::BY_RESOURCE.asked(filter.resource_id.as_ref()),
        BookingSeries::BY_CUSTOMER.asked(filter.customer_id.as_ref()),
        BookingSeries::BY_LOCATION.asked(filter.location_id.as_ref()),
    ])
    .only("customer_id", if filter.resource_id.is_some() { filter.customer_id.as_ref() } else { None })
    .only(
        "location_id",
        if filter.resource_id.is_some() || filter.customer_id.is_some() { filter.location_id.as_ref() } else { None },
    );
    call.page(series, paging).await
}
