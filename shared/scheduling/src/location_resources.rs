//! Closing all resources of a location while it is decided whether it may be deactivated or have another time zone.
//!
//! The same as `closing`, with one difference: a booking reads its location and its resources at the same time and
//! writes neither, so it may have read the location before the deactivation and a resource after it. So the resources
//! are not opened when the location has changed. They name the version of the location on which the change is decided,
//! and only who has read this version or an older one is to read again. Who has read the next version knows what was
//! decided.

use chrono::Duration;
use records::Location;
use store::{List, Record, Transaction, transaction::version_conflict};
use values::{ApiError, Id};
use work::{UnitOfWork, unit_of_work::retry};

use crate::{closing::CLOSED_SECONDS, location_closing::LocationClosing, resource::Resource};

/// Resources that are written in one transaction, whose actions are limited.
const WRITTEN_AT_ONCE_MAX: usize = 50;

/// Every live resource of a location.
#[derive(Debug)]
pub struct LocationResources {
    location: Id<Location>,
    /// The resources, as they are stored.
    pub records: Vec<Record<Resource>>,
    made: i64,
}

impl LocationResources {
    /// Reads them. An index tells which there are; it is believed only when their number is the counted one.
    ///
    /// # Errors
    /// 409 `version_conflict` while the index lags.
    pub async fn load(work: &UnitOfWork, location: Id<Location>) -> Result<Self, ApiError> {
        let (store, tenant) = (&work.store, work.tenant());
        // First of all: what is made from here on changes it.
        let made = store.read_counter(tenant, &Location::resources_made(location)).await?;
        let count = store.read_counter(tenant, &Location::resources(location)).await?;
        let listed = store.all(tenant, &List::by(&Resource::BY_LOCATION, &location), usize::MAX).await?;
        let ids: Vec<Id<Resource>> = listed.records.iter().map(|resource| resource.id).collect();
        let records = store.find_all(tenant, &ids).await?;
        if i64::try_from(records.len()).ok() == Some(count) {
            Ok(Self { location, records, made })
        } else {
            Err(version_conflict())
        }
    }

    /// Requires that no resource has come since they were read; otherwise 409 `version_conflict`.
    pub fn require_complete(&self, transaction: &mut Transaction) {
        transaction.add_up_to(&Location::resources_made(self.location), 0, self.made, version_conflict());
    }

    /// Closes them, then decides; they are opened again when that fails.
    ///
    /// # Errors
    /// 409 `version_conflict` when one of them changes or is closed already, and the decision's own.
    pub async fn close_while<T>(
        &self,
        work: &UnitOfWork,
        location: &Record<Location>,
        decision: impl Future<Output = Result<T, ApiError>>,
    ) -> Result<T, ApiError> {
        let until = work.now.plus(Duration::seconds(CLOSED_SECONDS));
        let closing = LocationClosing { location_version: location.version, until };
        let is_closed = |resource: &Record<Resource>| {
            resource.body.location_closing.as_ref().is_some_and(|closing| closing.concerns(location, work.now))
        };
        if self.records.iter().any(is_closed) {
            return Err(version_conflict());
        }
        let mut closed = Vec::new();
        let outcome = match self.close(work, &closing, &mut closed).await {
            Ok(()) => decision.await,
            Err(error) => Err(error),
        };
        if outcome.is_err() {
            for ids in closed.chunks(WRITTEN_AT_ONCE_MAX) {
                // When this fails, they open by the clock.
                drop(retry(work, || open(work, ids, &closing)).await);
            }
        }
        outcome
    }

    async fn close(
        &self,
        work: &UnitOfWork,
        closing: &LocationClosing,
        closed: &mut Vec<Id<Resource>>,
    ) -> Result<(), ApiError> {
        for resources in self.records.chunks(WRITTEN_AT_ONCE_MAX) {
            write(work, resources, Some(closing)).await?;
            closed.extend(resources.iter().map(|resource| resource.id));
        }
        Ok(())
    }
}

/// Opens what this change has closed. Others may have written the resources meanwhile.
async fn open(work: &UnitOfWork, ids: &[Id<Resource>], closing: &LocationClosing) -> Result<(), ApiError> {
    let mut resources = work.store.find_all(work.tenant(), ids).await?;
    resources.retain(|resource| resource.body.location_closing.as_ref() == Some(closing));
    write(work, &resources, None).await
}

async fn write(
    work: &UnitOfWork,
    resources: &[Record<Resource>],
    closing: Option<&LocationClosing>,
) -> Result<(), ApiError> {
    if resources.is_empty() {
        return Ok(());
    }
    let mut transaction = work.transaction();
    for before in resources {
        let body = Resource { location_closing: closing.cloned(), ..before.body.clone() };
        transaction.replace(before, &work.next_version(before, body, None));
    }
    work.store.commit(transaction).await
}
