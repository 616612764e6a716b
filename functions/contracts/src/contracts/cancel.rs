//! Cancel a contract before all have signed.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, Data, PathId, retry};
use values::{Id, ShortText};

use crate::{
    records::{
        contract::Contract,
        contract_state::{ContractStatus, TrailEvent},
    },
    rules::closing,
};

/// Why it is cancelled.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContractCancel {
    /// Reason for the cancellation, in words; empty when left out.
    #[serde(default)]
    reason: ShortText,
}

/// Cancels a draft, or an issued contract before all have signed.
pub async fn cancel(call: Call, PathId(id): PathId<Contract>, Body(input): Body<ContractCancel>) -> Changes<Contract> {
    retry(&call, || attempt(&call, id, &input)).await
}

async fn attempt(call: &Call, id: Id<Contract>, input: &ContractCancel) -> Changes<Contract> {
    let before = call.get_for_change(id).await?;
    before.body.status_at(call.now).require(&[ContractStatus::Draft, ContractStatus::Issued])?;
    let mut transaction = call.transaction();
    let end = (ContractStatus::Cancelled, call.now, input.reason.clone());
    let after = closing::void(call, &mut transaction, &before, end, TrailEvent::Cancelled).await?;
    transaction.replace(&before, &after);
    call.commit(transaction, Data(after)).await
}
