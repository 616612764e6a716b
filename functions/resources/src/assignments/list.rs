use records::Location;
use scheduling::{Resource, ResourceAssignment};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists};
use store::{Expression, List};
use values::{Customer, Day, Id};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResourceAssignmentFilter {
    /// Only assignments of this resource.
    resource_id: Option<Id<Resource>>,
    /// Only assignments to this customer.
    customer_id: Option<Id<Customer>>,
    /// Only assignments of resources at this location.
    location_id: Option<Id<Location>>,
    /// Only assignments that hold on this local day.
    on: Option<Day>,
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
    let assignments = assignments
        .only("resource_id", filter.resource_id.as_ref())
        .only("customer_id", filter.customer_id.as_ref())
        .only("location_id", filter.location_id.as_ref())
        .matching(filter.on.map(holding_on));
    call.page(assignments, paging).await
}

/// It has begun by this day and has not ended before it.
fn holding_on(day: Day) -> Expression {
    Expression::new("#body.#start <= :day AND (attribute_type(#body.#end, :none) OR #body.#end >= :day)")
        .name("#body", "body")
        .name("#start", "start_date")
        .name("#end", "end_date")
        .string(":none", "NULL")
        .string(":day", day.to_string())
}
