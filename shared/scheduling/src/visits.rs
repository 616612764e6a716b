//! Visits as several areas read and end them: who is on site, what goes with a visit that ends, and what becomes of the
//! visits of a host who goes.

use records::{
    Location, Member, VisitorRequest, VisitorVisit, visitor_request::VisitorRequestStatus, visitor_visit::VisitStatus,
};
use serde::{Deserialize, Serialize};
use store::{Expression, Key, List, Record, Transaction};
use values::{ApiError, Id, Timestamp};
use work::{UnitOfWork, unit_of_work::retry};

use crate::booking::Booking;

/// Space of the items that say who is at a location: one for each visitor, sorted by visit, in the partition of the
/// location.
const PRESENT: &str = "visitors_present";

/// A visitor who is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Present {
    /// First instant at which they no longer are, unless they leave earlier.
    ends_at: Timestamp,
}

/// By how much a change changes the number of visits that have not ended.
#[must_use]
pub fn live_change(before: &VisitorVisit, after: &VisitorVisit) -> i64 {
    i64::from(after.is_live()) - i64::from(before.is_live())
}

/// Counts visits and requests that begin or end at a location.
pub fn count(transaction: &mut Transaction, location: Id<Location>, change: i64) {
    if change != 0 {
        transaction.add(&Location::visits(location), change);
    }
}

/// Adds to `transaction` that the visitor comes or leaves, if that is what the change does.
pub fn note_presence(transaction: &mut Transaction, id: Id<VisitorVisit>, before: &VisitorVisit, after: &VisitorVisit) {
    let is_there = |visit: &VisitorVisit| visit.state == VisitStatus::CheckedIn;
    let key = key(transaction, after.location_id, &id.to_string());
    match (is_there(before), is_there(after), after.changes_at) {
        (false, true, Some(ends_at)) => {
            let refusal = ApiError::internal("the presence of a visitor was refused");
            transaction.put_encoded(&key, &Present { ends_at }, Expression::always(), refusal);
        }
        (true, false, _) => transaction.remove_value(&key),
        (false, true, None) | (true, true, _) | (false, false, _) => {}
    }
}

fn key(transaction: &Transaction, location: Id<Location>, sort: &str) -> Key {
    Key::sorted(transaction.tenant(), PRESENT, &location.to_string(), sort.to_owned())
}

/// The visits of everybody who is at a location, exactly: what is read is one item for each of them, and their visits.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_on_site(work: &UnitOfWork, location: Id<Location>) -> Result<Vec<Record<VisitorVisit>>, ApiError> {
    let first = Key::sorted(work.tenant(), PRESENT, &location.to_string(), "0".to_owned());
    let found = work.store.read_values_between::<Present>(&first, "~").await?;
    let there = found.into_iter().filter(|(_, present)| work.now < present.ends_at);
    let ids: Vec<Id<VisitorVisit>> = there.filter_map(|(key, _)| Id::parse(&key.sort)).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let mut visits = work.store.find_all(work.tenant(), &ids).await?;
    visits.retain(|visit| visit.body.status(work.now) == VisitStatus::CheckedIn);
    Ok(visits)
}

/// Takes a visit that is cancelled out of the booking that it was for: somebody else may come to it.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn leave_booking(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    id: Id<VisitorVisit>,
    visit: &VisitorVisit,
) -> Result<(), ApiError> {
    let Some(booking) = visit.booking_id else { return Ok(()) };
    let Some(before) = work.store.find(work.tenant(), booking.cast::<Booking>()).await? else { return Ok(()) };
    if !before.body.visitor_ids.contains(&id) {
        return Ok(());
    }
    let mut body = before.body.clone();
    body.visitor_ids.retain(|visitor| *visitor != id);
    transaction.replace(&before, &work.next_version(&before, body, None));
    Ok(())
}

/// Adds to `transaction` what cancels a visit.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn cancel(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    before: &Record<VisitorVisit>,
) -> Result<(), ApiError> {
    let after = before.body.clone().cancelled(work.now);
    leave_booking(work, transaction, before.id, &before.body).await?;
    count(transaction, after.location_id, live_change(&before.body, &after));
    transaction.replace(before, &work.next_version(before, after, None));
    Ok(())
}

/// Cancels the visits that are expected of a host who has gone, and rejects the requests that wait for the host, at
/// most so many of each; whether nothing is left that an index shows.
///
/// # Errors
/// 503 when the store cannot be used.
pub async fn end_visits_of(work: &UnitOfWork, host: Id<Member>, most: usize) -> Result<bool, ApiError> {
    let expected = List::by(&VisitorVisit::BY_HOST, &host).only("state", Some(&VisitStatus::Expected));
    let waiting = List::by(&VisitorRequest::BY_HOST, &host).only("state", Some(&VisitorRequestStatus::Pending));
    let visits = work.store.all(work.tenant(), &expected, most).await?;
    let requests = work.store.all(work.tenant(), &waiting, most).await?;
    for visit in &visits.records {
        retry(work, || cancel_visit(work, visit.id)).await?;
    }
    for request in &requests.records {
        retry(work, || reject_request(work, request.id)).await?;
    }
    Ok(!visits.has_more && !requests.has_more)
}

async fn cancel_visit(work: &UnitOfWork, id: Id<VisitorVisit>) -> Result<(), ApiError> {
    let Some(before) = work.store.find(work.tenant(), id).await? else { return Ok(()) };
    // One that time has ended is the sweep's.
    if before.body.status(work.now) != VisitStatus::Expected {
        return Ok(());
    }
    let mut transaction = work.transaction();
    cancel(work, &mut transaction, &before).await?;
    work.store.commit(transaction).await
}

async fn reject_request(work: &UnitOfWork, id: Id<VisitorRequest>) -> Result<(), ApiError> {
    let Some(before) = work.store.find(work.tenant(), id).await? else { return Ok(()) };
    if before.body.status(work.now) != VisitorRequestStatus::Pending {
        return Ok(());
    }
    let after = before.body.clone().decided(VisitorRequestStatus::Rejected, work.now);
    let mut transaction = work.transaction();
    count(&mut transaction, after.location_id, -1);
    transaction.replace(&before, &work.next_version(&before, after, None));
    work.store.commit(transaction).await
}
