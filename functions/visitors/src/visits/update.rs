//! Update a visit as long as the visitor has not come.

use records::{VisitorVisit, visitor_visit::VisitStatus};
use scheduling::{Booking, booking::BookingStatus};
use shared::api::{Body, Call, Changes, Patch, PathId, retry};
use values::{ApiError, ErrorCode, Id};

use super::{booking, window::Window};
use crate::blocklist::Blocklist;

/// Changes fields of a visit whose visitor has not come.
pub async fn update(
    call: Call,
    PathId(id): PathId<VisitorVisit>,
    Body(patch): Body<Patch<VisitorVisit>>,
) -> Changes<VisitorVisit> {
    retry(&call, || attempt(&call, id, &patch)).await
}

async fn attempt(call: &Call, id: Id<VisitorVisit>, patch: &Patch<VisitorVisit>) -> Changes<VisitorVisit> {
    let mut update = call.update(id).await?.patched(patch)?;
    if update.present.state != VisitStatus::Expected {
        let message = "only a visit that is expected is changed";
        return Err(ApiError::conflict(ErrorCode::InvalidState, message));
    }
    let (before, after) = (update.present.clone(), update.after.clone());
    if (before.expected_at, before.expected_until) != (after.expected_at, after.expected_until) {
        let location = call.get(after.location_id).await?;
        let window = Window::of(&location.body, after.expected_at, after.expected_until, call.now)?;
        update.after.valid_from = window.valid_from;
        update.after.valid_until = window.valid_until;
        update.after.changes_at = Some(window.valid_until);
        if let Some(id) = after.contact_id
            && let Some(contact) = call.store.find(call.tenant(), id).await?
            && contact.body.kept_since < window.valid_until
        {
            let kept = contact.body.clone().expected_until(window.valid_until);
            update.transaction.replace(&contact, &call.next_version(&contact, kept, None));
        }
        let is_same_day = (before.valid_from, before.valid_until) == (window.valid_from, window.valid_until);
        // A booking that was moved to another day leaves its visits where they are: there they still change.
        if let Some(id) = after.booking_id
            && !is_same_day
        {
            let found = call.store.find(call.tenant(), id.cast::<Booking>()).await?;
            // One that is over or was cancelled binds nobody.
            if let Some(found) = found.filter(|found| found.body.status(call.now) == BookingStatus::Confirmed) {
                booking::check(call, &found.body, (location.id, &window))?;
            }
        }
    }
    if before.visitor != after.visitor {
        Blocklist::read(call, &after.visitor).await?.admit(call, &mut update.transaction).await?;
    }
    update.commit().await
}
