//! Get and update the merchant's books.

use billing::ledger::chart::repeated;
use shared::api::{Body, Call, Changes, Data, Patch};
use store::Record;
use values::ApiError;
use wallets_and_journal::{Books, books};

use super::stored::stored;

/// The merchant's books.
pub async fn get(call: Call) -> Result<Data<Record<Books>>, ApiError> {
    books::read(&call).await.map(Data)
}

/// Changes chart, cost centres and what batches for DATEV say.
pub async fn update(call: Call, Body(patch): Body<Patch<Books>>) -> Changes<Books> {
    let update = call.update_of(stored(&call).await?)?.patched(&patch)?;
    if let Some(place) = repeated(&update.after.accounts) {
        let message = "another account is for the same account of the journal, kind and rate";
        return Err(ApiError::rule(format!("accounts[{place}]"), "repeated", message));
    }
    if update.after.cost_centres != update.present.cost_centres {
        let locations: Vec<_> = update.after.cost_centres.iter().map(|centre| centre.location_id).collect();
        let field = |place| format!("cost_centres[{place}].location_id");
        if let Some(place) = (0..locations.len()).find(|place| locations[..*place].contains(&locations[*place])) {
            return Err(ApiError::rule(field(place), "repeated", "a location has one cost centre"));
        }
        call.require_references(&locations, field).await?;
    }
    update.commit().await
}
