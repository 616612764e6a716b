//! Cancel an import, and run again what it refused or did not run.

use chrono::Duration;
use shared::api::{Call, Changes, Creates, Data, PathId, retry};
use store::Record;
use values::{
    ApiError, ErrorCode, Id,
    operation::{Operation, OperationStatus},
};
use work::auth::StandingRequester;

use super::{
    create::{require_scope, store},
    record::Import,
    row_set::RowSet,
    rows::{self, WhichRows},
};
use crate::offered;

/// For how many seconds a step may still be at work whose import was cancelled.
const AT_WORK_SECONDS: i64 = 15;

/// Cancels an import.
pub async fn cancel(call: Call, PathId(id): PathId<Import>) -> Changes<Import> {
    retry(&call, || cancel_once(&call, id)).await
}

async fn cancel_once(call: &Call, id: Id<Import>) -> Changes<Import> {
    let before = call.get_for_change(id).await?;
    if !before.body.progress.is_open() {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "the import has ended").at("status", "ended"));
    }
    let after = call.next_version(&before, before.body.ended(None, call.now), None);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    call.commit(transaction, Data(after)).await
}

/// Begins another import of the rows of one that were refused or not run.
pub async fn repeat(call: Call, PathId(id): PathId<Import>) -> Creates<Import> {
    let before = call.get_for_change(id).await?;
    let route = offered::find(before.body.operation.as_str())?;
    require_scope(&call, &route)?;
    let refusal =
        |reason, message: &'static str| Err(ApiError::conflict(ErrorCode::InvalidState, message).at("status", reason));
    if before.body.progress.is_open() {
        return refusal("not_ended", "the import has not ended");
    }
    if before.body.repeatable_until() <= call.now {
        return refusal("too_late", "its rows were sent more than a day ago");
    }
    if before.body.failed == 0 && before.body.rows_done == before.body.rows_total {
        return refusal("nothing_left", "every row of it was accepted");
    }
    let is_at_work = before.body.turn > 0 && before.body.progress.state == OperationStatus::Cancelled;
    if is_at_work && call.now < before.body.progress.updated_at.plus(Duration::seconds(AT_WORK_SECONDS)) {
        return refusal("not_ended", "its last rows may still be run: ask again in some seconds");
    }
    let rows = left_of(&call, &before).await?;
    let import = Import {
        requester: StandingRequester::of(&call.caller),
        repeats_id: Some(id),
        first_id: Some(before.body.content_of(id)),
        rows_total: rows.len(),
        rows: Some(RowSet::of(&rows)),
        rows_done: 0,
        failed: 0,
        turn: 0,
        idle_steps: 0,
        progress: Operation::new(call.now),
        ..before.body
    };
    store(&call, import, Vec::new()).await
}

/// Numbers of the rows of an import that were refused or not run.
async fn left_of(call: &Call, import: &Record<Import>) -> Result<Vec<usize>, ApiError> {
    let mut rows = import.body.not_run();
    let failed = rows::read(call, (import.id, WhichRows::Failed), 0..import.body.failed).await?;
    rows.extend(failed.iter().map(|row| row.row - 1));
    Ok(rows)
}
