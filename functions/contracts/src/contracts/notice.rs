//! Serve notice: the contract ends with its present term, or, when it is open-ended, after notice.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Changes, Data, PathId, retry};
use values::{ApiError, Day, ErrorCode, Id, ShortText};

use crate::{
    records::{
        contract::Contract,
        contract_state::{ContractStatus, Notice, TrailEvent},
    },
    rules::{ending, tasks, trailing},
};

/// Notice that a signed contract is not to go on.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContractNoticeServe {
    /// Last day of an open-ended contract, after notice at the earliest; then when left out.
    last_date: Option<Day>,
    /// What is said with the notice, in words; empty when left out.
    #[serde(default)]
    note: ShortText,
}

/// Serves notice, which decides the last day of a signed contract.
pub async fn serve(
    call: Call,
    PathId(id): PathId<Contract>,
    Body(input): Body<ContractNoticeServe>,
) -> Changes<Contract> {
    let answer = retry(&call, || Box::pin(attempt(&call, id, &input))).await?;
    drop(tokio::time::timeout(call.time_for_more(), Box::pin(tasks::advance(&call.unanswered(), id))).await);
    Ok(answer)
}

async fn attempt(call: &Call, id: Id<Contract>, input: &ContractNoticeServe) -> Changes<Contract> {
    let before = call.get_for_change(id).await?;
    before.body.status.require(&[ContractStatus::Signed])?;
    let today = before.body.day_of(call.now)?;
    if before.body.notice.is_some() {
        let message = "notice was served already";
        return Err(ApiError::conflict(ErrorCode::InvalidState, message).at("id", "notice_served"));
    }
    check_goes_on(&before.body, today)?;
    let last_date = last_date(&before.body, today, input.last_date)?;
    let mut body = before.body.clone();
    body.notice = Some(Notice { served_at: call.now, last_date, note: input.note.clone() });
    let mut transaction = call.transaction();
    ending::begin(call, &mut transaction, &mut body, (tasks::AS_AGREED, true)).await?;
    trailing::note(call, &mut transaction, &before, TrailEvent::NoticeServed { last_date }).await?;
    let after = call.next_version(&before, body.dated(call.now)?, None);
    transaction.replace(&before, &after);
    call.commit(transaction, Data(after)).await
}

/// Refuses a contract that has ended.
///
/// # Errors
/// 409 `invalid_state`.
pub fn check_goes_on(contract: &Contract, today: Day) -> Result<(), ApiError> {
    if contract.days().end_on(today).is_some_and(|end| end < today) {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "the contract has ended").at("id", "ended"));
    }
    Ok(())
}

/// The last day that notice on a day gives a contract.
fn last_date(contract: &Contract, today: Day, asked: Option<Day>) -> Result<Day, ApiError> {
    if let Some(end) = contract.days().end_on(today) {
        if asked.is_some_and(|asked| asked != end) {
            let message = "it ends with its term: to end it on another day, terminate it";
            return Err(ApiError::rule("last_date", "only_for_open_end", message));
        }
        return Ok(end);
    }
    let beyond = || ApiError::rule("last_date", "out_of_range", "the day lies after the year 9999");
    let earliest = contract.earliest_end(today.max(contract.start_date)).ok_or_else(beyond)?;
    match asked {
        Some(asked) if asked < earliest => Err(ApiError::rule(
            "last_date",
            "within_notice",
            format!("with notice it ends on {earliest} at the earliest"),
        )),
        Some(asked) if contract.end_from(asked) != Some(asked) => Err(ApiError::rule(
            "last_date",
            "not_an_end",
            "it ends with the last day of what `notice_ends_with` says",
        )),
        Some(asked) => Ok(asked),
        None => Ok(earliest),
    }
}
