//! Check-ins that are open at a location.

use chrono::Duration;
use records::{CheckIn, Location};
use shared::api::Call;
use store::{List, Record};
use values::{ApiError, Id};

/// A check-in ends with its local day, which is not longer than this, whatever the clocks do.
const OPEN_HOURS_MAX: i64 = 30;

/// All of them, as the table has them at this moment: what is read are all check-ins of the merchant of the last hours.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_exactly(call: &Call, location: Id<Location>) -> Result<Vec<Record<CheckIn>>, ApiError> {
    let list = List::live().only("location_id", Some(&location));
    read_all(call, list).await
}

/// All of them as an index has them, which may lag by a moment.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_by_index(call: &Call, location: Id<Location>) -> Result<Vec<Record<CheckIn>>, ApiError> {
    read_all(call, List::by(&CheckIn::BY_LOCATION, &location)).await
}

async fn read_all(call: &Call, check_ins: List<CheckIn>) -> Result<Vec<Record<CheckIn>>, ApiError> {
    let since = call.now.plus(-Duration::hours(OPEN_HOURS_MAX));
    let open = check_ins.created(Some(since), None).ahead("ends_at", call.now);
    Ok(call.store.all(call.tenant(), &open, usize::MAX).await?.records)
}
