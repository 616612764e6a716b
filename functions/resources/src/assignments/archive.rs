//! Archive an assignment: its days are free again.

use scheduling::{Resource, ResourceAssignment, assigning::AssignableResource, origin::check_own};
use shared::api::{Call, Changes, Data, PathId, retry};
use store::RecordSet;
use values::{Customer, Id};

/// Archives an assignment: its days are free for others again.
pub async fn archive(call: Call, PathId(id): PathId<ResourceAssignment>) -> Changes<ResourceAssignment> {
    retry(&call, || attempt(&call, id)).await
}

async fn attempt(call: &Call, id: Id<ResourceAssignment>) -> Changes<ResourceAssignment> {
    let before = call.get_for_change(id).await?;
    check_own(before.body.made_by.as_ref())?;
    let after = call.moved(&before, before.body.clone(), RecordSet::Archived);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    if before.body.is_counted {
        transaction.add(&Customer::assignments(before.body.customer_id), -1);
    }
    // The resource of an assignment that is over may be gone, and its record of assignments with it.
    let resource = call.store.find::<Resource>(&call.caller.tenant, before.body.resource_id).await?;
    if let Some(resource) = resource.filter(|resource| resource.body.resource_type.is_assignable()) {
        AssignableResource::read(call, resource.id).await?.free(call, &mut transaction, id)?;
    }
    call.commit(transaction, Data(after)).await
}
