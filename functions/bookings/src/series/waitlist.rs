//! Entries on the waiting list for occurrences whose time is taken.
//!
//! The ids of the entries are chosen when the series is planned, so that the answer and a repeated request know them.
//! The entries are made in transactions that also write the series, which remembers them, so that each is made once
//! however often this is started.

use shared::{
    ApiError,
    api::Call,
    domain::{Id, Record, Timestamp},
};

use super::record::{BookingSeries, Skipped, period_of};
use crate::waitlist::{WaitingEntry, joinable, queue, withdraw};

/// Most entries in one transaction.
const ENTRIES_MAX: usize = 40;

/// Leaves an entry out for which the waiting list has no place.
///
/// # Errors
/// 503 when the waiting list cannot be read.
pub async fn assign(call: &Call, series: &mut BookingSeries) -> Result<(), ApiError> {
    if !is_left(series) {
        return Ok(());
    }
    let ids = joinable(call, series.location_id, waiting(series, usize::MAX)?).await?;
    for skipped in series.skipped.iter_mut().filter(|skipped| skipped.is_to_queue) {
        skipped.waitlist_entry_id = skipped.waitlist_entry_id.filter(|id| ids.contains(id));
        skipped.is_to_queue = skipped.waitlist_entry_id.is_some();
    }
    Ok(())
}

/// Whether an entry of the series is still to be made.
#[must_use]
pub fn is_left(series: &BookingSeries) -> bool {
    series.skipped.iter().any(|skipped| skipped.is_to_queue)
}

/// How many transactions it takes to make the entries that are still to be made.
#[must_use]
pub fn steps_left(series: &BookingSeries) -> usize {
    series.skipped.iter().filter(|skipped| skipped.is_to_queue).count().div_ceil(ENTRIES_MAX)
}

/// Makes the next entries that are still to be made, as many as one transaction takes.
///
/// # Errors
/// 409 `version_conflict` when others joined the waiting list; 503 when it cannot be written.
pub async fn make_next(call: &Call, series: &Record<BookingSeries>) -> Result<(), ApiError> {
    let mut transaction = call.transaction();
    let new = waiting(&series.body, ENTRIES_MAX)?;
    let tried: Vec<Id<_>> = new.iter().map(|waiting| waiting.id).collect();
    let ids = queue(call, &mut transaction, series.body.location_id, new).await?;
    let mut body = series.body.clone();
    for skipped in &mut body.skipped {
        if skipped.waitlist_entry_id.is_some_and(|id| tried.contains(&id)) {
            // An entry that cannot join now is not tried again.
            skipped.waitlist_entry_id = skipped.waitlist_entry_id.filter(|id| ids.contains(id));
            skipped.is_to_queue = false;
        }
    }
    transaction.replace(series, &call.next_version(series, body, None));
    call.store.commit(transaction).await
}

/// Withdraws the series' waiting entries for occurrences that would have started at `from` or later.
///
/// # Errors
/// 503 when they cannot be written.
pub async fn leave(call: &Call, series: &BookingSeries, from: Timestamp) -> Result<(), ApiError> {
    let later = series.skipped.iter().filter(|skipped| from <= skipped.start);
    let ids: Vec<_> = later.filter_map(|skipped| skipped.waitlist_entry_id).collect();
    for some in ids.chunks(ENTRIES_MAX) {
        withdraw(call, series.location_id, some).await?;
    }
    Ok(())
}

/// The entries that are still to be made, at most `most`.
fn waiting(series: &BookingSeries, most: usize) -> Result<Vec<WaitingEntry>, ApiError> {
    let of = |skipped: &Skipped| {
        let id = skipped.waitlist_entry_id.filter(|_| skipped.is_to_queue)?;
        let period = period_of(skipped.start, series.duration_minutes);
        let exactly = |period| WaitingEntry::exactly(id, series.customer_id, series.resource_id, period, series.units);
        Some(period.map(exactly))
    };
    series.skipped.iter().filter_map(of).take(most).collect()
}
