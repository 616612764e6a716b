use scheduling::{
    ResourceAssignment,
    assigning::{AssignableResource, today},
    customer_assignments::goes_on,
    origin::check_own,
    resource_assignment::SubscriptionKind,
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, Data, Nullable, PathId, retry};
use values::{ApiError, Customer, Day, Id, MetadataPatch};

use super::{
    subscription::check_subscription,
    units_and_days::{check_days, units_of},
};

/// What may change of an assignment; a field that is left out stays as it is.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResourceAssignmentPatch {
    /// Subscription it belongs to.
    #[serde(default)]
    subscription_id: Nullable<Id<SubscriptionKind>>,
    /// How many of its units; not together with `entire`.
    #[schemars(range(min = 1, max = 1000))]
    units: Option<u32>,
    /// Whether all its units are assigned, however many there are; false makes it one unit unless `units` says more.
    entire: Option<bool>,
    /// First local day on which the resource is assigned.
    start_date: Option<Day>,
    /// Last local day; open-ended when null.
    #[serde(default)]
    end_date: Nullable<Day>,
    /// Changes of your own keys and values; a key with null is removed.
    metadata: Option<MetadataPatch>,
}

/// Changes days and units of an assignment; resource and customer are fixed.
pub async fn update(
    call: Call,
    PathId(id): PathId<ResourceAssignment>,
    Body(patch): Body<ResourceAssignmentPatch>,
) -> Changes<ResourceAssignment> {
    retry(&call, || attempt(&call, id, patch.clone())).await
}

async fn attempt(
    call: &Call,
    id: Id<ResourceAssignment>,
    mut patch: ResourceAssignmentPatch,
) -> Changes<ResourceAssignment> {
    let before = call.get_for_change(id).await?;
    let keys = patch.metadata.take().map(|keys| keys.applied_to(&before.metadata)).transpose()?;
    let body = patch.applied_to(before.body.clone())?;
    if body == before.body && keys.as_ref().is_none_or(|keys| *keys == before.metadata) {
        return call.unchanged(Data(before));
    }
    check_own(before.body.made_by.as_ref())?;
    if body.subscription_id != before.body.subscription_id {
        check_subscription(call, &body).await?;
    }
    let mut after = call.next_version(&before, body, keys);
    let mut transaction = call.transaction();
    let claim = |body: &ResourceAssignment| (body.units, body.start_date, body.end_date);
    if claim(&before.body) == claim(&after.body) {
        transaction.replace(&before, &after);
        return call.commit(transaction, Data(after)).await;
    }
    let mut assignable = AssignableResource::read(call, after.body.resource_id).await?;
    let today = today(call, &assignable.location.body)?;
    if !goes_on(&before.body, today) && goes_on(&after.body, today) {
        // It had ended, and is something new for its customer.
        call.welcome_customer(&mut transaction, after.body.customer_id, "customer_id").await?;
        if !before.body.is_counted {
            transaction.add(&Customer::assignments(after.body.customer_id), 1);
            after.body.is_counted = true;
        }
    }
    transaction.replace(&before, &after);
    assignable.take(call, &mut transaction, &after).await?;
    let outcome = call.commit(transaction, Data(after)).await;
    assignable.reopen_unless_done(call, outcome).await
}

impl ResourceAssignmentPatch {
    fn applied_to(self, mut assignment: ResourceAssignment) -> Result<ResourceAssignment, ApiError> {
        self.subscription_id.apply(&mut assignment.subscription_id);
        assignment.units = units_of(self.units, self.entire, assignment.units)?;
        assignment.start_date = self.start_date.unwrap_or(assignment.start_date);
        self.end_date.apply(&mut assignment.end_date);
        check_days(assignment.start_date, assignment.end_date)?;
        Ok(assignment)
    }
}
