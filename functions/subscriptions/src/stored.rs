//! Finding a subscription, with what time has done to it.

use agreements::subscription::{
    Subscription,
    renewing::{self, CaughtUp, Limits},
    storing,
};
use records::MembershipPlan;
use shared::api::{Call, Changes, Data, PathId, Shows};
use store::{Record, Transaction};
use values::{ApiError, ErrorCode, Id, Metadata};

/// Periods that one request renews; the sweep goes on with the rest.
const STEPS_MAX: usize = 12;

/// A subscription; periods that have begun are renewed first.
pub async fn get(call: Call, PathId(id): PathId<Subscription>) -> Shows<Subscription> {
    let found = call.get(id).await?;
    // A reader waits for nobody who renews at the same moment, and reads what cannot be renewed too.
    if !is_behind(&call, &found.body) {
        return Ok(Data(found));
    }
    let limits = Limits::yielding(STEPS_MAX, 1);
    match Box::pin(renewing::catch_up(&call, id, Some(found.clone()), limits)).await {
        Ok(CaughtUp { record: Some(present), .. }) => Ok(Data(present)),
        Ok(_) => call.get(id).await.map(Data),
        Err(_) => Ok(Data(found)),
    }
}

/// Whether something has happened that is not written down.
fn is_behind(call: &Call, body: &Subscription) -> bool {
    body.moments.due_at.is_some_and(|due| due <= call.now) || body.has_overdue(call.now)
}

/// A subscription that is about to become less, or to end.
#[derive(Debug)]
pub struct Found {
    /// With everything written down that could be.
    pub record: Record<Subscription>,
    /// Why its next period could not be renewed: what it charges is more than an invoice can ask for.
    pub refused: Option<ApiError>,
}

/// Writes down everything that has happened to a subscription by now. Answers it with that.
///
/// # Errors
/// 404 when there is none, 422 when the next period cannot be renewed.
pub async fn catch_up(call: &Call, id: Id<Subscription>) -> Result<Record<Subscription>, ApiError> {
    let found = call.get(id).await?;
    catch_up_found(call, found).await
}

/// The same of a subscription as it was just read.
async fn catch_up_found(call: &Call, mut found: Record<Subscription>) -> Result<Record<Subscription>, ApiError> {
    if is_behind(call, &found.body) {
        let (id, limits) = (found.id, Limits::retrying(STEPS_MAX));
        let caught_up = Box::pin(renewing::catch_up(call, id, Some(found), limits)).await?;
        found = caught_up.record.ok_or_else(ApiError::not_found)?;
    }
    found.body = found.body.add_paid_after_all(call).await?;
    Ok(found)
}

/// The same, about to be changed: in a version that `If-Match` allows.
///
/// # Errors
/// 404 when there is none, 412 when it is in another version.
pub async fn catch_up_for_change(call: &Call, id: Id<Subscription>) -> Result<Record<Subscription>, ApiError> {
    let asked = call.get_for_change(id).await?;
    catch_up_found(call, asked).await
}

/// The same for what makes it less or ends it: that a renewal is refused stands in no way out of it.
///
/// # Errors
/// As [`catch_up_for_change`].
pub async fn catch_up_for_way_out(call: &Call, id: Id<Subscription>) -> Result<Found, ApiError> {
    match Box::pin(catch_up_for_change(call, id)).await {
        Ok(record) => Ok(Found { record, refused: None }),
        Err(refused) if refused.code == ErrorCode::RuleViolation => {
            let mut record = call.get(id).await?;
            record.body = record.body.add_paid_after_all(call).await?;
            Ok(Found { record, refused: Some(refused) })
        }
        Err(error) => Err(error),
    }
}

/// Stores the next version and answers it; nothing when nothing changed.
///
/// # Errors
/// The refusals of the transaction.
pub async fn commit(
    call: &Call,
    mut transaction: Transaction,
    before: &Record<Subscription>,
    after: Subscription,
    metadata: Option<Metadata>,
    plan: Option<&Record<MembershipPlan>>,
) -> Changes<Subscription> {
    let same_metadata = metadata.as_ref().is_none_or(|metadata| *metadata == before.metadata);
    if after == before.body && same_metadata {
        return call.unchanged(Data(before.clone()));
    }
    let after = call.next_version(before, after, metadata);
    storing::replace(call, &mut transaction, before, &after, plan).await?;
    call.commit(transaction, Data(after)).await
}
