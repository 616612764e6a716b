//! Update a location.

use scheduling::future_bookings::{FutureBookingsChoice, OnFutureBookings};
use shared::{
    ApiError, ErrorCode,
    api::{Body, Call, Changes, Patch, PathId, Query, Update, retried},
    domain::{Id, Location},
};

use crate::{deactivation, rules};

/// Update location
pub async fn update(
    call: Call,
    PathId(id): PathId<Location>,
    Query(choice): Query<FutureBookingsChoice>,
    Body(patch): Body<Patch<Location>>,
) -> Changes<Location> {
    let (call, patch, on_future_bookings) = (&call, &patch, choice.on_future_bookings);
    let update = prepared(call, id, patch).await?;
    if on_future_bookings.is_some() && update.after.is_active {
        let message = "what becomes of bookings is said only where is_active becomes false";
        return Err(ApiError::rule("on_future_bookings", "without_deactivation", message));
    }
    if !deactivates(&update) {
        let updated = update.commit().await?;
        cancel_if_asked(call, id, on_future_bookings).await?;
        return Ok(updated);
    }
    // The resources, which are closed for a moment, are records that others may change at the same moment.
    let attempt = || async move {
        let update = prepared(call, id, patch).await?;
        if deactivates(&update) {
            deactivation::commit(call, update, on_future_bookings).await
        } else {
            update.commit().await
        }
    };
    let updated = retried(call, attempt).await?;
    cancel_if_asked(call, id, on_future_bookings).await?;
    Ok(updated)
}

async fn prepared<'a>(
    call: &'a Call,
    id: Id<Location>,
    patch: &Patch<Location>,
) -> Result<Update<'a, Location>, ApiError> {
    let mut update = call.update(id).await?.patched(patch)?;
    rules::check(&update.after)?;
    if update.before.body.currency != update.after.currency {
        let priced = ApiError::conflict(ErrorCode::InUse, "the currency is fixed while anything here has a price");
        update.transaction.require_zero(&Location::prices(id), priced.at("currency", "in_use"));
    }
    Ok(update)
}

fn deactivates(update: &Update<'_, Location>) -> bool {
    update.before.body.is_active && !update.after.is_active
}

async fn cancel_if_asked(call: &Call, id: Id<Location>, choice: Option<OnFutureBookings>) -> Result<(), ApiError> {
    match choice {
        Some(OnFutureBookings::Cancel) => deactivation::cancel_bookings(call, id).await,
        Some(OnFutureBookings::Keep) | None => Ok(()),
    }
}
