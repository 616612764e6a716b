//! The sweep: writes down what time has done by itself, so that events can be made of it, and makes the offers that no
//! release has made. Nothing is wrong while it has not run: every answer derives the same states from the clock.

use serde::Serialize;
use shared::{
    ApiError,
    api::{Call, retried, scene},
    context::Context,
    domain::{
        Booking, Entity, Id, RecordSet, Timestamp,
        booking::{BookingState, transition},
    },
    provisioning,
    store::{List, Order, Paging, Scheme},
};

use crate::{
    hold::BookingHold,
    series::{record::BookingSeries, resume::resume},
    waitlist::{
        self, WaitingLine, WaitlistEntry,
        offer::{Freed, releasing},
    },
};

/// Most records of a kind and merchant in one run; the next run goes on with the rest.
const RECORDS_MAX: i32 = 500;

/// What a sweep has written down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Swept {
    /// Merchants that were looked at.
    pub merchants: u32,
    /// Series that were finished for a request that could not.
    pub booking_series: u32,
    /// Bookings that are completed, expired or released.
    pub bookings: u32,
    /// Holds that have ended.
    pub holds: u32,
    /// Waiting-list entries that are over.
    pub waitlist_entries: u32,
    /// Offers that were made.
    pub offers: u32,
    /// Records that could not be written; the next run tries them again.
    pub failures: u32,
}

/// How much a sweep looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// What is due.
    Due,
    /// What is due, and whether anything is free for anybody who waits: that is read anew for each of them.
    Everything,
}

impl Look {
    /// Every tenth minute everything.
    #[must_use]
    pub fn at(now: Timestamp) -> Self {
        if (now.seconds() / 60) % 10 == 0 { Self::Everything } else { Self::Due }
    }
}

/// Sweeps the calendars of every merchant.
///
/// # Errors
/// 503 when the merchants cannot be listed. A record that cannot be written is counted and does not stop the rest.
pub async fn sweep(context: &Context, look: Look) -> Result<Swept, ApiError> {
    let mut swept = Swept::default();
    for tenant in provisioning::merchants(context).await? {
        swept.merchants += 1;
        let call = Call::of_job(context, tenant, "sweep");
        if sweep_merchant(&call, look, &mut swept).await.is_err() {
            swept.failures += 1;
        }
    }
    Ok(swept)
}

async fn sweep_merchant(call: &Call, look: Look, swept: &mut Swept) -> Result<(), ApiError> {
    // First: their bookings are provisional, and end by themselves when nobody makes them final.
    for id in due::<BookingSeries>(call).await? {
        count(&Box::pin(resume(call, id.cast())).await, &mut swept.booking_series, &mut swept.failures);
    }
    for id in due::<Booking>(call).await? {
        count(&Box::pin(end_booking(call, id)).await, &mut swept.bookings, &mut swept.failures);
    }
    for id in due::<BookingHold>(call).await? {
        count(&Box::pin(end_hold(call, id)).await, &mut swept.holds, &mut swept.failures);
    }
    for id in due::<WaitlistEntry>(call).await? {
        count(&Box::pin(waitlist::end(call, id)).await, &mut swept.waitlist_entries, &mut swept.failures);
    }
    if look == Look::Everything {
        swept.offers += serve_lines(call).await?;
    }
    Ok(())
}

async fn due<E: Entity>(call: &Call) -> Result<Vec<Id<E>>, ApiError> {
    Ok(call.store.due(&call.caller.tenant, call.now, RECORDS_MAX).await?)
}

fn count(outcome: &Result<bool, ApiError>, done: &mut u32, failures: &mut u32) {
    match outcome {
        Ok(true) => *done += 1,
        // The index lags: somebody else has written it already.
        Ok(false) => {}
        Err(_) => *failures += 1,
    }
}

/// Writes down what became of a booking; an expired or released one leaves its calendars.
async fn end_booking(call: &Call, id: Id<Booking>) -> Result<bool, ApiError> {
    retried(&call, move || async move {
        let Some(before) = call.store.find(&call.caller.tenant, id).await? else { return Ok(false) };
        let Some(body) = transition::materialised(&before.body, call.now) else { return Ok(false) };
        let is_free = body.state == BookingState::Cancelled;
        let freed = Freed::of(before.body.location_id, &before.body.taken, before.body.period()).filter(|_| is_free);
        let after = call.next_version(&before, body, None);
        let mut transaction = call.transaction();
        transaction.replace(&before, &after);
        if is_free {
            scene::follow(call, &mut transaction, &before, &after.body).await?;
        }
        releasing(call, freed, call.store.commit(transaction)).await.map(|()| true)
    })
    .await
}

/// Puts a hold away that has ended. Its slots count no longer, and the next change of their days drops them.
async fn end_hold(call: &Call, id: Id<BookingHold>) -> Result<bool, ApiError> {
    retried(&call, move || async move {
        let Some(before) = call.store.find(&call.caller.tenant, id).await? else { return Ok(false) };
        if !before.body.is_over(call.now) {
            return Ok(false);
        }
        let mut transaction = call.transaction();
        transaction.replace(&before, &call.moved(&before, before.body.clone(), RecordSet::Archived));
        releasing(call, before.body.freed(), call.store.commit(transaction)).await.map(|()| true)
    })
    .await
}

/// Makes the offers that are due at every location where somebody waits.
async fn serve_lines(call: &Call) -> Result<u32, ApiError> {
    let (mut offers, mut cursor) = (0, None);
    loop {
        let paging = Paging { scheme: Scheme::Cursor(cursor), size: 100, order: Some(Order::Ascending) };
        let lines = List::<WaitingLine>::live();
        let listed = call.store.page(&call.caller.tenant, &lines, &paging, call.now.millis()).await?;
        for line in listed.records.iter().filter(|line| line.body.live(call.now).next().is_some()) {
            offers += Box::pin(waitlist::offer::serve(call, line.id.cast())).await?;
        }
        cursor = listed.next.filter(|_| listed.has_more);
        if cursor.is_none() {
            return Ok(offers);
        }
    }
}
