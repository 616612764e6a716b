use agreements::subscription::at_location;
use future_bookings::carry_on;
use records::{Location, RecordOperation};
use shared::api::{Body, Call, Data, OrAccepted, Patch, PathId, Query, Update, retry};
use store::Record;
use values::{ApiError, ErrorCode, Id};

use crate::{
    change::{Change, LocationUpdateQuery},
    deactivation, rules,
    time_zone::{self, UpdatedLocation, Updates},
};

/// Changes fields of a location; with `dry_run` only tells what another time zone would shift.
pub async fn update(
    call: Call,
    PathId(id): PathId<Location>,
    Query(query): Query<LocationUpdateQuery>,
    Body(patch): Body<Patch<Location>>,
) -> Updates {
    let (call, patch, query) = (&call, &patch, &query);
    let update = prepare(call, id, patch, None).await?;
    check_query(query, patch, &update)?;
    if query.dry_run == Some(true) {
        return dry_run(call, &update).await;
    }
    let under_way = carry_on::is_under_way(&update.present, query.on_future_bookings)?;
    let cancels = query.cancels() && !under_way;
    let in_steps = &if cancels { deactivation::in_steps(call, id).await? } else { None };
    // While there are bookings to cancel, the request is not done when the location is written.
    let cancels = cancels && in_steps.is_none();
    let step = &if cancels { call.unanswered() } else { call.clone() };
    // The resources, which are closed for a moment, are records that others may change at the same moment.
    // A location is large, and each step of a future that holds one copies it on the stack.
    let updated = retry(call, || Box::pin(attempt(step, id, (patch, query), in_steps.as_ref()))).await?;
    if cancels {
        deactivation::cancel_bookings(call, id).await?;
    }
    Ok(updated)
}

async fn attempt(
    call: &Call,
    id: Id<Location>,
    (patch, query): (&Patch<Location>, &LocationUpdateQuery),
    in_steps: Option<&RecordOperation>,
) -> Updates {
    let update = prepare(call, id, patch, in_steps).await?;
    if update.is_unchanged() && carry_on::is_accepted(&update, query.cancels()) {
        drop(call.hasten(&update.before).await);
        return call.unchanged(OrAccepted::Accepted(UpdatedLocation { record: update.before, shift: None }));
    }
    let change = Change::of(&update);
    if change.is_none() {
        return Change::write(call, update, query.cancels()).await;
    }
    at_location::follow_up(call, Box::pin(change.commit(call, update, query)).await, id).await
}

/// The update as the client asks for it, with what must hold for it whatever is booked.
async fn prepare<'a>(
    call: &'a Call,
    id: Id<Location>,
    patch: &Patch<Location>,
    in_steps: Option<&RecordOperation>,
) -> Result<Update<'a, Location>, ApiError> {
    let mut update = call.update(id).await?.patched(patch)?;
    update.after.operation = carry_on::operation_after(&update, (update.after.is_active, in_steps), call.now)?;
    rules::check(&update.after)?;
    let (before, after) = (&update.before.body, &update.after);
    call.require_tax_rate(before.tax_rate_id, after.tax_rate_id, "tax_rate_id").await?;
    call.require_tax_rate(before.late_fees.tax_rate_id, after.late_fees.tax_rate_id, "late_fees.tax_rate_id").await?;
    let fixed = [
        ("currency", before.currency != after.currency),
        ("tax_inclusive", before.tax_inclusive != after.tax_inclusive),
    ];
    if let Some((field, _)) = fixed.into_iter().find(|(_, is_changed)| *is_changed) {
        let priced = ApiError::conflict(ErrorCode::InUse, format!("{field} is fixed while anything here has a price"));
        update.transaction.require_zero(&Location::prices(id), priced.at(field, "in_use"));
    }
    Ok(update)
}

/// Refuses what would be ignored.
fn check_query(
    query: &LocationUpdateQuery,
    patch: &Patch<Location>,
    update: &Update<'_, Location>,
) -> Result<(), ApiError> {
    if query.on_future_bookings.is_some() && update.after.is_active {
        let message = "what becomes of bookings is said only where is_active becomes false";
        return Err(ApiError::rule("on_future_bookings", "without_deactivation", message));
    }
    if query.confirmed_version.is_some() && !patch.gives("time_zone") {
        let message = "only a time zone is confirmed";
        return Err(ApiError::rule("confirmed_version", "without_time_zone", message));
    }
    Ok(())
}

/// The location as it would be, in the version that it has.
async fn dry_run(call: &Call, update: &Update<'_, Location>) -> Updates {
    let record =
        Record { body: update.after.clone(), metadata: update.next_version().metadata, ..update.before.clone() };
    let shift = match Change::of(update).zones {
        Some(zones) => Some(time_zone::shift(call, &update.before, zones).await?),
        None => None,
    };
    call.unchanged(OrAccepted::Done(Data(UpdatedLocation { record, shift })))
}
