//! Terminate a contract before its last day: what it made ends with that day.

use billing::proration::ProrationMode;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, Data, PathId, retry};
use values::{ApiError, Day, Id, Percent, ShortText};

use super::notice::check_goes_on;
use crate::{
    records::{
        contract::Contract,
        contract_state::{ContractStatus, EndTerms, Termination, TerminationReason, TrailEvent},
    },
    rules::{closing, ending, tasks, trailing},
};

/// How a contract ends before its last day.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContractTerminate {
    /// Reason for which the contract ends early.
    reason: TerminationReason,
    /// Its last local day; today when left out.
    date: Option<Day>,
    /// Explanation of the reason, in words; empty when left out.
    #[serde(default)]
    note: ShortText,
    /// Percent of the dues still owed of a commitment; that of each subscription when left out.
    fee_percent: Option<Percent>,
    /// What becomes of the days after it that were charged; `prorate` when left out.
    proration: Option<ProrationMode>,
}

/// Ends a signed contract, and what it made, on a day before its last.
pub async fn terminate(
    call: Call,
    PathId(id): PathId<Contract>,
    Body(input): Body<ContractTerminate>,
) -> Changes<Contract> {
    let answer = retry(&call, || Box::pin(attempt(&call, id, &input))).await?;
    drop(tokio::time::timeout(call.time_for_more(), Box::pin(tasks::advance(&call.unanswered(), id))).await);
    Ok(answer)
}

async fn attempt(call: &Call, id: Id<Contract>, input: &ContractTerminate) -> Changes<Contract> {
    let before = call.get_for_change(id).await?;
    before.body.status.require(&[ContractStatus::Signed])?;
    let today = before.body.day_of(call.now)?;
    check_goes_on(&before.body, today)?;
    let date = input.date.unwrap_or(today);
    if date < today {
        return Err(ApiError::rule("date", "in_the_past", "a contract ends today or later"));
    }
    if before.body.days().end_on(today).is_some_and(|end| end <= date) {
        return Err(ApiError::rule("date", "not_earlier", "the contract ends then, or before, by itself"));
    }
    let mut body = before.body.clone();
    body.status = ContractStatus::Terminated;
    body.termination =
        Some(Termination { reason: input.reason, date, note: input.note.clone(), terminated_at: call.now });
    let terms =
        EndTerms { fee_percent: input.fee_percent, proration: input.proration.unwrap_or(ProrationMode::Prorate) };
    let mut transaction = call.transaction();
    ending::begin(call, &mut transaction, &mut body, (terms, false)).await?;
    if date == today {
        // It stands in nobody's way any more: nothing comes of it but its end.
        closing::uncount(&mut transaction, &mut body);
    }
    let event = TrailEvent::Terminated { reason: input.reason, date };
    trailing::note(call, &mut transaction, &before, event).await?;
    let after = call.next_version(&before, body.dated(call.now)?, None);
    transaction.replace(&before, &after);
    call.commit(transaction, Data(after)).await
}
