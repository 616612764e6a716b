//! Runs the rows of an import, some at a time, after its request was answered (decision 52). A step that died is done
//! again by the next message or the sweep: what creates something answers what it has created, under the idempotency key
//! of the row.

use std::{sync::Arc, time::Duration};

use http::Response;
use shared::api::{Call, Requester, Route, Standing, retry};
use store::Record;
use values::{ApiError, ErrorCode, Id, Secret, operation::OperationFailure};
use work::auth::find_standing;

use super::{
    content,
    content::ImportContent,
    outcome,
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

/// Which rows a step runs, by whom.
struct Rows<'a> {
    call: &'a Call,
    requester: Requester,
    import: Record<Import>,
    table: &'a Table,
    requests: &'a RowRequests<'a>,
    /// Numbers of the rows that are run, from 0: of a repetition those that were refused or not run before.
    numbers: Vec<usize>,
    /// Ids that another import has created, by number of the row.
    imported: Vec<Option<String>>,
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
    match run(&call, import.clone()).await {
        Ok(()) => {}
        // The import as a whole is refused: its rows are gone, or nobody may run them any more.
        Err(error) if error.status() < 500 => end(&call, &import, OperationFailure::of(&error)).await?,
        Err(error) => return Err(error),
    }
    let after = call.store.find(call.tenant(), id).await?;
    if let Some(after) = after.filter(|after| after.body.progress.is_open() && after.body.idle_steps == 0) {
        drop(call.hasten(&after).await);
    }
    Ok(true)
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

async fn run(call: &Call, import: Record<Import>) -> Result<(), ApiError> {
    let route = offered::find(import.body.operation.as_str())?;
    let requester = requester(call, &import).await?;
    let text = content::read(call, &import).await?;
    let table = table::parse(import.body.format, &text, "content")?;
    let plan = import.body.plan.clone();
    let requests = RowRequests::new(&route, (import.body.format, &plan), &table)?;
    let numbers = numbers(call, &import, table.rows.len()).await?;
    let imported = imported_ids(call, &import).await?;
    let rows = Rows { call, requester, import, table: &table, requests: &requests, numbers, imported };
    rows.run(&route).await
}

/// Whoever asked for the import, with what they may do now.
async fn requester(call: &Call, import: &Record<Import>) -> Result<Requester, ApiError> {
    let caller = find_standing(&call.store, call.tenant(), &import.body.requester, call.received()).await?;
    let gone = || ApiError::new(ErrorCode::Forbidden, "whoever asked for the import may not act any more");
    // No operation of an import answers secrets, so that nothing is sealed in the answers that are kept for its rows.
    let opener = Secret::received(&import.body.content_of(import.id).to_string());
    let standing = Standing { caller: caller.ok_or_else(gone)?, opener, now: call.now };
    Ok(call.requester_of(format!("import-{}-{}", import.id, import.body.turn), standing))
}

/// Numbers of the rows that an import runs, from 0.
async fn numbers(call: &Call, import: &Record<Import>, rows: usize) -> Result<Vec<usize>, ApiError> {
    let Some(earlier) = import.body.repeats_id else { return Ok((0..rows).collect()) };
    let earlier = call.store.find(call.tenant(), earlier).await?;
    let gone = || ApiError::internal("an import repeats one that is not there");
    repeated(call, &earlier.ok_or_else(gone)?, rows).await
}

/// Numbers of the rows of an import that were refused or not run, in the order in which they are run again.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn repeated(call: &Call, import: &Record<Import>, rows: usize) -> Result<Vec<usize>, ApiError> {
    let mut own = Box::pin(numbers(call, import, rows)).await?;
    let not_run = own.split_off(import.body.rows_done.min(own.len()));
    let failed = rows::read(call, (import.id, WhichRows::Failed), 0..import.body.failed).await?;
    Ok(failed.iter().map(|row| row.row - 1).chain(not_run).collect())
}

/// Ids that the import has created whose ids this one names, by number of the row.
async fn imported_ids(call: &Call, import: &Record<Import>) -> Result<Vec<Option<String>>, ApiError> {
    let Some(ids) = &import.body.plan.imported_ids else { return Ok(Vec::new()) };
    let mut by_number = Vec::new();
    let mut earlier = Some(ids.import_id);
    // A repetition has those rows alone that its import had not: the first that has created something for a row is right.
    while let Some(id) = earlier {
        let Some(record) = call.store.find(call.tenant(), id).await? else { break };
        for row in rows::read(call, (id, WhichRows::All), 0..record.body.rows_done).await? {
            if by_number.len() < row.row {
                by_number.resize(row.row, None);
            }
            let place: &mut Option<String> = &mut by_number[row.row - 1];
            *place = place.take().or(row.id);
        }
        earlier = record.body.repeats_id;
    }
    Ok(by_number)
}

impl Rows<'_> {
    /// Runs rows while there is time, and writes what became of them.
    async fn run(mut self, route: &Arc<Route>) -> Result<(), ApiError> {
        debug_assert_eq!(route.id, self.import.body.operation.as_str());
        while self.import.body.rows_done < self.numbers.len() {
            let done = self.import.body.rows_done;
            let wanted = ROWS_WRITTEN_TOGETHER.min(self.numbers.len() - done);
            let (outcomes, is_over) = self.try_rows(done..done + wanted).await;
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
    async fn try_rows(&self, places: std::ops::Range<usize>) -> (Vec<ImportRow>, bool) {
        let mut outcomes = Vec::with_capacity(places.len());
        for place in places {
            if self.call.time_left() < RESERVE && self.has_come_further(&outcomes) {
                return (outcomes, true);
            }
            match self.try_row(self.numbers[place]).await {
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

    async fn try_row(&self, number: usize) -> Tried {
        let import = &self.import;
        let Some(row) = self.table.rows.get(number) else { return Tried::Later };
        let named = (number + 1, row);
        let key = format!("import_{}/{}", import.body.content_of(import.id), number + 1);
        let imported = self.imported.get(number).and_then(Option::as_deref);
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
            Ok(answer) if is_of_the_moment(&answer) && import.body.idle_steps < IDLE_STEPS_MAX => Tried::Later,
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
    transaction.replace(&before, &after);
    if !after.body.progress.is_open() && after.body.failed == 0 && after.body.rows_done == after.body.rows_total {
        remove_content(call, &mut transaction, &after).await?;
    }
    call.store.commit(transaction).await?;
    Ok(Some(after))
}

/// Removes the rows of an import all of whose rows were accepted: nobody runs them again.
async fn remove_content(
    call: &Call,
    transaction: &mut store::Transaction,
    import: &Record<Import>,
) -> Result<(), ApiError> {
    // A dry run is followed by the import itself, with content of its own.
    let id: Id<ImportContent> = import.body.content_of(import.id).cast();
    if let Some(content) = call.store.find(call.tenant(), id).await? {
        transaction.remove(&content);
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
