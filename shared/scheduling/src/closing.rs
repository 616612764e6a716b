//! Closing: while it is decided whether a change of a resource fits what is booked, nothing new may be booked.
//!
//! A booking only checks the version of a resource and of its assignments and writes neither, so that bookings of one
//! resource never wait for each other. A stricter change could therefore cross with a booking: neither sees the other.
//! So the change looks at the calendars, closes the record in a new version, looks again, and commits under the closed
//! version. A booking that has seen an older version fails its condition; one that sees the record closed is refused
//! with `version_conflict`, and tries again. What was closed is opened by the change itself, or by whoever writes the
//! record next. If its writer is gone, it opens by the clock, long after the request has met its deadline.

use chrono::Duration;
use store::{Entity, Record};
use values::{ApiError, ErrorCode, Timestamp};
use work::UnitOfWork;

use crate::{resource::Resource, resource_assignment::ResourceAssignments};

/// How long a record stays closed at most, in seconds: several times the deadline of a request and the difference
/// between clocks.
pub(crate) const CLOSED_SECONDS: i64 = 30;

/// What can be closed.
pub trait Closable: Entity {
    /// Until when it is.
    fn closed_until(&mut self) -> &mut Option<Timestamp>;
}

impl Closable for Resource {
    fn closed_until(&mut self) -> &mut Option<Timestamp> {
        &mut self.closed_until
    }
}

impl Closable for ResourceAssignments {
    fn closed_until(&mut self) -> &mut Option<Timestamp> {
        &mut self.closed_until
    }
}

/// Closes records together; their next versions. Who finds one closed already is to try again.
///
/// # Errors
/// 409 `version_conflict`.
pub async fn close<E: Closable>(work: &UnitOfWork, records: &[Record<E>]) -> Result<Vec<Record<E>>, ApiError> {
    let is_closed = |record: &Record<E>| record.body.clone().closed_until().is_some_and(|until| work.now < until);
    if records.iter().any(is_closed) {
        return Err(ApiError::conflict(ErrorCode::VersionConflict, "another change is being decided"));
    }
    let until = Some(work.now.plus(Duration::seconds(CLOSED_SECONDS)));
    let closed: Vec<Record<E>> = records.iter().map(|record| with_closed_until(work, record, until)).collect();
    let mut transaction = work.transaction();
    for (before, after) in records.iter().zip(&closed) {
        transaction.replace(before, after);
    }
    work.store.commit(transaction).await?;
    Ok(closed)
}

/// Opens the closed records again when the change failed.
///
/// # Errors
/// The outcome's own.
pub async fn reopen_unless_done<E: Closable, T>(
    work: &UnitOfWork,
    closed: &[Record<E>],
    outcome: Result<T, ApiError>,
) -> Result<T, ApiError> {
    if outcome.is_err() {
        for record in closed {
            let mut transaction = work.transaction();
            transaction.replace(record, &with_closed_until(work, record, None));
            // This is refused when somebody has written the record since; that has opened it. If it fails otherwise,
            // the record opens by the clock.
            drop(work.store.commit(transaction).await);
        }
    }
    outcome
}

fn with_closed_until<E: Closable>(work: &UnitOfWork, record: &Record<E>, until: Option<Timestamp>) -> Record<E> {
    let mut body = record.body.clone();
    *body.closed_until() = until;
    work.next_version(record, body, None)
}
