//! Check a visitor out.

use records::{VisitorVisit, visitor_visit::VisitStatus};
use scheduling::visits;
use shared::api::{Call, Changes, PathId};
use values::{ApiError, ErrorCode};

/// Checks a visitor out who is on site.
pub async fn check_out(call: Call, PathId(id): PathId<VisitorVisit>) -> Changes<VisitorVisit> {
    let mut update = call.update(id).await?;
    if update.present.state != VisitStatus::CheckedIn {
        let message = "the visitor is not there";
        return Err(ApiError::conflict(ErrorCode::InvalidState, message));
    }
    update.after = update.after.clone().left(call.now);
    visits::note_presence(&mut update.transaction, id, &update.before.body, &update.after);
    let change = visits::live_change(&update.before.body, &update.after);
    visits::count(&mut update.transaction, update.after.location_id, change);
    update.commit().await
}
