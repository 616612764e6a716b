//! Archive a location.

use shared::{
    ApiError, ErrorCode,
    api::{Call, Changes, Data, PathId},
    domain::{Location, RecordSet},
};

/// Archive location
pub async fn archive(call: Call, PathId(id): PathId<Location>) -> Changes<Location> {
    let before = call.get_for_change(id).await?;
    let after = call.moved(&before, before.body.clone(), RecordSet::Archived);
    let in_use = ApiError::conflict(ErrorCode::InUse, "floors, resources, membership plans or others stand here");
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    transaction.release(&before.body.name_key());
    transaction.require_zero(&Location::uses(id), in_use);
    call.commit(transaction, Data(after)).await
}
