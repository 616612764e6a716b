//! Update an event; its resource and its waiting list follow.

use shared::api::{Body, Call, Changes, Patch, PathId, retry};
use store::Record;
use values::{ApiError, ErrorCode, Id, Timestamp};

use super::check;
use crate::{
    records::{event::Event, event_state::EventStatus, seat_terms::SeatTerms},
    rules::{blocks, claims, seat_changes::SeatChanges},
};

/// Changes a draft or published event; its resource moves with it, and new seats are offered.
pub async fn update(call: Call, PathId(id): PathId<Event>, Body(patch): Body<Patch<Event>>) -> Changes<Event> {
    retry(&call, || attempt(&call, id, &patch)).await
}

async fn attempt(call: &Call, id: Id<Event>, patch: &Patch<Event>) -> Changes<Event> {
    let mut seats = SeatChanges::read(call, call.get(id).await?).await?;
    let mut update = call.update_of(seats.event.clone())?.patched(patch)?;
    if update.is_unchanged() {
        update.before.body.seats = Some(seats.after.numbers(&seats.terms(call.now)));
        return update.commit().await;
    }
    let is_published = update.present.status == EventStatus::Published;
    update.present.status.require(&[EventStatus::Draft, EventStatus::Published])?;
    check::fields(&update.after)?;
    call.require_tax_rate(update.present.tax_rate_id, update.after.tax_rate_id, "tax_rate_id").await?;
    call.require_new_files("media_keys", &update.after.media_keys, &update.present.media_keys).await?;
    if update.after.resource_id != update.present.resource_id {
        blocks::check_resource(call, update.after.resource_id, update.after.location_id).await?;
    }
    if is_published && update.after.end_time != update.present.end_time {
        check::is_ahead(&update.after, call.now)?;
    }
    check_capacity(&seats, &update.after, call.now)?;
    if is_published {
        let mut after = Record { body: update.after.clone(), ..update.before.clone() };
        blocks::follow(call, &mut update.transaction, &update.present, &mut after).await?;
        update.after.block_id = after.body.block_id;
        let subject = (id, update.after.location_id);
        claims::follow(&mut update.transaction, subject, claims::of(&update.present), claims::of(&update.after));
    }
    seats.event = Record { body: update.after.clone(), ..seats.event };
    let terms = |event: &Event| (SeatTerms::of(event, call.now), event.start_time);
    if terms(&update.after) != terms(&update.present) {
        // Whoever takes seats at the same moment decides anew by what the event says then.
        seats.touch();
    }
    let written = seats.write(call, &mut update.transaction, true).await?;
    update.after.seats = Some(written.numbers(&SeatTerms::of(&update.after, call.now)));
    update.commit().await
}

/// Refuses fewer seats than are taken.
fn check_capacity(seats: &SeatChanges, after: &Event, now: Timestamp) -> Result<(), ApiError> {
    let taken = seats.after.open + seats.after.past;
    let kept = seats.after.offered(&SeatTerms::of(after, now));
    if after.capacity.is_some_and(|capacity| capacity < taken + kept) {
        let message = format!("{taken} seats are taken and {kept} are kept for offers");
        let full = ApiError::conflict(ErrorCode::CapacityExceeded, message);
        return Err(full.at("capacity", "below_taken"));
    }
    Ok(())
}
