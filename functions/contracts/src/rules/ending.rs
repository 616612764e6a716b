//! The end that was decided on: the assignments of a contract end with it in the same transaction, its subscriptions in
//! a task.

use chrono::Duration;
use shared::api::Call;
use store::Transaction;
use values::{ApiError, Timestamp};

use super::parts;
use crate::records::{
    contract::Contract,
    contract_state::{EndTerms, Task, TaskKind},
};

/// Seconds after which the sweep goes on with a task that a request has begun.
const SECONDS: i64 = 5;

/// A task that is begun now: the request itself goes on with it.
#[must_use]
pub fn task(kind: TaskKind, now: Timestamp) -> Task {
    Task { kind, due_at: now.plus(Duration::seconds(SECONDS)), failure: None, failures: 0 }
}

/// Lets what a contract has made end with the day that was decided on. What was not made yet is made with that end,
/// when `goes_on`.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn begin(
    call: &Call,
    transaction: &mut Transaction,
    contract: &mut Contract,
    (terms, goes_on): (EndTerms, bool),
) -> Result<(), ApiError> {
    let Some(last) = contract.known_end() else { return Ok(()) };
    parts::end_with(call, transaction, contract, last).await?;
    let is_making = contract.task.as_ref().is_some_and(|task| task.kind == TaskKind::OnSigned);
    if is_making && goes_on {
        return Ok(());
    }
    contract.made.is_given_up |= is_making;
    let ends = !contract.made.subscriptions.is_empty();
    contract.task = ends.then(|| task(TaskKind::End(terms), call.now));
    Ok(())
}
