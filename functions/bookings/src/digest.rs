//! What a day brings of bookings, and how many wait for approval.

use mailing::{DigestCount, DigestDay};
use scheduling::{Booking, booking::BookingStatus};
use store::{CalendarListName, CalendarSubject, List, Order, TimeList};
use values::{ApiError, Timestamp};
use work::UnitOfWork;

/// What is counted of bookings for staff.
#[must_use]
pub fn digest() -> Vec<DigestCount> {
    vec![
        DigestCount::new("bookings", |work, day| async move {
            count(&work, day, (BookingStatus::Confirmed, Some(day.to))).await
        }),
        DigestCount::new(
            "approvals",
            |work, day| async move { count(&work, day, (BookingStatus::Pending, None)).await },
        ),
    ]
}

/// How many bookings of a state begin at the location from the day on.
async fn count(
    work: &UnitOfWork,
    day: DigestDay,
    (status, to): (BookingStatus, Option<Timestamp>),
) -> Result<usize, ApiError> {
    let list = List::by(&Booking::BY_LOCATION, &day.location).ordered(Order::Ascending);
    let name = CalendarListName(vec![(CalendarSubject::Location, day.location.uuid())]);
    let counted = TimeList::of(list, name, work.now).between(Some(day.from), to).in_states(Some(vec![status.number()]));
    let total = work.store.count_by_time(work.tenant(), &counted).await?;
    Ok(total.map_or(0, |total| usize::try_from(total).unwrap_or(usize::MAX)))
}
