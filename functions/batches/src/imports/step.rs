//! Runs the rows of an import, some at a time, after its request was answered (decision 52). A step that died is done
//! again by the next message or the sweep: what creates something answers what it has created, under the idempotency key
//! of the row.

use std::{collections::HashMap, sync::Arc, time::Duration};

use http::Response;
use shared::api::{Call, Requester, Route, Standing, retry};
use store::{Record, Transaction};
use values::{ApiError, ErrorCode, Id, Secret, operation::OperationFailure};
use work::auth::find_standing;

use super::{
    content, outcome,
    record::Import,
    requests::RowRequests,
    rows::{self, ImportRow, WhichRows},
    table::{self, Table},
};
use crate::offered;

/// Rows whose outcome is written together.
const ROWS_WRITTEN_TOGETHER: usize = 20;
/// With less time than this left no other row is begun.
const RESERVE: Duration = Duration::from_secs(3);
/// What a row leaves of a step's time for writing what became of it.
const WRITING_TIME: Duration = Duration::from_secs(1);
/// Steps that may come no further one after the other; then what keeps a row from being answered is its outcome.
const IDLE_STEPS_MAX: i64 = 5;
/// Steps after which an import is given up of which none came further.
const STEPS_IN_VAIN_MAX: i64 = 40;
/// Most rows that one step runs: more than it has time for.
const ROWS_OF_STEP_MAX: usize = 2_000;

/// Which rows a step runs, by whom.
struct Rows<'a> {
    call: &'a Call,
    requester: Requester,
    import: Record<Import>,
    table: &'a Table,
    requests: &'a RowRequests<'a>,
    /// Ids that another import has made, by number of the row.
    imported: HashMap<usize, String>,
}

/// What became of a row that was tried.
enum Tried {
    /// It was answered.
    Answered(ImportRow),
    /// It was not, which is of the moment.
    Later,
}

/// Runs the next rows of an import; whether there was anything to do.
///
/// # Errors
/// 503 when that cannot be done now; it stays due.
pub async fn carry_on(call: Call, id: Id<Import>) -> Result<bool, ApiError> {
    let Some(import) = retry(&call, || claim(&call, id)).await? else { return Ok(false) };
    if import.body.idle_steps > STEPS_IN_VAIN_MAX {
        let error = ApiError::unavailable("no row could be run any more");
        return end(&call, &import, OperationFailure::of(&error)).await.map(|()| true);
    }
    match run(&call, import.clone()).await? {
        Ran::Rows => {}
        // The import as a whole is refused: its rows are gone, or nobody may run them any more.
        Ran::Refused(error) => end(&call, &import, OperationFailure::of(&error)).await?,
    }
    let after = call.store.find(call.tenant(), id).await?;
    if let Some(after) = after.filter(|after| after.body.progress.is_open() && after.body.idle_steps == 0) {
        drop(call.hasten(&after).await);
    }
    Ok(true)
}

/// What became of a step.
enum Ran {
    /// It ran rows, as many as it had time for.
    Rows,
    /// The import is refused as a whole.
    Refused(ApiError),
}

/// Begins a step: whoever was at an earlier one writes nothing any more.
async fn claim(call: &Call, id: Id<Import>) -> Result<Option<Record<Import>>, ApiError> {
    let before = call.store.find(call.tenant(), id).await?;
    let Some(before) = before.filter(|before| before.body.progress.is_open()) else { return Ok(None) };
    let after = call.next_version(&before, before.body.claimed(call.now), None);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    call.store.commit(transaction).await?;
    Ok(Some(after))
}

async fn run(call: &Call, import: Record<Import>) -> Result<Ran, ApiError> {
    let beginning = begin(call, &import).await;
    let (route, requester, table) = match beginning {
        Err(error) if error.status() < 500 => return Ok(Ran::Refused(error)),
        beginning => beginning?,
    };
    let plan = import.body.plan.clone();
    let requests = match RowRequests::new(&route, (import.body.format, &plan), &table) {
        Ok(requests) => requests,
        Err(error) => return Ok(Ran::Refused(error)),
    };
    let next: Vec<usize> = import.body.not_run().into_iter().take(ROWS_OF_STEP_MAX).collect();
    let imported = imported_ids(call, &import, &next).await?;
    let rows = Rows { call, requester, import, table: &table, requests: &requests, imported };
    rows.run(&next).await.map(|()| Ran::Rows)
}

/// What the rows of an import are run with.
async fn begin(call: &Call, import: &Record<Import>) -> Result<(Arc<Route>, Requester, Table), ApiError> {
    let route = offered::find(import.body.operation.as_str())?;
    let requester = requester(call, import).await?;
    let text = content::read(call, import).await?;
    Ok((route, requester, table::parse(import.body.format, &text, "content")?))
}

/// Whoever asked for the import, with what they may do now.
async fn requester(call: &Call, import: &Record<Import>) -> Result<Requester, ApiError> {
    let caller = find_standing(&call.store, call.tenant(), &import.body.requester, call.received()).await?;
    let gone = || ApiError::new(ErrorCode::Forbidden, "whoever asked for the import may not act any more");
    // No operation of an import answers secrets, so that nothing is sealed in the answers that are kept for its rows.
    let opener = Secret::received(&import.body.content_of(import.id).to_string());
    let keys_of = format!("import {}", import.body.content_of(import.id));
    let standing = Standing { caller: caller.ok_or_else(gone)?, opener, keys_of, now: call.now };
    Ok(call.requester_of(format!("import-{}-{}", import.id, import.body.turn), standing))
}

/// Ids that rows have made by the import whose ids these rows name.
async fn imported_ids(
    call: &Call,
    import: &Record<Import>,
    next: &[usize],
) -> Result<HashMap<usize, String>, ApiError> {
    let Some(ids) = &import.body.plan.imported_ids else { return Ok(HashMap::new()) };
    let Some(other) = call.store.find(call.tenant(), ids.import_id).await? else { return Ok(HashMap::new()) };
    rows::read_made(call, other.body.content_of(other.id), next).await
}

impl Rows<'_> {
    /// Runs rows while there is time, and writes what became of them.
    async fn run(mut self, next: &[usize]) -> Result<(), ApiError> {
        for together in next.chunks(ROWS_WRITTEN_TOGETHER) {
            let (outcomes, is_over) = self.try_rows(together).await;
            let is_stopped = self.import.body.stop_on_failure && outcomes.iter().any(ImportRow::is_refused);
            if !outcomes.is_empty() && !self.write(&outcomes, is_stopped).await? {
                return Ok(());
            }
            if is_over || is_stopped {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Tries rows one after the other; whether the step is over with them.
    async fn try_rows(&self, numbers: &[usize]) -> (Vec<ImportRow>, bool) {
        let mut outcomes = Vec::with_capacity(numbers.len());
        for number in numbers {
            if self.call.time_left() < RESERVE && self.has_come_further(&outcomes) {
                return (outcomes, true);
            }
            // What keeps one row from being answered for long keeps no other from being tried later.
            let gives_up = self.import.body.idle_steps >= IDLE_STEPS_MAX && outcomes.is_empty();
            match self.try_row(*number, gives_up).await {
                Tried::Later => return (outcomes, true),
                Tried::Answered(row) => {
                    let is_last = self.import.body.stop_on_failure && row.is_refused();
                    outcomes.push(row);
                    if is_last {
                        return (outcomes, true);
                    }
                }
            }
        }
        (outcomes, false)
    }

    /// Whether the step has done something: one row is tried however late it is.
    fn has_come_further(&self, outcomes: &[ImportRow]) -> bool {
        self.import.body.idle_steps == 0 || !outcomes.is_empty()
    }

    async fn try_row(&self, number: usize, gives_up: bool) -> Tried {
        let import = &self.import;
        let Some(row) = self.table.rows.get(number) else { return Tried::Later };
        let named = (number + 1, row);
        let key = format!("import_{}/{}", import.body.content_of(import.id), number + 1);
        let imported = self.imported.get(&number).map(String::as_str);
        let request = match self.requests.request(row, key, imported) {
            Ok(request) => request,
            Err(error) => return Tried::Answered(outcome::refused(self.requests, named, &error)),
        };
        if import.body.dry_run {
            return Tried::Answered(match request.check() {
                Ok(()) => outcome::answered(self.requests, named, (200, "{}")),
                Err(error) => outcome::refused(self.requests, named, &error),
            });
        }
        let time = self.call.time_left().saturating_sub(WRITING_TIME);
        match self.requester.send(request, number + 1, time).await {
            Ok(answer) if is_of_the_moment(&answer) && !gives_up => Tried::Later,
            Ok(answer) => {
                let answer = (answer.status().as_u16(), answer.body().as_str());
                Tried::Answered(outcome::answered(self.requests, named, answer))
            }
            Err(error) => Tried::Answered(outcome::refused(self.requests, named, &error)),
        }
    }

    /// Writes what became of rows, with how far the import has come; whether this step is still the present one.
    async fn write(&mut self, outcomes: &[ImportRow], is_stopped: bool) -> Result<bool, ApiError> {
        let (call, id, turn) = (self.call, self.import.id, self.import.body.turn);
        let written = retry(call, || write_once(call, (id, turn), outcomes, is_stopped)).await?;
        let is_present = written.as_ref().is_some_and(|import| import.body.progress.is_open());
        if let Some(import) = written {
            self.import = import;
        }
        Ok(is_present)
    }
}

/// Whether an answer says nothing of the row: the store cannot be reached, somebody else has its turn, or another process
/// is still at it.
fn is_of_the_moment(answer: &Response<String>) -> bool {
    let is_in_progress = answer.status() == 409 && answer.body().contains(ErrorCode::IdempotencyInProgress.as_str());
    answer.status() == 503 || answer.status() == 429 || is_in_progress
}

async fn write_once(
    call: &Call,
    (id, turn): (Id<Import>, i64),
    outcomes: &[ImportRow],
    is_stopped: bool,
) -> Result<Option<Record<Import>>, ApiError> {
    let before = call.store.find(call.tenant(), id).await?;
    let Some(before) = before.filter(|before| before.body.turn == turn) else { return Ok(None) };
    let refused: Vec<ImportRow> = outcomes.iter().filter(|row| row.is_refused()).cloned().collect();
    let mut body = before.body.advanced(outcomes.len(), refused.len(), call.now);
    if is_stopped && body.progress.is_open() {
        body = body.ended(outcomes.last().and_then(stopping_failure), call.now);
    }
    let after = call.next_version(&before, body, None);
    let mut transaction = call.transaction();
    rows::add(call, &mut transaction, (id, WhichRows::All, before.body.rows_done), outcomes).await?;
    rows::add(call, &mut transaction, (id, WhichRows::Failed, before.body.failed), &refused).await?;
    if !before.body.dry_run {
        rows::add_made(call, &mut transaction, before.body.content_of(id), outcomes).await?;
    }
    transaction.replace(&before, &after);
    let is_first = after.body.repeats_id.is_none();
    if is_first
        && !after.body.progress.is_open()
        && after.body.failed == 0
        && after.body.rows_done == after.body.rows_total
    {
        remove_content(call, &mut transaction, &after).await?;
    }
    call.store.commit(transaction).await?;
    Ok(Some(after))
}

/// Removes the rows of an import all of whose rows were accepted: nobody runs them again.
async fn remove_content(call: &Call, transaction: &mut Transaction, import: &Record<Import>) -> Result<(), ApiError> {
    for part in content::read_parts(call, import).await? {
        transaction.remove(&part);
    }
    Ok(())
}

/// What ends an import that stops at a refusal.
fn stopping_failure(row: &ImportRow) -> Option<OperationFailure> {
    let error = row.error.as_ref()?;
    let message = format!("row {} was refused: {}", row.row, error.message);
    Some(OperationFailure { code: error.code.clone(), message, errors: Vec::new(), conflicts: Vec::new() })
}

/// Ends an import that is refused as a whole.
async fn end(call: &Call, import: &Record<Import>, failure: OperationFailure) -> Result<(), ApiError> {
    retry(call, || end_once(call, import.id, &failure)).await
}

async fn end_once(call: &Call, id: Id<Import>, failure: &OperationFailure) -> Result<(), ApiError> {
    let before = call.store.find(call.tenant(), id).await?;
    let Some(before) = before.filter(|before| before.body.progress.is_open()) else { return Ok(()) };
    let after = call.next_version(&before, before.body.ended(Some(failure.clone()), call.now), None);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    call.store.commit(transaction).await?;
    Ok(())
}
