//! Update a draft, and delete one.

use shared::api::{Body, Call, Changes, Patch, PathId, retry};
use store::Record;
use values::{ApiError, ErrorCode, Id};

use crate::{
    records::{contract::Contract, contract_state::ContractStatus, text::ContractText},
    rules::{agreed, checks, closing, drafting::awaited},
};

/// Changes a draft; of any other contract only its metadata.
pub async fn update(call: Call, PathId(id): PathId<Contract>, Body(patch): Body<Patch<Contract>>) -> Changes<Contract> {
    retry(&call, || attempt(&call, id, &patch)).await
}

async fn attempt(call: &Call, id: Id<Contract>, patch: &Patch<Contract>) -> Changes<Contract> {
    let mut update = call.update(id).await?.patched(patch)?;
    let (before, after) = (&update.before.body, &mut update.after);
    if before.is_signed() && after.end_date == before.days().end_on(before.day_of(call.now)?) {
        // What an answer shows is the end of the present term; whoever sends it back changes nothing.
        after.fields.end_date = before.end_date;
    }
    if update.after == update.present {
        // Your own keys may change at any time.
        return update.commit().await;
    }
    if update.before.body.status != ContractStatus::Draft {
        let message = "an issued contract does not change: its text is frozen";
        return Err(ApiError::conflict(ErrorCode::InvalidState, message).at("id", "frozen"));
    }
    if update.after.title.as_str().trim().is_empty() {
        update.after.fields.title = update.before.body.title.clone();
    }
    checks::check(&update.after.fields, update.after.currency)?;
    agreed::read_items(call, &update.after.fields).await?;
    if update.after.signers != update.before.body.signers {
        update.after.signing = awaited(call, &update.after.signers).await?;
    }
    update.after.check_room(Some(&update.next_version().metadata))?;
    update.commit().await
}

/// Deletes a draft together with its text.
pub async fn delete(call: Call, PathId(id): PathId<Contract>) -> Changes<Contract> {
    retry(&call, || remove(&call, id)).await
}

async fn remove(call: &Call, id: Id<Contract>) -> Changes<Contract> {
    let mut update = call.update(id).await?.archived();
    update.before.body.status.require(&[ContractStatus::Draft])?;
    let owners = (update.after.customer_id, update.after.location_id);
    update.after.is_counted = false;
    closing::count(&mut update.transaction, owners, -1);
    if let Some(text) = call.store.find(call.tenant(), ContractText::id_of(id)).await? {
        update.transaction.remove(&text);
    }
    if let Some(renewed) = find_renewed_from(call, &update.before).await? {
        // The contract that it was to follow can be renewed again.
        let body = Contract { renewal_id: None, ..renewed.body.clone() };
        update.transaction.replace(&renewed, &call.next_version(&renewed, body, None));
    }
    update.commit().await
}

/// The contract that a draft was to follow, as long as it names the draft.
async fn find_renewed_from(call: &Call, draft: &Record<Contract>) -> Result<Option<Record<Contract>>, ApiError> {
    let Some(id) = draft.body.renewed_from_id else { return Ok(None) };
    let found = call.store.find(call.tenant(), id).await?;
    Ok(found.filter(|renewed| renewed.body.renewal_id == Some(draft.id)))
}
