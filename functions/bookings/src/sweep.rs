//! What falls due in this area: writes down what time has done by itself, so that events can be made of it, and makes
//! the offers that no release has made. Nothing is wrong while it has not run: every answer derives the same states
//! from the clock.

use scheduling::{
    Booking,
    booking::BookingState,
    ending::{self, Ending},
    waitlist::WaitingList,
};
use shared::{
    api::{Call, retry},
    due::DueWork,
};
use store::RecordSet;
use values::{ApiError, Id};

use crate::{
    extras,
    hold::BookingHold,
    series::carry_on,
    waitlist::{
        self,
        offer::{FreedTime, release_and_offer},
    },
};

/// What is done when the records of this area fall due.
#[must_use]
pub fn due_work() -> Vec<DueWork> {
    vec![
        DueWork::of(|call, id| async move { carry_on::due(&call, id).await }),
        DueWork::of(|call, id| async move { end_booking(&call, id).await }),
        DueWork::of(|call, id| async move { end_hold(&call, id).await }),
        DueWork::of(|call, id| async move { waitlist::end(&call, id).await }),
        DueWork::of(|call, id: Id<WaitingList>| async move { waitlist::offer::serve_due(&call, id.cast()).await })
            .looking_every_days(1),
    ]
}

/// Writes down what became of a booking; an expired or released one leaves its calendars.
async fn end_booking(call: &Call, id: Id<Booking>) -> Result<bool, ApiError> {
    retry(call, move || async move {
        let Some(Ending { before, after, transaction }) = ending::prepare(call, id).await? else { return Ok(false) };
        let is_cancelled = after.body.state == BookingState::Cancelled && before.body.state != BookingState::Cancelled;
        let freed = if is_cancelled {
            FreedTime::of(before.body.location_id, &before.body.taken, before.body.period())
        } else {
            None
        };
        let committed = extras::follow(call, &before, call.store.commit(transaction));
        release_and_offer(call, freed, committed).await.map(|()| true)
    })
    .await
}

/// Archives a hold that has ended. Its slots no longer count, and the next change of their day items removes them.
async fn end_hold(call: &Call, id: Id<BookingHold>) -> Result<bool, ApiError> {
    retry(call, move || async move {
        let Some(before) = call.store.find(&call.caller.tenant, id).await? else { return Ok(false) };
        if !before.body.is_over(call.now) {
            return Ok(false);
        }
        let mut transaction = call.transaction();
        transaction.replace(&before, &call.moved(&before, before.body.clone(), RecordSet::Archived));
        release_and_offer(call, before.body.freed(), call.store.commit(transaction)).await.map(|()| true)
    })
    .await
}
