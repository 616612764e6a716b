//! Delete a visit, with everything about the visitor.

use mailing::forget_letters_about;
use records::{VisitorVisit, visitor_visit::VisitStatus};
use scheduling::visits;
use shared::api::{Call, Changes, PathId, retry};
use store::Entity as _;
use values::{ApiError, ErrorCode, Id};

/// Deletes a visit, with everything that is known about the visitor by it.
pub async fn delete(call: Call, PathId(id): PathId<VisitorVisit>) -> Changes<VisitorVisit> {
    retry(&call, || attempt(&call, id)).await
}

async fn attempt(call: &Call, id: Id<VisitorVisit>) -> Changes<VisitorVisit> {
    let mut update = call.update(id).await?.archived().without_metadata();
    match update.present.state {
        VisitStatus::CheckedIn => {
            let message = "the visitor is there; check them out first";
            return Err(ApiError::conflict(ErrorCode::InvalidState, message));
        }
        VisitStatus::Expected => update.after = update.after.clone().cancelled(call.now),
        VisitStatus::CheckedOut | VisitStatus::Cancelled | VisitStatus::NoShow => {}
    }
    visits::leave_booking(call, &mut update.transaction, id, &update.present).await?;
    visits::note_presence(&mut update.transaction, id, &update.before.body, &update.after);
    let change = visits::live_change(&update.before.body, &update.after);
    visits::count(&mut update.transaction, update.after.location_id, change);
    forget_letters_about(call, id.cast()).await?;
    if let Some(nobody) = update.after.put_away() {
        update.after = nobody;
    }
    update.commit().await
}
