//! Archive a floor.

use shared::{
    ApiError, ErrorCode,
    api::{Call, Changes, Data, PathId},
    domain::{Floor, Location, RecordSet},
};

/// Archive floor
pub async fn archive(call: Call, PathId(id): PathId<Floor>) -> Changes<Floor> {
    let before = call.get_for_change(id).await?;
    let after = call.moved(&before, before.body.clone(), RecordSet::Archived);
    let in_use = ApiError::conflict(ErrorCode::InUse, "resources stand on this floor");
    let uses = Location::uses(before.body.location_id);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    transaction.release(&before.body.name_key());
    transaction.require_zero(&Floor::uses(id), in_use);
    transaction.add(&uses, -1);
    call.commit(transaction, Data(after)).await
}
