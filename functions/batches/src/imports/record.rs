//! Import: a file of rows, each of which is a request to one operation, and how far it has come.

use std::collections::BTreeMap;

use chrono::Duration;
use records::FileKey;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{Entity, Indexes};
use values::{
    Id, Kind, KindName, Name, ShortText, Timestamp, UniqueKey,
    operation::{Operation, OperationFailure, OperationStatus},
};
use work::auth::StandingRequester;

use super::row_set::RowSet;
use crate::input::RequestBody;

/// Most columns of a file.
pub const COLUMNS_MAX: usize = 100;
/// Most values of a column that stand for others.
const VALUES_MAX: usize = 200;
/// For how many hours rows can be run again: as long as an answer is kept under its idempotency key.
pub const REPEATABLE_HOURS: i64 = 24;

/// How the rows of a file are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ImportFormat {
    /// Comma-separated values whose first line names the columns; semicolons and tabs separate them as well.
    Csv,
    /// A JSON object on each line, with `path`, `body` and `if_match` as an item of a batch has them.
    Ndjson,
}

/// What a column of the file is for, where its name does not say it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportColumn {
    /// Name of the column, as the first line of the file has it.
    pub column: Name,
    /// Field of the operation's body, such as `address.city`, or parameter of its path, such as `path.id`. A column
    /// without one is left out.
    #[serde(default)]
    pub field: Option<Name>,
    /// What its cells stand for, such as the id of a plan by the plan's name. A cell that is none of these stays as it
    /// is.
    #[serde(default)]
    #[schemars(extend("maxProperties" = VALUES_MAX))]
    pub values: BTreeMap<String, ShortText>,
}

/// Ids that another import of the same rows has created.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportedIds {
    /// The import whose rows have created them.
    pub import_id: Id<Import>,
    /// Field of the operation's body, or parameter of its path, that the id of the same row stands in.
    pub field: Name,
}

/// What is made of the rows of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowPlan {
    /// What the file's columns are for, where their names do not say it.
    pub columns: Vec<ImportColumn>,
    /// Whether columns that are no field are left out.
    #[serde(default)]
    pub ignores_unknown_columns: bool,
    /// Body that each row has, where it says nothing else.
    pub defaults: Option<RequestBody>,
    /// Ids of an earlier import that rows name.
    pub imported_ids: Option<ImportedIds>,
}

/// An import as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Import {
    /// Operation id of what is run for each row.
    pub operation: ShortText,
    /// How the rows are written.
    pub format: ImportFormat,
    /// The uploaded file with the rows; none where the request had them.
    pub file_key: Option<FileKey>,
    /// What is made of the rows.
    pub plan: RowPlan,
    /// Whether the form of each row is looked at, and nothing is run.
    pub dry_run: bool,
    /// Whether nothing more is run after a row that was refused.
    pub stop_on_failure: bool,
    /// Who asked for it: rows are run with what they may do.
    pub requester: StandingRequester,
    /// The import whose rows this one runs again; none of a first one.
    pub repeats_id: Option<Id<Import>>,
    /// Which rows it runs; all, of a first one.
    pub rows: Option<RowSet>,
    /// In how many parts the rows are stored that the request had; none of those of a file.
    pub content_parts: usize,
    /// The first import of these rows: it has their content, and names their idempotency keys.
    pub first_id: Option<Id<Import>>,
    /// When the first import of these rows was asked for.
    pub first_created_at: Timestamp,
    /// Rows that this import is to run.
    pub rows_total: usize,
    /// Rows that it has run.
    pub rows_done: usize,
    /// Rows that the operation refused.
    pub failed: usize,
    /// Number of its present step, so that one that was overtaken writes nothing.
    pub turn: i64,
    /// Steps one after the other that came no further.
    pub idle_steps: i64,
    /// How far it is.
    pub progress: Operation,
}

impl Import {
    /// The import with the content of the rows, which names their idempotency keys and what they have made.
    #[must_use]
    pub fn content_of(&self, id: Id<Self>) -> Id<Self> {
        self.first_id.unwrap_or(id)
    }

    /// Numbers, from 0, of the rows that it runs and has not run yet.
    #[must_use]
    pub fn not_run(&self) -> Vec<usize> {
        let mut numbers = self.rows.as_ref().map_or_else(|| (0..self.rows_total).collect(), RowSet::numbers);
        numbers.split_off(self.rows_done.min(numbers.len()))
    }

    /// Until when its rows can be run again.
    #[must_use]
    pub fn repeatable_until(&self) -> Timestamp {
        self.first_created_at.plus(Duration::hours(REPEATABLE_HOURS))
    }

    /// The same after its next step was begun.
    #[must_use]
    pub fn claimed(&self, now: Timestamp) -> Self {
        let progress = self.progress.stepped(OperationStatus::Running, now);
        Self { turn: self.turn + 1, idle_steps: self.idle_steps + 1, progress, ..self.clone() }
    }

    /// The same after so many more rows were run, of which so many were refused.
    #[must_use]
    pub fn advanced(&self, rows: usize, refused: usize, now: Timestamp) -> Self {
        let rows_done = self.rows_done + rows;
        let state = if rows_done < self.rows_total { OperationStatus::Running } else { OperationStatus::Succeeded };
        // What was cancelled meanwhile stays so; its last rows are told all the same.
        let progress = if self.progress.is_open() { self.progress.stepped(state, now) } else { self.progress.clone() };
        Self { rows_done, failed: self.failed + refused, idle_steps: 0, progress, ..self.clone() }
    }

    /// The same with nothing more to be run, because of `failure` or because somebody asked for it.
    #[must_use]
    pub fn ended(&self, failure: Option<OperationFailure>, now: Timestamp) -> Self {
        let state = if failure.is_some() { OperationStatus::Failed } else { OperationStatus::Cancelled };
        Self { progress: Operation { failure, ..self.progress.stepped(state, now) }, ..self.clone() }
    }
}

impl Kind for Import {
    const KIND: KindName = KindName::Import;
}

impl Entity for Import {
    const PATH: &'static str = "/imports";
    type View = ImportView;

    fn view(&self, _now: Timestamp) -> ImportView {
        ImportView {
            operation: self.operation.clone(),
            format: self.format,
            file_key: self.file_key.clone(),
            dry_run: self.dry_run,
            stop_on_failure: self.stop_on_failure,
            requested_by: self.requester,
            repeats_id: self.repeats_id,
            status: self.progress.state,
            failure: self.progress.failure.clone(),
            rows_total: self.rows_total,
            rows_done: self.rows_done,
            succeeded: self.rows_done.saturating_sub(self.failed),
            failed: self.failed,
            repeatable_until: self.repeatable_until(),
            ended_at: self.progress.ended_at,
        }
    }

    /// A merchant has one open import, and one open dry run: rows of several would keep the long-running work of others
    /// waiting.
    fn unique_keys(&self) -> Vec<UniqueKey> {
        let what = if self.dry_run { "dry run" } else { "run" };
        let key = || UniqueKey::new("open_import", what).of_field("operation");
        if self.progress.is_open() { vec![key()] } else { Vec::new() }
    }

    fn indexes(&self, _id: Id<Self>) -> Indexes {
        Indexes::default().due(self.progress.due_at())
    }
}

/// A file of rows, each of which is a request to one operation.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Import")]
pub struct ImportView {
    /// Operation id of what is run for each row.
    pub operation: ShortText,
    /// How the rows are written.
    pub format: ImportFormat,
    /// The uploaded file with the rows; null where the request had them.
    pub file_key: Option<FileKey>,
    /// Whether the form of each row is looked at, and nothing is run.
    pub dry_run: bool,
    /// Whether nothing more is run after a row that was refused.
    pub stop_on_failure: bool,
    /// Who asked for it: rows are run with what they may do at that moment.
    pub requested_by: StandingRequester,
    /// The import whose rows this one runs again; null of a first one.
    pub repeats_id: Option<Id<Import>>,
    /// Its status; `succeeded` (every row was run, whatever became of it), `failed` and `cancelled` are final.
    pub status: OperationStatus,
    /// Why it failed as a whole; null when nothing refused it.
    pub failure: Option<OperationFailure>,
    /// Rows that it is to run.
    pub rows_total: usize,
    /// Rows that were run.
    pub rows_done: usize,
    /// Rows that the operation accepted.
    pub succeeded: usize,
    /// Rows that it refused.
    pub failed: usize,
    /// Until when rows that were refused or not run can be run again.
    pub repeatable_until: Timestamp,
    /// When it ended; null while it is carried out.
    pub ended_at: Option<Timestamp>,
}
