//! Entries on the waiting list for occurrences whose time is taken.
//!
//! Entries are made in transactions that also write the series, which remembers them, so that each is made once however
//! often this is started. An entry's id is drawn when it is written: a list's counts rely on ids that are young when
//! they come.

use scheduling::waitlist::{WantedTime, withdraw};
use shared::api::Call;
use store::{Record, Transaction, transaction::ACTIONS_MAX};
use values::{ApiError, Id, Timestamp};

use super::record::{BookingSeries, Skipped, period_of};
use crate::waitlist::make_entries;

/// Most entries in one transaction, beside the series, the waiting list and the idempotency key.
const ENTRIES_MAX: usize = 90;
/// Actions of such a transaction that are no entries.
const OTHER_ACTIONS: usize = 4;

/// Whether an entry of the series is still to be made.
#[must_use]
pub fn is_left(series: &BookingSeries) -> bool {
    series.skipped.iter().any(|skipped| skipped.is_to_queue)
}

/// How many transactions it takes to make the entries that are still to be made.
#[must_use]
pub fn steps_left(series: &BookingSeries) -> usize {
    left(series).div_ceil(ENTRIES_MAX)
}

fn left(series: &BookingSeries) -> usize {
    series.skipped.iter().filter(|skipped| skipped.is_to_queue).count()
}

/// Whether a transaction of so many actions has room for all entries of the series that are still to be made.
#[must_use]
pub fn fits(series: &BookingSeries, actions: usize) -> bool {
    actions + left(series) + OTHER_ACTIONS <= ACTIONS_MAX
}

/// Makes in `transaction`, which must also write the series as `body`, entries that are still to be made, as many as
/// one transaction takes. An entry that the waiting list has no place for is left out for good.
///
/// # Errors
/// 503 when the waiting list cannot be read. The transaction fails with 409 `version_conflict` when others joined the
/// waiting list.
pub async fn make(
    call: &Call,
    transaction: &mut Transaction,
    id: Id<BookingSeries>,
    body: &mut BookingSeries,
) -> Result<(), ApiError> {
    let wanted = body.skipped.iter().filter(|skipped| skipped.is_to_queue).take(ENTRIES_MAX);
    let wanted: Vec<WantedTime> = wanted.map(|skipped| want(body, skipped)).collect::<Result<_, _>>()?;
    if wanted.is_empty() {
        return Ok(());
    }
    let made = make_entries(call, transaction, (body.location_id, body.customer_id, id.cast()), wanted).await?;
    let to_queue = body.skipped.iter_mut().filter(|skipped| skipped.is_to_queue);
    for (skipped, entry) in to_queue.zip(made) {
        (skipped.waitlist_entry_id, skipped.is_to_queue) = (entry, false);
    }
    Ok(())
}

/// Makes the next entries that are still to be made, as many as one transaction takes.
///
/// # Errors
/// 409 `version_conflict` when others joined the waiting list; 503 when it cannot be written.
pub async fn make_next(call: &Call, series: &Record<BookingSeries>) -> Result<(), ApiError> {
    let (mut transaction, mut body) = (call.transaction(), series.body.clone());
    make(call, &mut transaction, series.id, &mut body).await?;
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

/// Exactly the time of an occurrence. What else it is to have stands in the series.
fn want(series: &BookingSeries, skipped: &Skipped) -> Result<WantedTime, ApiError> {
    let period = period_of(skipped.start, series.duration_minutes)?;
    Ok(WantedTime::exactly(
        series.resource_id,
        period,
        series.units,
        !series.additional_resource_ids.is_empty(),
    ))
}
