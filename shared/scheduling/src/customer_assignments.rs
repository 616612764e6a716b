//! What is assigned to a customer who is to go, and how it ends.
//!
//! A counter of the customer has the assignments that have not ended. It must be 0 in the transaction that lets the
//! customer go, and whoever assigns requires the customer in the transaction that counts, so that neither crosses with
//! the other. An assignment that its last day has ended counts until that is written down, by the request that asks. An
//! index only tells where to look.

use records::Location;
use schemars::JsonSchema;
use serde::Deserialize;
use store::{List, Record, RecordSet, Transaction};
use values::{ApiError, Customer, Day, Id, Kind, TimeZone, Timestamp, error::Obstacle};
use work::{UnitOfWork, unit_of_work::retry};

use crate::{
    assigning::{AssignableResource, today},
    claims::NAMED_MAX,
    origin::check_own,
    resource::Resource,
    resource_assignment::ResourceAssignment,
};

/// What becomes of assignments that have not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OnAssignments {
    /// Yesterday was their last day; those that had not begun by then are archived.
    End,
}

/// An assignment that has not ended, and how a refusal names it.
#[derive(Debug)]
pub struct LiveAssignment {
    record: Record<ResourceAssignment>,
    /// Whether its last day is the present one: what made it has decided on its end.
    ends_today: bool,
    obstacle: Obstacle,
}

/// The assignments of a customer that have not ended. What has ended is written down on the way, so that it counts no
/// longer.
///
/// # Errors
/// 503 when the store cannot be used.
pub async fn read_live(work: &UnitOfWork, customer: Id<Customer>) -> Result<Vec<LiveAssignment>, ApiError> {
    if work.store.read_counter(work.tenant(), &Customer::assignments(customer)).await? == 0 {
        return Ok(Vec::new());
    }
    let list = List::by(&ResourceAssignment::BY_CUSTOMER, &customer).only("is_counted", Some(&true));
    let found = work.store.all(work.tenant(), &list, usize::MAX).await?.records;
    let ids: Vec<Id<Location>> = found.iter().map(|assignment| assignment.body.location_id).collect();
    let locations = work.store.find_all(work.tenant(), &ids).await?;
    let mut live = Vec::new();
    for record in found {
        match locations.iter().find(|location| location.id == record.body.location_id) {
            Some(location) if goes_on(&record.body, today(work, &location.body)?) => {
                let obstacle = obstacle(&record, location.body.time_zone);
                let ends_today = record.body.end_date == Some(today(work, &location.body)?);
                live.push(LiveAssignment { record, ends_today, obstacle });
            }
            Some(_) | None => end_one(work, record.id).await?,
        }
    }
    Ok(live)
}

/// Refuses to let a customer go to whom something is assigned.
///
/// # Errors
/// 409 `in_use` naming the first few, unless they are to end and may.
pub fn check(live: &[LiveAssignment], choice: Option<OnAssignments>) -> Result<(), ApiError> {
    match choice {
        None if live.is_empty() => Ok(()),
        None => Err(in_use(live)),
        Some(OnAssignments::End) => {
            let lasting = live.iter().filter(|assignment| !assignment.ends_today);
            lasting.map(|assignment| assignment.record.body.made_by.as_ref()).try_for_each(check_own)
        }
    }
}

/// Ends these assignments, each in a transaction of its own, and requires in `transaction`, with which the customer
/// goes, that nothing is assigned. Sending the request again finishes what was left.
///
/// # Errors
/// 409 `in_use`, at once or when the transaction is committed; 503 when the store cannot be used.
pub async fn end(
    work: &UnitOfWork,
    transaction: &mut Transaction,
    customer: Id<Customer>,
    live: &[LiveAssignment],
) -> Result<(), ApiError> {
    for assignment in live {
        end_one(work, assignment.record.id).await?;
    }
    transaction.require_zero(&Customer::assignments(customer), in_use(&[]));
    Ok(())
}

/// Whether it has a day that is today or comes.
#[must_use]
pub fn goes_on(assignment: &ResourceAssignment, today: Day) -> bool {
    assignment.end_date.is_none_or(|last| today <= last)
}

/// Ends an assignment, or writes down that it has ended.
async fn end_one(work: &UnitOfWork, id: Id<ResourceAssignment>) -> Result<(), ApiError> {
    retry(work, move || async move {
        let Some(before) = work.store.find(work.tenant(), id).await?.filter(|own| own.body.is_counted) else {
            return Ok(());
        };
        let location = work.store.find(work.tenant(), before.body.location_id).await?;
        let today = location.map(|location| today(work, &location.body)).transpose()?;
        let mut transaction = work.transaction();
        transaction.add(&Customer::assignments(before.body.customer_id), -1);
        let mut body = ResourceAssignment { is_counted: false, ..before.body.clone() };
        let mut record_set = RecordSet::Live;
        if let Some(today) = today.filter(|today| goes_on(&before.body, *today)) {
            if before.body.end_date != Some(today) {
                check_own(before.body.made_by.as_ref())?;
            }
            if body.start_date < today {
                body.end_date = today.date().pred_opt().and_then(Day::new);
            } else {
                record_set = RecordSet::Archived;
            }
            let resource = work.store.find::<Resource>(work.tenant(), before.body.resource_id).await?;
            if let Some(resource) = resource.filter(|resource| resource.body.resource_type.is_assignable()) {
                AssignableResource::read(work, resource.id).await?.free(work, &mut transaction, id)?;
            }
        }
        transaction.replace(&before, &work.moved(&before, body, record_set));
        work.store.commit(transaction).await
    })
    .await
}

/// From the first instant of its first day until the end of its last one.
fn obstacle(assignment: &Record<ResourceAssignment>, zone: TimeZone) -> Obstacle {
    let text = |instant: Option<Timestamp>| instant.map(|instant| instant.to_string()).unwrap_or_default();
    Obstacle {
        kind: ResourceAssignment::KIND.to_string(),
        id: assignment.id.to_string(),
        start_time: text(assignment.body.start_date.start_in(zone)),
        end_time: text(assignment.body.end_date.and_then(|last| last.end_in(zone))),
    }
}

fn in_use(live: &[LiveAssignment]) -> ApiError {
    let message = "something is assigned to the customer, now or later; end it, or say so with on_assignments";
    ApiError::in_use(message, live.iter().take(NAMED_MAX).map(|one| one.obstacle.clone()).collect()).at("id", "in_use")
}
