//! Locations to which an endpoint is limited.

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
    let new: Vec<(usize, Id<Location>)> =
        wanted.iter().copied().enumerate().filter(|(_, id)| !had.contains(id)).collect();
    let ids: Vec<Id<Location>> = new.iter().map(|(_, id)| *id).collect();
    let field = |position: usize| {
        let place = new.get(position).map_or(position, |(place, _)| *place);
        format!("location_ids[{place}]")
    };
    for (position, location) in call.require_references(&ids, field).await?.iter().enumerate() {
        transaction.require_reference(location, field(position));
    }
    Ok(())
}
