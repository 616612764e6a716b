//! What time does to a visit, written down: nobody came, or the visitor left at closing; and at last the purge.

use mailing::forget_letters_about;
use records::VisitorVisit;
use scheduling::visits;
use shared::api::Call;
use store::Entity as _;
use values::{ApiError, Id, Metadata};

use crate::purge::{Decision, decision};

/// Writes down what time has done to a visit; purges it in its time.
///
/// # Errors
/// Only when the store cannot be used.
pub async fn tend(call: &Call, id: Id<VisitorVisit>, kept_days: u32) -> Result<bool, ApiError> {
    let Some(before) = call.store.find(call.tenant(), id).await? else { return Ok(false) };
    let settled = before.body.clone().settled(call.now);
    let mut transaction = call.transaction();
    let after = if settled == before.body {
        let ended = before.body.ended_at.unwrap_or(before.body.valid_until);
        match decision(before.body.look_at, ended, kept_days, call.now) {
            Decision::Nothing => return Ok(false),
            Decision::LookAt(at) => VisitorVisit { look_at: Some(at), ..settled },
            Decision::Purge => {
                forget_letters_about(call, id.cast()).await?;
                settled.purged(call.now)
            }
        }
    } else {
        visits::note_presence(&mut transaction, id, &before.body, &settled);
        visits::count(&mut transaction, settled.location_id, visits::live_change(&before.body, &settled));
        settled
    };
    let metadata = after.purged_at.map(|_| Metadata::default());
    transaction.replace(&before, &call.next_version(&before, after, metadata));
    call.store.commit(transaction).await.map(|()| true)
}
