use records::Location;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists};
use store::List;
use values::ShortText;

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LocationFilter {
    /// Only active, or only inactive locations.
    is_active: Option<bool>,
    /// Only locations of this network.
    network_group: Option<ShortText>,
}

/// Lists locations, newest first.
pub async fn list(call: Call, Listing { filter, paging }: Listing<LocationFilter>) -> Lists<Location> {
    let locations = List::first_of([Location::BY_NETWORK.asked(filter.network_group.as_ref())])
        .only("is_active", filter.is_active.as_ref());
    call.page(locations, paging).await
}
