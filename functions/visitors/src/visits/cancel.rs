//! Cancel a visit, or with it the later ones of the same rule, all in one transaction.

use records::{VisitorVisit, visitor_visit::VisitStatus};
use scheduling::visits;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, PathId, retry};
use store::Record;
use values::{ApiError, ErrorCode, Id};

/// Which visits are cancelled.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VisitorVisitCancel {
    /// `this` when left out.
    #[serde(default)]
    scope: VisitorVisitScope,
}

/// Visits of a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum VisitorVisitScope {
    /// Only the visit that the request names.
    #[default]
    This,
    /// This one, and those of the same rule that are expected later.
    Following,
}

/// Cancels an expected visit, alone or with the later ones of its rule.
pub async fn cancel(
    call: Call,
    PathId(id): PathId<VisitorVisit>,
    Body(input): Body<VisitorVisitCancel>,
) -> Changes<VisitorVisit> {
    retry(&call, || attempt(&call, id, input.scope)).await
}

async fn attempt(call: &Call, id: Id<VisitorVisit>, scope: VisitorVisitScope) -> Changes<VisitorVisit> {
    let mut update = call.update(id).await?;
    let message = match update.present.state {
        VisitStatus::Expected => None,
        VisitStatus::CheckedIn => Some("the visitor is there"),
        VisitStatus::CheckedOut => Some("the visitor has left already"),
        VisitStatus::Cancelled => Some("the visit was cancelled"),
        VisitStatus::NoShow => Some("the day of the visit is over"),
    };
    if let Some(message) = message {
        return Err(ApiError::conflict(ErrorCode::InvalidState, message));
    }
    update.after = update.after.clone().cancelled(call.now);
    visits::leave_booking(call, &mut update.transaction, id, &update.present).await?;
    let mut change = -1;
    if scope == VisitorVisitScope::Following {
        for later in find_following(call, id, &update.present).await? {
            let after = later.body.clone().cancelled(call.now);
            update.transaction.replace(&later, &call.next_version(&later, after, None));
            change -= 1;
        }
    }
    visits::count(&mut update.transaction, update.after.location_id, change);
    update.commit().await
}

/// The visits of the same rule that are expected after this one. Those of a rule are for no booking.
async fn find_following(
    call: &Call,
    id: Id<VisitorVisit>,
    visit: &VisitorVisit,
) -> Result<Vec<Record<VisitorVisit>>, ApiError> {
    let Some(first) = visit.series_id else { return Ok(Vec::new()) };
    // The first one may have been deleted; then it still says which there are.
    let first = call.store.find_any(call.tenant(), first).await?;
    let ids = first.map(|first| first.body.occurrence_ids).unwrap_or_default();
    let mut later = call.store.find_all(call.tenant(), &ids).await?;
    later.retain(|other| {
        other.id != id
            && visit.expected_at < other.body.expected_at
            && other.body.status(call.now) == VisitStatus::Expected
    });
    Ok(later)
}
