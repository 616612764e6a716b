//! What is counted of lists of bookings (decision 46) against the bookings.

use scheduling::Booking;
use shared::{
    UnitOfWork,
    error::ApiError,
    store::{List, calendar::StoredCalendar},
};

use super::{finding::Finding, table::Items};

/// What disagrees.
pub async fn findings(work: &UnitOfWork, items: &Items) -> Result<Vec<Finding>, ApiError> {
    let mut calendar = StoredCalendar::default();
    for (name, month, item) in items.space("calendar-counts") {
        calendar.month(name.strip_prefix("booking#").unwrap_or(name), month, item)?;
    }
    for (_, cell, item) in items.space("calendar-turns") {
        calendar.turn(cell, item)?;
    }
    let mut changes = 0;
    for (_, sort, item) in items.space("calendar-changes") {
        calendar.change(sort, item)?;
        changes += 1;
    }
    // A merchant without bookings has nothing but the beginning.
    if changes <= 1 && items.records("booking").next().is_none() {
        return Ok(Vec::new());
    }
    let bookings = work.store.all(work.tenant(), &List::<Booking>::live(), usize::MAX).await?.records;
    let found = calendar.disagreements(&bookings)?.into_iter();
    Ok(found.map(|(id, what)| Finding { kind: "calendar counts", id, what }).collect())
}
