//! Carry out at once what is still to be done of a contract: what could not be done earlier is tried again now, without
//! waiting for the instant at which it would be by itself.

use shared::api::{Call, Data, PathId};
use store::Record;
use values::{ApiError, Id};

use crate::{
    records::{contract::Contract, contract_state::ContractStatus},
    rules::tasks,
};

/// Tries at once what is still to be done of a signed contract.
pub async fn carry_out(call: Call, PathId(id): PathId<Contract>) -> Result<Data<Record<Contract>>, ApiError> {
    require_signed(&call, id).await?;
    // What is left when the time is over is the sweep's, or that of the next request.
    if let Ok(outcome) =
        tokio::time::timeout(call.time_for_more(), Box::pin(tasks::advance(&call.unanswered(), id))).await
    {
        outcome?;
    }
    Ok(Data(call.get(id).await?))
}

/// Only what was signed has anything to be carried out.
async fn require_signed(call: &Call, id: Id<Contract>) -> Result<(), ApiError> {
    let contract = call.get_for_change(id).await?;
    contract.body.status_at(call.now).require(&[ContractStatus::Signed, ContractStatus::Terminated])
}
