//! Where a post is: at a location, or at every location of the merchant.

use records::Location;
use store::{Record, RecordSet};
use values::{ApiError, Id};
use work::UnitOfWork;

/// The location of a post, also when it was archived; none of a post that is everywhere.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_location(
    work: &UnitOfWork,
    location: Option<Id<Location>>,
) -> Result<Option<Record<Location>>, ApiError> {
    match location {
        Some(id) => Ok(work.store.find_any(work.tenant(), id).await?),
        None => Ok(None),
    }
}

/// Refuses what is new at a location that does no business.
///
/// # Errors
/// 422 `location_inactive` naming `field`.
pub fn check_active(location: Option<&Record<Location>>, field: &str) -> Result<(), ApiError> {
    match location {
        Some(location) if location.record_set == RecordSet::Archived => Err(Location::inactive(field)),
        Some(location) => location.body.check_active(field),
        None => Ok(()),
    }
}
