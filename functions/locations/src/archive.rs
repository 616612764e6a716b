use agreements::subscription::at_location;
use chrono::Duration;
use records::{Location, location::REGISTRATION_DAYS};
use shared::api::{Call, Changes, PathId, retry};
use store::Transaction;
use values::{ApiError, ErrorCode, Id};

/// Archives a location at which nothing is left; its name is free afterwards.
pub async fn archive(call: Call, PathId(id): PathId<Location>) -> Changes<Location> {
    let call = &call;
    retry(call, move || async move { at_location::follow_up(call, attempt(call, id).await, id).await }).await
}

async fn attempt(call: &Call, id: Id<Location>) -> Changes<Location> {
    let mut update = call.update(id).await?.archived();
    update.after.operation = update.after.operation.map(|operation| operation.archived(call.now));
    let in_use =
        ApiError::conflict(ErrorCode::InUse, "floors, resources, membership plans, open tickets or others stand here");
    update.transaction.require_zero(&Location::uses(id), in_use);
    let visits =
        ApiError::conflict(ErrorCode::InUse, "visitors are expected or present here; cancel or check them out first");
    update.transaction.require_zero(&Location::visits(id), visits.at("id", "visits_live"));
    at_location::require_none(&mut update.transaction, id, "id");
    require_no_registrations(call, &mut update.transaction, id);
    update.commit().await
}

/// Requires that no registration here is open: archiving would leave it to nobody. They are counted by the day of
/// their expiry, so that what has expired by itself need not be written down to count no longer.
fn require_no_registrations(call: &Call, transaction: &mut Transaction, id: Id<Location>) {
    for days in 0..=REGISTRATION_DAYS {
        let expiry = call.now.plus(Duration::days(days));
        let message = "registrations are open here; approve, reject or withdraw them first";
        let open = ApiError::conflict(ErrorCode::InUse, message).at("id", "registrations_open");
        transaction.require_zero(&Location::registrations(id, expiry), open);
    }
}
