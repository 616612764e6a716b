//! The end of an event: one that was cancelled gives everything back, one that is over says who came, and nobody waits
//! for either any more.
//!
//! It is a job of many transactions. Each of them ends some registrations or entries and takes them out of the event's
//! seats, so that what is left can be told at any moment, doing it again changes nothing, and whoever comes next goes
//! on: the request that cancelled the event, a repeat of it, the sweep. It is done when nobody has a seat.

use std::{collections::BTreeSet, time::Duration as Wait};

use chrono::Duration;
use records::Location;
use settlement::source_items::find_on_invoices;
use shared::api::{Call, retry};
use store::{List, Record, Transaction};
use values::{ApiError, Id, Timestamp};

use super::{
    ending::{End, end_in_transaction},
    seat_changes::{SeatChanges, leave_line},
    settling,
};
use crate::records::{
    event::Event,
    registration::{EventFacts, EventRegistration},
    waitlist_entry::EventWaitlistStatus,
};

/// Registrations that one transaction ends: each has up to a dozen actions in it.
const AT_ONCE: usize = 5;
/// Entries that one transaction ends.
const ENTRIES_AT_ONCE: usize = 20;
/// Time that a request keeps for its end.
const KEPT: Wait = Wait::from_secs(2);
/// Seconds after which the job is due again when it had no time, or an index does not show everybody yet.
const AGAIN_SECONDS: i64 = 5;

/// Counts an event, with its prices, where it stands in its location's way.
pub fn count(transaction: &mut Transaction, location: Id<Location>, change: i64) {
    transaction.add(&Location::uses(location), change);
    transaction.add(&Location::prices(location), change);
}

/// When the job of an event is due that is cancelled now: the request itself begins with it.
#[must_use]
pub fn due_after(now: Timestamp) -> Timestamp {
    now.plus(Duration::seconds(AGAIN_SECONDS))
}

/// Ends what an event has that was cancelled or is over, as far as the time goes; whether there was anything to do.
///
/// # Errors
/// The first failure, once everything else was tried; 503 when the store cannot be used.
pub async fn close(call: &Call, id: Id<Event>) -> Result<bool, ApiError> {
    let Some(event) = call.store.find(call.tenant(), id).await? else { return Ok(false) };
    if event.body.closing_due.is_none() {
        return Ok(false);
    }
    while end_entries(call, id).await? {}
    let listed = call.store.all(call.tenant(), &List::by(&EventRegistration::BY_EVENT, &id), usize::MAX).await?;
    let live: Vec<_> = listed.records.into_iter().filter(|one| one.body.status.is_live()).collect();
    let failed = end_all(call, id, &live).await?;
    finish(call, id, failed.is_none()).await?;
    failed.map_or(Ok(true), Err)
}

/// Ends registrations, several at once but those whose items stand on an invoice, as a credit note takes a number. What
/// fails together is tried alone. The first failure, if one failed.
async fn end_all(call: &Call, id: Id<Event>, live: &[Record<EventRegistration>]) -> Result<Option<ApiError>, ApiError> {
    let items = |one: &Record<EventRegistration>| {
        one.body.account.as_ref().map(|account| account.item_ids.clone()).unwrap_or_default()
    };
    let there = find_on_invoices(call, &live.iter().flat_map(items).collect::<Vec<_>>()).await?;
    let (alone, together): (Vec<_>, Vec<_>) =
        live.iter().partition(|one| items(one).iter().any(|id| there.contains(id)));
    let ids = |of: &[&Record<EventRegistration>]| of.iter().map(|one| one.id).collect::<Vec<_>>();
    let groups = together.chunks(AT_ONCE).map(ids).chain(alone.chunks(1).map(ids));
    let mut failed = None;
    for group in groups.collect::<Vec<_>>() {
        if call.time_left() < KEPT {
            break;
        }
        let Err(error) = end_some(call, id, &group).await else { continue };
        if group.len() == 1 {
            failed.get_or_insert(error);
            continue;
        }
        for one in group {
            if let Err(error) = end_some(call, id, &[one]).await {
                failed.get_or_insert(error);
            }
        }
    }
    Ok(failed)
}

/// Ends some registrations of an event in one transaction; those that have ended meanwhile stay as they are.
async fn end_some(call: &Call, id: Id<Event>, ids: &[Id<EventRegistration>]) -> Result<(), ApiError> {
    retry(call, || async {
        let event = call.get(id).await?;
        let (mut seats, found) = tokio::try_join!(SeatChanges::read(call, event), async {
            Ok(call.store.find_all(call.tenant(), ids).await?)
        })?;
        let live: Vec<_> = found.iter().filter(|one| one.body.status.is_live()).collect();
        if live.is_empty() {
            return Ok(());
        }
        let mut settling = settling::load(call, &live).await?;
        let mut transaction = call.transaction();
        for one in live {
            let end = how(&seats.event.body, &one.body);
            end_in_transaction(call, &mut transaction, (&mut seats, &mut settling), one, end)?;
        }
        seats.write(call, &mut transaction, false).await?;
        settling.write(call, &mut transaction).await?;
        call.store.commit(transaction).await
    })
    .await
}

/// How a registration ends with its event.
fn how(event: &Event, registration: &EventRegistration) -> End {
    let ended_at = event.cancellation.as_ref().map_or(event.end_time, |cancelled| cancelled.at);
    let registration = EventRegistration { event: Some(EventFacts::of(event)), ..registration.clone() };
    registration.cancellation_at(ended_at).map_or(End::Over, End::Cancelled)
}

/// Ends some of those who wait; whether there were any.
async fn end_entries(call: &Call, id: Id<Event>) -> Result<bool, ApiError> {
    retry(call, || async {
        let mut seats = SeatChanges::read(call, call.get(id).await?).await?;
        let waiting = seats.after.waiting.iter().map(|party| party.entry_id);
        let offered = seats.after.offers.iter().map(|offer| offer.entry_id);
        let ids: BTreeSet<_> = waiting.chain(offered).take(ENTRIES_AT_ONCE).collect();
        let ids: Vec<_> = ids.into_iter().collect();
        if ids.is_empty() {
            return Ok(false);
        }
        let event = seats.event.body.clone();
        let (status, at) = match &event.cancellation {
            Some(cancelled) => (EventWaitlistStatus::Cancelled, cancelled.at),
            None => (EventWaitlistStatus::Expired, event.end_time),
        };
        let mut transaction = call.transaction();
        for entry in call.store.find_all(call.tenant(), &ids).await? {
            let over = entry.body.offer_expires_at.map(|over| over.min(event.closes_at())).filter(|over| *over <= at);
            let (status, at) = over.map_or((status, at), |over| (EventWaitlistStatus::Expired, over));
            leave_line(&mut transaction, &entry);
            transaction.replace(&entry, &call.next_version(&entry, entry.body.clone().ended(status, at), None));
        }
        for id in ids {
            seats.after.drop_entry(id);
        }
        seats.write(call, &mut transaction, false).await?;
        call.store.commit(transaction).await.map(|()| true)
    })
    .await
}

/// Notes that the job is done, or that it goes on later.
async fn finish(call: &Call, id: Id<Event>, is_well: bool) -> Result<(), ApiError> {
    retry(call, || async {
        let event = call.get(id).await?;
        if event.body.closing_due.is_none() {
            return Ok(());
        }
        let seats = SeatChanges::read(call, event.clone()).await?;
        let mut transaction = call.transaction();
        let mut body = event.body.clone();
        if seats.after.is_empty() {
            body.closing_due = None;
            count(&mut transaction, body.location_id, -1);
        } else if is_well {
            body.closing_due = Some(call.now.plus(Duration::seconds(AGAIN_SECONDS)));
        } else {
            return Ok(());
        }
        transaction.replace(&event, &call.next_version(&event, body, None));
        call.store.commit(transaction).await
    })
    .await
}
