//! Archive a location.

use shared::{
    ApiError, ErrorCode,
    api::{Call, Changes, PathId},
    domain::Location,
};

/// Archive location
pub async fn archive(call: Call, PathId(id): PathId<Location>) -> Changes<Location> {
    let mut update = call.update(id).await?.archived();
    let in_use = ApiError::conflict(ErrorCode::InUse, "floors, resources, membership plans or others stand here");
    update.transaction.require_zero(&Location::uses(id), in_use);
    update.commit().await
}
