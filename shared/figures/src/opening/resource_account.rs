//! Keeps the accounts of resources: what is open by the schedules of now.

use records::Location;
use scheduling::{Resource, location_resources::LocationResources};
use serde::{Deserialize, Serialize};
use store::Record;
use values::{ApiError, Id, Timestamp};
use work::{UnitOfWork, unit_of_work::retry};

use super::{BOOK, opening_sums::opening_sums};
use crate::{account, sums::Sums};

/// What is remembered of a resource.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedResource {
    /// Version of the resource whose hours these are.
    pub version: i64,
    /// Version of its location.
    pub location_version: i64,
    /// When the resource had become that version.
    pub changed_at: Option<Timestamp>,
}

/// Looks at resources as they are now, and adds to the sums what they lack of them.
///
/// # Errors
/// 503 when the store cannot be read or written.
pub async fn count(work: &UnitOfWork, ids: &[Id<Resource>]) -> Result<(), ApiError> {
    for id in ids {
        retry(work, || count_one(work, *id)).await?;
    }
    Ok(())
}

/// The same of all resources of locations, whose hours have changed.
///
/// # Errors
/// 503 when the store cannot be read or written.
pub async fn count_at(work: &UnitOfWork, locations: &[Id<Location>]) -> Result<(), ApiError> {
    for location in locations {
        let resources = retry(work, || LocationResources::load(work, *location)).await?;
        let ids: Vec<Id<Resource>> = resources.records.iter().map(|resource| resource.id).collect();
        count(work, &ids).await?;
    }
    Ok(())
}

async fn count_one(work: &UnitOfWork, id: Id<Resource>) -> Result<(), ApiError> {
    let name = id.to_string();
    let account = account::read::<CountedResource>(work, BOOK, &name).await?;
    let before = account.as_ref().map(|account| account.memory.clone()).unwrap_or_default();
    let resource: Option<Record<Resource>> = work.store.find(work.tenant(), id).await?;
    let Some(resource) = resource else {
        return account::settle(work, BOOK, &name, account, (&Sums::default(), &before)).await;
    };
    let location = work.store.find(work.tenant(), resource.body.fields.location_id).await?;
    let sums = location.as_ref().map(|location| opening_sums(&location.body, &resource.body)).unwrap_or_default();
    let is_same = account.as_ref().map_or(sums.is_empty(), |account| account.sums == sums);
    let now = CountedResource {
        version: resource.version,
        location_version: location.map_or(0, |location| location.version),
        changed_at: Some(resource.updated_at),
    };
    account::settle(work, BOOK, &name, account, (&sums, if is_same { &before } else { &now })).await
}
