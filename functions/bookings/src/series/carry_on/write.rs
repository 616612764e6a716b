//! The write of each step.

use scheduling::Booking;
use shared::api::Call;
use store::{Record, Transaction};
use values::{ApiError, Id};

use crate::series::record::BookingSeries;

/// Writes what a step did together with the series as it is after it.
///
/// # Errors
/// 409 `version_conflict` when the series, or what the step rests on, has changed; 503 when it cannot be written.
pub async fn written(
    call: &Call,
    mut transaction: Transaction,
    series: &Record<BookingSeries>,
    body: BookingSeries,
) -> Result<Record<BookingSeries>, ApiError> {
    let after = call.next_version(series, body, None);
    transaction.replace(series, &after);
    call.store.commit(transaction).await?;
    Ok(after)
}

/// The bookings of these occurrences.
#[must_use]
pub fn ids(series: &BookingSeries, from: usize, to: usize) -> Vec<Id<Booking>> {
    let some = series.occurrences.iter().take(to).skip(from);
    some.map(|occurrence| occurrence.booking_id).collect()
}
