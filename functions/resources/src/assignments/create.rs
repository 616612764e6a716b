use scheduling::{
    Resource, ResourceAssignment,
    assigning::{AssignableResource, assign},
    resource_assignment::SubscriptionKind,
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Created, Creates, Nullable, retry};
use values::{ApiError, Customer, Day, Id, Metadata};

use super::{
    subscription::check_subscription,
    units_and_days::{check_days, units_of},
};

/// An assignment of a resource to a customer, to be created.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResourceAssignmentCreate {
    /// What is assigned: an office, dedicated desk, parking space or station.
    resource_id: Id<Resource>,
    /// Who gets it: a member or a company.
    customer_id: Id<Customer>,
    /// Subscription it belongs to.
    #[serde(default)]
    subscription_id: Nullable<Id<SubscriptionKind>>,
    /// How many of its units; 1 when left out, and not together with `entire`.
    #[schemars(range(min = 1, max = 1000))]
    units: Option<u32>,
    /// Whether all its units are assigned, however many there are.
    #[serde(default)]
    entire: bool,
    /// First local day on which the resource is assigned.
    start_date: Day,
    /// Last local day; open-ended when null or left out.
    #[serde(default)]
    end_date: Nullable<Day>,
    /// Your own keys and values; at most 50 keys.
    metadata: Option<Metadata>,
}

/// Assigns a resource, or units of it, to a customer for local days.
pub async fn create(call: Call, Body(input): Body<ResourceAssignmentCreate>) -> Creates<ResourceAssignment> {
    // What is assigned of a resource is one record that every assignment of the resource changes.
    retry(&call, || attempt(&call, input.clone())).await
}

async fn attempt(call: &Call, mut input: ResourceAssignmentCreate) -> Creates<ResourceAssignment> {
    let metadata = input.metadata.take();
    let mut transaction = call.transaction();
    let mut assignable = AssignableResource::read_for_new(call, input.resource_id).await?;
    let new = input.into_assignment(&assignable)?;
    call.welcome_customer(&mut transaction, new.customer_id, "customer_id").await?;
    check_subscription(call, &new).await?;
    let assignment = assign(call, &mut transaction, &mut assignable, new, metadata).await?;
    let outcome = call.commit(transaction, Created(assignment)).await;
    assignable.reopen_unless_done(call, outcome).await
}

impl ResourceAssignmentCreate {
    fn into_assignment(self, assignable: &AssignableResource) -> Result<ResourceAssignment, ApiError> {
        let end_date = self.end_date.into_option();
        check_days(self.start_date, end_date)?;
        Ok(ResourceAssignment {
            resource_id: self.resource_id,
            location_id: assignable.location.id,
            customer_id: self.customer_id,
            subscription_id: self.subscription_id.into_option(),
            units: units_of(self.units, Some(self.entire), Some(1))?,
            start_date: self.start_date,
            end_date,
            made_by: None,
            is_counted: false,
        })
    }
}
