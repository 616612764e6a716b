//! Deactivate a membership plan: what DELETE does here, because membership plans are never lost.

use shared::{
    api::{Call, Changes, Data, PathId},
    domain::MembershipPlan,
};

use crate::stored::{get_any_for_change, next_version};

/// Deactivate membership plan
pub async fn deactivate(call: Call, PathId(id): PathId<MembershipPlan>) -> Changes<MembershipPlan> {
    let before = get_any_for_change(&call, id).await?;
    if !before.body.is_active {
        return call.unchanged(Data(before));
    }
    let after = next_version(&call, &before, MembershipPlan { is_active: false, ..before.body.clone() }, None);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    call.commit(transaction, Data(after)).await
}
