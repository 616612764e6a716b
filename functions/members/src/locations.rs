//! Locations that a member belongs to.

use shared::{
    ApiError,
    api::Call,
    domain::{Id, Location},
    store::Transaction,
};

/// Requires that every location of `wanted` that is not among `had` exists.
pub async fn require_new(
    call: &Call,
    transaction: &mut Transaction,
    wanted: &[Id<Location>],
    had: &[Id<Location>],
) -> Result<(), ApiError> {
    let new: Vec<Id<Location>> = wanted.iter().filter(|id| !had.contains(id)).copied().collect();
    let found = call.store.find_all(&call.caller.tenant, &new).await?;
    for (position, id) in wanted.iter().enumerate().filter(|(_, id)| new.contains(id)) {
        let refusal = ApiError::reference_not_found(format!("location_ids[{position}]"));
        let location = found.iter().find(|location| location.id == *id).ok_or_else(|| refusal.clone())?;
        transaction.require(location, refusal);
    }
    Ok(())
}
