//! List floors.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    api::{Call, Listing, Lists},
    domain::{Floor, Id, Location},
    store::List,
};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FloorFilter {
    /// Only floors of this location.
    location_id: Option<Id<Location>>,
}

/// List floors
pub async fn list(call: Call, Listing { filter, paging }: Listing<FloorFilter>) -> Lists<Floor> {
    let floors = List::first_of([Floor::BY_LOCATION.asked(filter.location_id.as_ref())]);
    call.page(floors, paging).await
}
