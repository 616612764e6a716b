use records::{Floor, Location};
use scheduling::{Resource, resource::ResourceType};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists};
use store::List;
use values::{Id, SearchText, ShortText};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResourceFilter {
    /// Only resources at this location.
    location_id: Option<Id<Location>>,
    /// Only resources of this type.
    #[serde(rename = "type")]
    resource_type: Option<ResourceType>,
    /// Only active, or only inactive resources.
    is_active: Option<bool>,
    /// Only the parts of this resource.
    parent_resource_id: Option<Id<Resource>>,
    /// Only resources on this floor.
    floor_id: Option<Id<Floor>>,
    /// Only resources that state a capacity of at least this.
    #[schemars(range(min = 1, max = 100_000))]
    min_capacity: Option<u32>,
    /// Only resources that have this amenity, as it is written there.
    amenity: Option<ShortText>,
    /// Only resources in whose name a word begins with each of these words.
    q: Option<SearchText>,
}

/// Lists resources, newest first.
pub async fn list(call: Call, Listing { filter, paging }: Listing<ResourceFilter>) -> Lists<Resource> {
    let resources = List::first_of([
        Resource::BY_PARENT.asked(filter.parent_resource_id.as_ref()),
        Resource::BY_FLOOR.asked(filter.floor_id.as_ref()),
        Resource::BY_LOCATION.asked(filter.location_id.as_ref()),
    ]);
    let resources = resources
        .only("parent_resource_id", filter.parent_resource_id.as_ref())
        .only("floor_id", filter.floor_id.as_ref())
        .only("location_id", filter.location_id.as_ref())
        .only("type", filter.resource_type.as_ref())
        .only("is_active", filter.is_active.as_ref())
        .at_least("capacity", filter.min_capacity.as_ref())
        .containing("amenities", filter.amenity.as_ref())
        .finding(filter.q.as_ref());
    call.page(resources, paging).await
}
