//! Update a location.

use shared::{
    ApiError, ErrorCode,
    api::{Body, Call, Changes, Patch, PathId},
    domain::Location,
};

use crate::rules;

/// Update location
pub async fn update(call: Call, PathId(id): PathId<Location>, Body(patch): Body<Patch<Location>>) -> Changes<Location> {
    let mut update = call.update(id).await?.patched(&patch)?;
    rules::check(&update.after)?;
    if update.before.body.currency != update.after.currency {
        let priced = ApiError::conflict(ErrorCode::InUse, "the currency is fixed while anything here has a price");
        update.transaction.require_zero(&Location::prices(id), priced.at("currency", "in_use"));
    }
    update.commit().await
}
