//! What falls due in this area: an event that is over, what it has to be ended, offers that are over, registrations
//! that were not paid, and guests whose data is purged. Nothing is wrong while that has not run, but that others find
//! fewer seats than there are: every answer shows what time has done.

use records::visitor::next_look;
use shared::{
    api::{Call, retry},
    due::DueWork,
};
use values::{ApiError, Id, LongText, Metadata, ShortText, Timestamp};

use crate::{
    records::{
        event::Event,
        event_state::EventStatus,
        registration::EventRegistration,
        seats::{EventSeats, WAITING_MAX},
        waitlist_entry::EventWaitlistEntry,
    },
    rules::{
        claims, closing,
        ending::{End, end},
        seat_changes::SeatChanges,
    },
};

/// What is done when the records of this area fall due.
#[must_use]
pub fn due_work() -> Vec<DueWork> {
    vec![
        DueWork::of(|call, id| async move { end_event(&call, id).await }),
        DueWork::of(|call, id| async move { tend_line(&call, id).await }),
        DueWork::of(|call, id| async move { tend_registration(&call, id).await }),
        DueWork::of(|call, id| async move { purge_entry(&call, id).await }),
    ]
}

/// Writes down that an event is over, and ends what it has.
async fn end_event(call: &Call, id: Id<Event>) -> Result<bool, ApiError> {
    let over = retry(call, || async {
        let Some(before) = call.store.find(call.tenant(), id).await? else { return Ok(false) };
        if before.body.status != EventStatus::Published || before.body.status_at(call.now) == EventStatus::Published {
            return Ok(before.body.closing_due.is_some_and(|at| at <= call.now));
        }
        let closing_due = Some(before.body.end_time);
        let body = Event { status: EventStatus::Completed, closing_due, ..before.body.clone() };
        let mut transaction = call.transaction();
        claims::follow(&mut transaction, (id, body.location_id), claims::of(&before.body), None);
        transaction.replace(&before, &call.next_version(&before, body, None));
        call.store.commit(transaction).await.map(|()| true)
    })
    .await?;
    Ok(over && closing::close(call, id).await?)
}

/// Ends offers that are over and makes others, until nothing of that is left.
async fn tend_line(call: &Call, id: Id<EventSeats>) -> Result<bool, ApiError> {
    let mut is_tended = false;
    // Each write offers something or ends an offer; who waits does both once.
    for _ in 0..2 * WAITING_MAX {
        if !tend_once(call, id).await? {
            break;
        }
        is_tended = true;
    }
    Ok(is_tended)
}

/// As many of them as one write has room for; whether there were any.
async fn tend_once(call: &Call, id: Id<EventSeats>) -> Result<bool, ApiError> {
    retry(call, || async {
        let Some(event) = call.store.find(call.tenant(), id.cast::<Event>()).await? else { return Ok(false) };
        let seats = SeatChanges::read(call, event).await?;
        let terms = seats.terms(call.now);
        let is_over = seats.after.offers.iter().any(|offer| !terms.keeps_until(offer.expires_at));
        if !is_over && seats.after.look_at.is_none_or(|at| call.now < at) {
            return Ok(false);
        }
        let mut transaction = call.transaction();
        seats.write(call, &mut transaction, false).await?;
        call.store.commit(transaction).await.map(|()| true)
    })
    .await
}

/// Ends a registration that was not paid; purges a guest's in its time.
async fn tend_registration(call: &Call, id: Id<EventRegistration>) -> Result<bool, ApiError> {
    retry(call, || async {
        let Some(before) = call.store.find(call.tenant(), id).await? else { return Ok(false) };
        let mut transaction = call.transaction();
        if before.body.is_overdue(call.now) {
            let Some(cancellation) = before.body.cancellation_at(call.now) else { return Ok(false) };
            let seats = SeatChanges::read(call, call.get(before.body.event_id).await?).await?;
            end(call, &mut transaction, seats, &before, End::Cancelled(cancellation)).await?;
            return call.store.commit(transaction).await.map(|()| true);
        }
        let (mut body, ended) = (before.body.clone(), before.body.ended_at);
        let Some(look) = decide_look(call, body.look_at, ended).await? else { return Ok(false) };
        let mut metadata = None;
        body.look_at = match look {
            Look::Again(at) => Some(at),
            Look::Purge => {
                body.guest = None;
                body.fields.attendee_name = ShortText::default();
                body.fields.comment = LongText::default();
                body.payment_reference = ShortText::default();
                if let Some(cancellation) = &mut body.cancellation {
                    cancellation.reason = LongText::default();
                }
                metadata = Some(Metadata::default());
                None
            }
        };
        transaction.replace(&before, &call.next_version(&before, body, metadata));
        call.store.commit(transaction).await.map(|()| true)
    })
    .await
}

/// Purges a guest's entry in its time.
async fn purge_entry(call: &Call, id: Id<EventWaitlistEntry>) -> Result<bool, ApiError> {
    retry(call, || async {
        let Some(before) = call.store.find(call.tenant(), id).await? else { return Ok(false) };
        let Some(look) = decide_look(call, before.body.look_at, before.body.ended_at).await? else { return Ok(false) };
        let mut body = before.body.clone();
        let mut metadata = None;
        body.look_at = match look {
            Look::Again(at) => Some(at),
            Look::Purge => {
                body.guest = None;
                metadata = Some(Metadata::default());
                None
            }
        };
        let mut transaction = call.transaction();
        transaction.replace(&before, &call.next_version(&before, body, metadata));
        call.store.commit(transaction).await.map(|()| true)
    })
    .await
}

/// What is done with what a guest left.
enum Look {
    /// It is looked at again.
    Again(Timestamp),
    /// What is known of the guest is removed now.
    Purge,
}

/// What is done with what a guest left that ended; nothing before it is looked at.
async fn decide_look(
    call: &Call,
    look_at: Option<Timestamp>,
    ended: Option<Timestamp>,
) -> Result<Option<Look>, ApiError> {
    let (Some(_), Some(ended)) = (look_at.filter(|at| *at <= call.now), ended) else { return Ok(None) };
    let kept_days = call.read_merchant().await?.body.retention.visitor_days;
    Ok(Some(next_look(ended, kept_days, call.now).map_or(Look::Purge, Look::Again)))
}
