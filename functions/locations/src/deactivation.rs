//! Deactivate a location: what customers have booked there must not be forgotten.

use scheduling::{
    future_bookings::{NAMED_MAX, OnFutureBookings},
    location_resources::LocationResources,
    operator_cancellation,
    slot::{Slot, SlotKind},
    upcoming::ahead_of_all,
};
use shared::{
    ApiError,
    api::{Call, Changes, Update, retried},
    domain::{Id, Location, LongText},
    error::Obstacle,
};

/// Commits an update that makes the location inactive. From then on nobody can book there; unless the client says what
/// becomes of bookings, there are none.
///
/// # Errors
/// 409 `in_use` with what stands in the way.
pub async fn commit(
    call: &Call,
    mut update: Update<'_, Location>,
    on_future_bookings: Option<OnFutureBookings>,
) -> Changes<Location> {
    if on_future_bookings == Some(OnFutureBookings::Keep) {
        return update.commit().await;
    }
    let location = update.before.clone();
    let resources = LocationResources::load(call, location.id).await?;
    let check = || async {
        match on_future_bookings {
            None => check_nothing_stands(call, &resources).await,
            Some(_) => Ok(()),
        }
    };
    check().await?;
    resources.require_complete(&mut update.transaction);
    let decision = async {
        check().await?;
        update.commit().await
    };
    resources.closed_while(call, &location, decision).await
}

/// Cancels every booking at an inactive location that has not ended, one after the other; sending the request again
/// finishes what was left.
///
/// # Errors
/// Only when the store fails.
pub async fn cancel_bookings(call: &Call, id: Id<Location>) -> Result<(), ApiError> {
    let resources = retried(call, || LocationResources::load(call, id)).await?;
    let comment = LongText::new("The location is no longer available.");
    for slot in ahead_of_all(call, &resources.records).await? {
        if slot.kind == SlotKind::Booking {
            operator_cancellation::cancel(call, Id::new(slot.id), &comment).await?;
        }
    }
    Ok(())
}

async fn check_nothing_stands(call: &Call, resources: &LocationResources) -> Result<(), ApiError> {
    let slots = ahead_of_all(call, &resources.records).await?;
    let standing: Vec<Obstacle> = slots.iter().filter_map(obstacle).take(NAMED_MAX).collect();
    if standing.is_empty() {
        return Ok(());
    }
    let message = "something is booked or held here, now or later; say what becomes of it with on_future_bookings";
    Err(ApiError::in_use(message, standing).at("is_active", "in_use"))
}

/// A block stands in nobody's way.
fn obstacle(slot: &Slot) -> Option<Obstacle> {
    let kind = match slot.kind {
        SlotKind::Booking => "booking",
        SlotKind::Hold => "hold",
        SlotKind::Block => return None,
    };
    Some(Obstacle {
        kind: kind.to_owned(),
        id: slot.id.to_string(),
        start_time: slot.start.to_string(),
        end_time: slot.end.to_string(),
    })
}
