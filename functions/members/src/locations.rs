//! Locations that a member belongs to.

use records::Location;
use shared::api::Call;
use store::Transaction;
use values::{ApiError, Id};

/// Requires that every location of `wanted` that is not among `had` exists.
pub async fn require_new(
    call: &Call,
    transaction: &mut Transaction,
    wanted: &[Id<Location>],
    had: &[Id<Location>],
) -> Result<(), ApiError> {
    let new: Vec<Id<Location>> = wanted.iter().filter(|id| !had.contains(id)).copied().collect();
    let field = |position: usize| {
        let place = wanted.iter().position(|id| *id == new[position]).unwrap_or(position);
        format!("location_ids[{place}]")
    };
    for (position, location) in call.require_references(&new, field).await?.iter().enumerate() {
        transaction.require_reference(location, field(position));
    }
    Ok(())
}
