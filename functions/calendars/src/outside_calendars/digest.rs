//! How many busy times of outside calendars meet bookings, and how many of them cannot be read.

use mailing::{DIGEST_COUNT_MAX, DigestCount, DigestDay};
use store::List;
use values::ApiError;
use work::UnitOfWork;

use super::record::OutsideCalendar;

/// What is counted of outside calendars for staff.
#[must_use]
pub fn digest() -> Vec<DigestCount> {
    vec![
        DigestCount::new("calendar_conflicts", |work, day| async move {
            count(&work, day, |calendar| calendar.readings.conflict_count).await
        }),
        DigestCount::new("calendar_failures", |work, day| async move {
            count(&work, day, |calendar| i64::from(calendar.readings.failure_told_at.is_some())).await
        }),
    ]
}

async fn count(work: &UnitOfWork, day: DigestDay, of: fn(&OutsideCalendar) -> i64) -> Result<usize, ApiError> {
    let calendars = List::by(&OutsideCalendar::BY_LOCATION, &day.location);
    let calendars = work.store.all(work.tenant(), &calendars, DIGEST_COUNT_MAX).await?.records;
    let count: i64 = calendars.iter().map(|calendar| of(&calendar.body)).sum();
    Ok(usize::try_from(count).unwrap_or_default())
}
