//! Deactivate a plan: what DELETE does here, because plans are never lost.

use shared::{
    api::{Call, Changes, Data, PathId},
    domain::Plan,
};

use crate::update::move_name;

/// Deactivate plan
pub async fn deactivate(call: Call, PathId(id): PathId<Plan>) -> Changes<Plan> {
    let before = call.get_for_change(id).await?;
    if !before.body.is_active {
        return call.unchanged(Data(before));
    }
    let after = call.next_version(&before, Plan { is_active: false, ..before.body.clone() }, None);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    move_name(&mut transaction, &before, &after);
    call.commit(transaction, Data(after)).await
}
