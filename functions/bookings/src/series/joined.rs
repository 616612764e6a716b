//! The booking of an offer joins the series that waited for its time (`docs/AREAS.md`, Bookings 43).

use shared::{ApiError, api::Call, domain::Record};

use super::record::{BookingSeries, Occurrence, SeriesState};
use crate::waitlist::WaitlistEntry;

/// The series that the booking of an entry's offer joins: the one that made the entry, while it is active.
///
/// # Errors
/// 503 when it cannot be read.
pub async fn series_of(call: &Call, entry: &WaitlistEntry) -> Result<Option<Record<BookingSeries>>, ApiError> {
    let Some(id) = entry.series_id else { return Ok(None) };
    let found = call.store.find(&call.caller.tenant, id.cast::<BookingSeries>()).await?;
    Ok(found.filter(|series| series.body.state == SeriesState::Active))
}

/// The series with the booking of an entry in place of what was skipped.
#[must_use]
pub fn with_booking(series: &BookingSeries, entry: &Record<WaitlistEntry>, booking: Occurrence) -> BookingSeries {
    let mut after = series.clone();
    after.skipped.retain(|skipped| skipped.waitlist_entry_id != Some(entry.id));
    after.occurrences.push(booking);
    after.occurrences.sort_by_key(|occurrence| occurrence.start);
    after
}
