//! The booking of an offer to an entry that a series made is what the series' occurrence would have been, and joins the
//! series (`docs/areas/bookings.md`, 43).

use scheduling::waitlist::WaitlistEntry;
use store::Record;
use values::ApiError;
use work::UnitOfWork;

use super::record::{BookingSeries, Occurrence, SeriesState};

/// The series that made an entry, whatever has become of it. It says what its occurrences have besides their time.
///
/// # Errors
/// 503 when it cannot be read.
pub async fn find_series_of(
    work: &UnitOfWork,
    entry: &WaitlistEntry,
) -> Result<Option<Record<BookingSeries>>, ApiError> {
    let Some(id) = entry.series_id else { return Ok(None) };
    Ok(work.store.find(work.tenant(), id.cast::<BookingSeries>()).await?)
}

/// Whether the booking of an offer joins the series: while it is active, and no operation on it is carried out.
#[must_use]
pub fn is_joined(series: &BookingSeries) -> bool {
    series.state == SeriesState::Active && series.open_operation().is_none()
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
