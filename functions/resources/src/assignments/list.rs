use scheduling::{Resource, ResourceAssignment};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists};
use store::List;
use values::{Customer, Id};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResourceAssignmentFilter {
    /// Only assignments of this resource.
    resource_id: Option<Id<Resource>>,
    /// Only assignments to this customer.
    customer_id: Option<Id<Customer>>,
}

/// Lists assignments of resources, newest first.
pub async fn list(
    call: Call,
    Listing { filter, paging }: Listing<ResourceAssignmentFilter>,
) -> Lists<ResourceAssignment> {
    let assignments = List::first_of([
        ResourceAssignment::BY_RESOURCE.asked(filter.resource_id.as_ref()),
        ResourceAssignment::BY_CUSTOMER.asked(filter.customer_id.as_ref()),
    ]);
    let assignments =
        assignments.only("resource_id", filter.resource_id.as_ref()).only("customer_id", filter.customer_id.as_ref());
    call.page(assignments, paging).await
}
