//! Check out of a location.

use records::CheckIn;
use shared::api::{Call, Changes, PathId, retry};
use values::{ApiError, ErrorCode, Id};

use super::presence::Presence;

/// Check out of a location
pub async fn check_out(call: Call, PathId(id): PathId<CheckIn>) -> Changes<CheckIn> {
    retry(&call, || attempt(&call, id)).await
}

async fn attempt(call: &Call, id: Id<CheckIn>) -> Changes<CheckIn> {
    let mut update = call.update(id).await?;
    if !update.present.is_open(call.now) {
        let message = "the person has left already, or the day is over";
        return Err(ApiError::conflict(ErrorCode::InvalidState, message));
    }
    update.after.checked_out_at = Some(call.now);
    update.after.ends_at = call.now;
    let mut presence = Presence::read(call, update.present.member_id).await?;
    presence.leave(id, call.now);
    presence.write(&mut update.transaction);
    update.commit().await
}
