//! What falls due in this area: a contract that was not signed in time, one that has ended, is longer now
//! or is up for renewal, and what is still to be done of
//! one. Nothing is wrong while that has not run: every answer shows what time has done.

use shared::{
    api::{Call, retry},
    due::DueWork,
};
use store::Record;
use values::{ApiError, Id, ShortText};

use crate::{
    leads,
    records::{
        contract::Contract,
        contract_state::{ContractStatus, TrailEvent},
    },
    rules::{closing, tasks},
};

/// What is done when the records of this area fall due.
#[must_use]
pub fn due_work() -> Vec<DueWork> {
    vec![DueWork::of(|call, id| async move { tend(&call, id).await }), leads::retention::due_work()]
}

async fn tend(call: &Call, id: Id<Contract>) -> Result<bool, ApiError> {
    let written = retry(call, || write_down(call, id)).await?;
    let Some(contract) = call.store.find(call.tenant(), id).await? else { return Ok(written) };
    let is_due = contract.body.task.is_some_and(|task| task.due_at <= call.now);
    Ok(is_due && tasks::advance(call, id).await? || written)
}

/// Writes down what time has done; whether there was anything.
async fn write_down(call: &Call, id: Id<Contract>) -> Result<bool, ApiError> {
    let Some(before) = call.store.find(call.tenant(), id).await? else { return Ok(false) };
    let mut transaction = call.transaction();
    let after = if before.body.status == before.body.status_at(call.now) {
        let mut body = before.body.clone().dated(call.now)?;
        if body.is_counted && body.is_signed() && has_ended(call, &before)? {
            closing::uncount(&mut transaction, &mut body);
            body = body.dated(call.now)?;
        }
        if body == before.body {
            return Ok(false);
        }
        call.next_version(&before, body, None)
    } else {
        let at = before.body.moments.signable_until.unwrap_or(call.now);
        let end = (ContractStatus::Expired, at, ShortText::default());
        closing::void(call, &mut transaction, &before, end, TrailEvent::Expired).await?
    };
    transaction.replace(&before, &after);
    call.store.commit(transaction).await.map(|()| true)
}

fn has_ended(call: &Call, contract: &Record<Contract>) -> Result<bool, ApiError> {
    let today = contract.body.day_of(call.now)?;
    Ok(contract.body.days().end_on(today).is_some_and(|end| end < today))
}
