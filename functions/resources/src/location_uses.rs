//! What a resource counts for at its location, which it keeps from being archived and in its currency, and on its
//! floor.

use records::{Floor, Location};
use scheduling::Resource;
use serde_json::json;
use shared::api::Call;
use store::{Record, Transaction, transaction::version_conflict};
use values::{ApiError, Counter, ErrorCode};

/// A new resource keeps its location from being archived, and its currency from changing while it has a price. The
/// location is active.
pub fn arrive(transaction: &mut Transaction, location: &Record<Location>, resource: &Resource) {
    for counter in [Location::uses, Location::resources, Location::resources_made] {
        add(transaction, &counter(location.id), 1);
    }
    if resource.has_price() {
        add(transaction, &Location::prices(location.id), 1);
    }
    let currency = &json!(location.body.currency);
    let fields = [("is_active", &json!(true)), ("currency", currency)];
    transaction.require_fields(location, &fields[..if resource.has_price() { 2 } else { 1 }], version_conflict());
}

/// An archived resource no longer does, and frees its floor.
pub fn leave(transaction: &mut Transaction, resource: &Resource) {
    for counter in [Location::uses, Location::resources] {
        add(transaction, &counter(resource.location_id), -1);
    }
    if resource.has_price() {
        add(transaction, &Location::prices(resource.location_id), -1);
    }
    if let Some(floor) = resource.floor_id {
        add(transaction, &Floor::uses(floor), -1);
    }
}

/// Updates the location's counter of prices when the resource gets its first price or loses its last. Prices are
/// written in the currency that the location has at this moment.
pub fn reprice(transaction: &mut Transaction, location: &Record<Location>, before: &Resource, after: &Resource) {
    match (before.has_price(), after.has_price()) {
        (false, true) => {
            add(transaction, &Location::prices(location.id), 1);
            require_currency(transaction, location);
        }
        (true, false) => add(transaction, &Location::prices(location.id), -1),
        (true, true) | (false, false) => {}
    }
}

/// A resource keeps the floor it is on from being archived; a floor is of the resource's location.
///
/// # Errors
/// 422 naming `floor_id`.
pub async fn change_floor(
    call: &Call,
    transaction: &mut Transaction,
    before: Option<&Resource>,
    resource: &Resource,
) -> Result<(), ApiError> {
    let old = before.and_then(|before| before.floor_id);
    if old == resource.floor_id {
        return Ok(());
    }
    if let Some(old) = old {
        add(transaction, &Floor::uses(old), -1);
    }
    let Some(new) = resource.floor_id else { return Ok(()) };
    let floor = call.require_reference(new, "floor_id").await?;
    if floor.body.location_id != resource.location_id {
        return Err(ApiError::rule("floor_id", "other_location", "the floor is of another location"));
    }
    add(transaction, &Floor::uses(new), 1);
    transaction.require_reference(&floor, "floor_id");
    Ok(())
}

fn require_currency(transaction: &mut Transaction, location: &Record<Location>) {
    let message = "the location changed its currency at the same moment";
    let changed = ApiError::conflict(ErrorCode::VersionConflict, message);
    transaction.require_still(location, "currency", &location.body.currency, changed);
}

fn add(transaction: &mut Transaction, counter: &Counter, change: i64) {
    transaction.add(counter, change);
}
