//! Leave the waiting list of an event.

use shared::api::{Call, Changes, Data, PathId, retry};
use store::Record;
use values::{ApiError, ErrorCode, Id};

use crate::{
    records::{
        event::Event,
        registration::EventFacts,
        waitlist_entry::{EventWaitlistEntry, EventWaitlistStatus},
    },
    rules::seat_changes::{SeatChanges, leave_line},
};

/// Leave waiting list of event
pub async fn leave(call: Call, PathId(id): PathId<EventWaitlistEntry>) -> Changes<EventWaitlistEntry> {
    retry(&call, || attempt(&call, id)).await
}

async fn attempt(call: &Call, id: Id<EventWaitlistEntry>) -> Changes<EventWaitlistEntry> {
    let (before, event) = read_live(call, id, &[EventWaitlistStatus::Waiting, EventWaitlistStatus::Offered]).await?;
    let mut seats = SeatChanges::read(call, event).await?;
    seats.after.drop_entry(id);
    let mut transaction = call.transaction();
    leave_line(&mut transaction, &before);
    let after = before.body.clone().ended(EventWaitlistStatus::Cancelled, call.now);
    let after = call.next_version(&before, after, None);
    transaction.replace(&before, &after);
    seats.write(call, &mut transaction, false).await?;
    call.commit(transaction, Data(after)).await
}

/// An entry that is about to be changed and is in one of these states, with its event.
///
/// # Errors
/// 404, 412; 409 `invalid_state`.
pub async fn read_live(
    call: &Call,
    id: Id<EventWaitlistEntry>,
    allowed: &[EventWaitlistStatus],
) -> Result<(Record<EventWaitlistEntry>, Record<Event>), ApiError> {
    let refused = || ApiError::conflict(ErrorCode::InvalidState, "the entry has no offer, or has ended");
    let mut before = call.get_for_change(id).await?;
    if !allowed.contains(&before.body.status_at(call.now)) {
        return Err(refused());
    }
    let event = call.get(before.body.event_id).await?;
    before.body.event = Some(EventFacts::of(&event.body));
    if !allowed.contains(&before.body.status_at(call.now)) {
        return Err(refused());
    }
    Ok((before, event))
}
