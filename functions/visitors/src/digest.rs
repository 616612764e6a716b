//! How many visitors a day brings.

use mailing::{DigestCount, DigestDay};
use records::{
    VisitorVisit,
    visitor_visit::{VisitStatus, calendar_entry},
};
use store::{CalendarListName, CalendarSubject, List, Order, TimeList};
use values::ApiError;
use work::UnitOfWork;

/// What is counted of visits for staff.
#[must_use]
pub fn digest() -> Vec<DigestCount> {
    vec![DigestCount::new("arrivals", |work, day| async move { count(&work, day).await })]
}

async fn count(work: &UnitOfWork, day: DigestDay) -> Result<usize, ApiError> {
    let list = List::by(&VisitorVisit::BY_LOCATION, &day.location).ordered(Order::Ascending);
    let name = CalendarListName(vec![(CalendarSubject::Location, day.location.uuid())]);
    let states = vec![calendar_entry::number(VisitStatus::Expected)];
    let counted = TimeList::of(list, name, work.now).between(Some(day.from), Some(day.to)).in_states(Some(states));
    let total = work.store.count_by_time(work.tenant(), &counted).await?;
    Ok(total.map_or(0, |total| usize::try_from(total).unwrap_or(usize::MAX)))
}
