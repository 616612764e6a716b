//! Advance the clock of a sandbox merchant.

use chrono::Months;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::{
    api::{Body, Call, Committed, Data, reply::Plain},
    due,
};
use values::{ApiError, Timestamp};

/// Furthest that a request advances a clock.
const STEP: Months = Months::new(24);

/// How far a clock is advanced.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TestClockAdvance {
    /// Until when: after what the clock shows, and at most two years after it.
    advance_to: Timestamp,
}

/// What advancing a clock has done.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TestClockAdvanced {
    /// What the clock shows: `advance_to`, or how far it came in the time of one request.
    pub now: Timestamp,
    /// Whether it has come to `advance_to`. Otherwise the same request goes on.
    pub is_complete: bool,
    /// Records in which something was done because it fell due, by kind.
    pub done: Vec<DueRecordCount>,
    /// Records for which that failed. They are tried again once the clock is past `advance_to`.
    pub failed: u32,
    /// The first ten of them.
    pub failures: Vec<DueRecordFailure>,
}

/// How many records of a kind fell due.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DueRecordCount {
    /// The kind, such as `subscription`.
    pub kind: String,
    /// How many times something was done.
    pub count: u32,
}

/// A record that fell due and failed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DueRecordFailure {
    /// The kind, such as `subscription`.
    pub kind: String,
    /// Identifier of the record that failed.
    #[schemars(extend("format" = "uuid"))]
    pub id: String,
    /// When it fell due.
    pub due_at: Timestamp,
    /// The code of the error, as in the table of errors.
    pub code: String,
    /// What went wrong, in words for people to read.
    pub message: String,
}

/// Moves a sandbox merchant's clock forward and does what falls due on the way.
pub async fn advance(
    call: Call,
    Body(input): Body<TestClockAdvance>,
) -> Result<Committed<Data<Plain<TestClockAdvanced>>>, ApiError> {
    let to = input.advance_to;
    let advanced = due::advance(&call, &sweep::due_work(), to, |now| check(now, to)).await?;
    let done = advanced.done.into_iter().map(|(kind, count)| DueRecordCount { kind, count });
    let answer = TestClockAdvanced {
        now: advanced.clock.at(call.now),
        is_complete: advanced.is_complete,
        done: done.collect(),
        failed: advanced.failed,
        failures: advanced.failures.iter().map(shown).collect(),
    };
    let mut transaction = call.transaction();
    transaction.replace(&advanced.before, &call.next_version(&advanced.before, advanced.clock, None));
    call.commit(transaction, Data(Plain(answer))).await
}

/// Refuses an instant that the clock has passed, and one that is too far ahead.
fn check(now: Timestamp, to: Timestamp) -> Result<(), ApiError> {
    if to <= now {
        return Err(ApiError::rule("advance_to", "in_the_past", "a clock is only ever advanced"));
    }
    let latest = now.utc().checked_add_months(STEP).and_then(Timestamp::new);
    if latest.is_none_or(|latest| latest < to) {
        return Err(ApiError::rule("advance_to", "too_far_ahead", "a clock is advanced by two years at most"));
    }
    Ok(())
}

fn shown(failed: &due::FailedWork) -> DueRecordFailure {
    DueRecordFailure {
        kind: failed.row.kind.clone(),
        id: failed.row.id.to_string(),
        due_at: failed.row.at,
        code: failed.error.code.as_str().to_owned(),
        message: failed.error.message.to_string(),
    }
}
