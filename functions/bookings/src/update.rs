//! Update a booking: what it is for, who comes, notes. Its time and place change by rescheduling.

use scheduling::{
    Booking,
    booking::{BookingStatus, transition},
};
use shared::api::{Body, Call, Changes, Patch, PathId};
use values::ApiError;

/// Changes title, attendees, notes and metadata of a booking that is not cancelled.
pub async fn update(call: Call, PathId(id): PathId<Booking>, Body(patch): Body<Patch<Booking>>) -> Changes<Booking> {
    let update = call.update(id).await?.patched(&patch)?;
    let editable = [BookingStatus::Pending, BookingStatus::Confirmed, BookingStatus::Completed];
    transition::expect(&update.present, call.now, &editable, "changed")?;
    if update.after.attendees != update.present.attendees {
        let resource = call.require_reference(update.after.resource_id, "resource_id").await?;
        if resource.body.capacity.is_some_and(|capacity| i64::from(capacity) < update.after.people()) {
            return Err(ApiError::rule("attendees", "over_capacity", "more people come than the resource takes"));
        }
    }
    update.commit().await
}
