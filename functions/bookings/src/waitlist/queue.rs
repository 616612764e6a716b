//! Joins the waiting list for what a series could not book: exactly these times of one resource, and nothing near them.

use scheduling::{Resource, booking::SeriesKind};
use shared::{
    ApiError,
    api::{Call, retried},
    domain::{Customer, Id, Location, Period, Record},
    store::Transaction,
};

use super::{
    entry::{WaitlistEntry, WaitlistState, WantedTime},
    join::OFFER_MINUTES,
    waiting_list::{self, WaitingEntry, waiting_list_of},
};

impl WantedTime {
    /// Exactly this period of a resource.
    #[must_use]
    pub fn exactly(resource_id: Id<Resource>, period: Period, units: u32) -> Self {
        Self {
            resource_id: Some(resource_id),
            resource_type: None,
            earliest_start: period.start(),
            latest_end: period.end(),
            duration_minutes: u32::try_from(period.minutes()).unwrap_or(u32::MAX),
            units,
        }
    }
}

/// Makes in `transaction` an entry for each of these times that finds a place on the waiting list of the location: not for
/// what the customer waits for already, nor beyond the list's length. The result has their ids, in the same order.
///
/// # Errors
/// 503 when the waiting list cannot be read.
pub async fn queue(
    call: &Call,
    transaction: &mut Transaction,
    (location_id, customer_id, series_id): (Id<Location>, Id<Customer>, Id<SeriesKind>),
    wanted: Vec<WantedTime>,
) -> Result<Vec<Option<Id<WaitlistEntry>>>, ApiError> {
    let before = waiting_list_of(call, location_id).await?;
    let mut list = before.as_ref().map(|list| list.body.clone()).unwrap_or_default();
    let mut ids = Vec::new();
    for want in wanted {
        let entry = call.new_record(
            WaitlistEntry {
                void_at: Some(want.void_at()),
                want: want.clone(),
                location_id,
                customer_id,
                offer_minutes: OFFER_MINUTES,
                state: WaitlistState::Waiting,
                series_id: Some(series_id),
                offer: None,
                booking_id: None,
                position: None,
            },
            None,
        );
        match list.joined(WaitingEntry { id: entry.id, customer_id, want }, call.now) {
            Ok(longer) => {
                list = longer;
                transaction.create(&entry);
                ids.push(Some(entry.id));
            }
            Err(_) => ids.push(None),
        }
    }
    if ids.iter().any(Option::is_some) {
        waiting_list::write(call, transaction, location_id, before.as_ref(), list);
    }
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
