//! Joins the waiting list for what a series could not book: exactly these times of one resource, and nothing near them.

use scheduling::Resource;
use shared::{
    ApiError,
    api::{Call, retried},
    domain::{Customer, Id, Location, Period, Record, Timestamp},
    store::Transaction,
};

use super::{
    entry::{WaitlistEntry, WaitlistState, WantedTime},
    join::OFFER_MINUTES,
    waiting_list::{self, WaitingEntry, WaitingList, waiting_list_of},
};

impl WaitingEntry {
    /// An entry of the line for exactly this period of a resource. The waiting-list entry with this id may not have
    /// been made yet.
    #[must_use]
    pub fn exactly(
        id: Id<WaitlistEntry>,
        customer_id: Id<Customer>,
        resource_id: Id<Resource>,
        period: Period,
        units: u32,
    ) -> Self {
        let want = WantedTime {
            resource_id: Some(resource_id),
            resource_type: None,
            earliest_start: period.start(),
            latest_end: period.end(),
            duration_minutes: u32::try_from(period.minutes()).unwrap_or(u32::MAX),
            units,
        };
        Self { id, customer_id, want }
    }
}

/// Which of these would find a place on the waiting list of a location: not who waits for the same already, nor what is beyond
/// its length.
///
/// # Errors
/// 503 when the waiting list cannot be read.
pub async fn joinable(
    call: &Call,
    location_id: Id<Location>,
    new: Vec<WaitingEntry>,
) -> Result<Vec<Id<WaitlistEntry>>, ApiError> {
    let list = waiting_list_of(call, location_id).await?;
    let (_, joined) = joined(list.map(|list| list.body).unwrap_or_default(), new, call.now);
    Ok(joined.into_iter().map(|waiting| waiting.id).collect())
}

/// Makes in `transaction` an entry of each of these that finds a place on the waiting list of a location; tells which do.
///
/// # Errors
/// 503 when the waiting list cannot be read.
pub async fn queue(
    call: &Call,
    transaction: &mut Transaction,
    location_id: Id<Location>,
    new: Vec<WaitingEntry>,
) -> Result<Vec<Id<WaitlistEntry>>, ApiError> {
    let before = waiting_list_of(call, location_id).await?;
    let now = before.as_ref().map(|list| list.body.clone()).unwrap_or_default();
    let (longer, joined) = joined(now, new, call.now);
    if joined.is_empty() {
        return Ok(Vec::new());
    }
    let ids = joined.iter().map(|waiting| waiting.id).collect();
    for waiting in joined {
        let entry = WaitlistEntry {
            void_at: Some(waiting.want.void_at()),
            want: waiting.want,
            location_id,
            customer_id: waiting.customer_id,
            offer_minutes: OFFER_MINUTES,
            state: WaitlistState::Waiting,
            offer: None,
            booking_id: None,
            position: None,
        };
        transaction.create(&Record { id: waiting.id, ..call.new_record(entry, None) });
    }
    waiting_list::write(call, transaction, location_id, before.as_ref(), longer);
    Ok(ids)
}

/// Withdraws entries of a location that still wait. Entries that have an offer keep it until it is declined or expires.
///
/// # Errors
/// 503 when they cannot be written.
pub async fn withdraw(call: &Call, location_id: Id<Location>, ids: &[Id<WaitlistEntry>]) -> Result<(), ApiError> {
    retried(call, move || async move {
        let (found, list) =
            tokio::join!(call.store.find_all(&call.caller.tenant, ids), waiting_list_of(call, location_id));
        let (mut waiting, Some(before)) = (found?, list?) else { return Ok(()) };
        waiting.retain(|entry: &Record<WaitlistEntry>| entry.body.state == WaitlistState::Waiting);
        if waiting.is_empty() {
            return Ok(());
        }
        let (mut transaction, mut list) = (call.transaction(), before.body.clone());
        for entry in &waiting {
            list = list.without(entry.id);
            let after = entry.body.settled(WaitlistState::Cancelled);
            transaction.replace(entry, &call.next_version(entry, after, None));
        }
        waiting_list::write(call, &mut transaction, location_id, Some(&before), list);
        call.store.commit(transaction).await
    })
    .await
}

/// The waiting list with those of `new` at its end that find a place, and which they are.
fn joined(mut list: WaitingList, new: Vec<WaitingEntry>, now: Timestamp) -> (WaitingList, Vec<WaitingEntry>) {
    let mut joined = Vec::new();
    for waiting in new {
        if let Ok(longer) = list.joined(waiting.clone(), now) {
            list = longer;
            joined.push(waiting);
        }
    }
    (list, joined)
}
