//! What time does to a request, written down: it has expired; and at last the purge.

use records::VisitorRequest;
use scheduling::visits;
use shared::api::Call;
use store::Entity as _;
use values::{ApiError, Id, Metadata};

use crate::purge::{Decision, decision};

/// Writes down that a request has expired; then purges it in its time.
///
/// # Errors
/// Only when the store cannot be used.
pub async fn tend(call: &Call, id: Id<VisitorRequest>, kept_days: u32) -> Result<bool, ApiError> {
    let Some(before) = call.store.find(call.tenant(), id).await? else { return Ok(false) };
    let settled = before.body.clone().settled(call.now);
    let mut transaction = call.transaction();
    let after = if settled == before.body {
        match decision(before.body.look_at, before.body.ended_at(), kept_days, call.now) {
            Decision::Nothing => return Ok(false),
            Decision::LookAt(at) => VisitorRequest { look_at: Some(at), ..settled },
            Decision::Purge => settled.purged(call.now),
        }
    } else {
        visits::count(&mut transaction, settled.location_id, -1);
        settled
    };
    let metadata = after.purged_at.map(|_| Metadata::default());
    transaction.replace(&before, &call.next_version(&before, after, metadata));
    call.store.commit(transaction).await.map(|()| true)
}
