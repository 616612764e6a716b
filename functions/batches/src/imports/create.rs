//! Begin an import: what is wrong with its file as a whole is said at once, and its rows are run afterwards.

use std::sync::Arc;

use records::FileKey;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Created, Creates, Route};
use store::Record;
use values::{ApiError, ErrorCode, ShortText, operation::Operation};
use work::auth::StandingRequester;

use super::{
    content::{self, CONTENT_CHARACTERS_MAX, ImportContent},
    record::{COLUMNS_MAX, Import, ImportColumn, ImportFormat, ImportedIds, RowPlan},
    requests::RowRequests,
    table::{self, Table},
};
use crate::{input::RequestBody, offered};

/// A file of rows, each of which becomes a request to one operation. The rows are in `content` or in the file of
/// `file_key`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportCreate {
    /// Operation id of what is run for each row, as this document has it, such as `create_member`.
    pub operation: ShortText,
    /// How the rows are written.
    pub format: ImportFormat,
    /// The rows, at most 10,000.
    #[serde(default)]
    #[schemars(length(min = 1, max = CONTENT_CHARACTERS_MAX))]
    pub content: Option<String>,
    /// An uploaded file of type `text/plain` or `text/csv` with the rows: at most 10,000 and 5 MiB, in UTF-8.
    #[serde(default)]
    pub file_key: Option<FileKey>,
    /// What columns are for whose name is not that of a field. Of CSV alone.
    #[serde(default)]
    #[schemars(length(max = COLUMNS_MAX))]
    pub columns: Vec<ImportColumn>,
    /// Whether columns are left out whose name is not that of a field and of which `columns` says nothing.
    #[serde(default)]
    pub ignore_unknown_columns: bool,
    /// Fields of the body that every row has which does not say them itself.
    #[serde(default)]
    pub defaults: Option<RequestBody>,
    /// A field that names what the same row of an earlier import has created, such as the member of a subscription.
    #[serde(default)]
    pub imported_ids: Option<ImportedIds>,
    /// Whether nothing more is run after a row that was refused.
    #[serde(default)]
    pub stop_on_failure: bool,
    /// Whether nothing is run, and of each row only its form is looked at: fields, types, lengths.
    #[serde(default)]
    pub dry_run: bool,
}

/// Begins an import.
pub async fn create(call: Call, Body(input): Body<ImportCreate>) -> Creates<Import> {
    let route = offered::find(input.operation.as_str())?;
    require_scope(&call, &route)?;
    let text = text_of(&call, &input).await?;
    let field = if input.content.is_some() { "content" } else { "file_key" };
    let table = table::parse(input.format, &text, field)?;
    if input.format == ImportFormat::Ndjson && !input.columns.is_empty() {
        return Err(ApiError::rule("columns", "not_of_ndjson", "lines of JSON name their fields themselves"));
    }
    let plan = RowPlan {
        columns: input.columns,
        ignores_unknown_columns: input.ignore_unknown_columns,
        defaults: input.defaults,
        imported_ids: input.imported_ids,
    };
    RowRequests::new(&route, (input.format, &plan), &table)?;
    require_same_rows(&call, &plan, &table).await?;
    let content = input.content.iter().flat_map(|text| ImportContent::parts(text, call.now)).collect::<Vec<_>>();
    let import = Import {
        operation: input.operation,
        format: input.format,
        file_key: input.file_key,
        plan,
        dry_run: input.dry_run,
        stop_on_failure: input.stop_on_failure,
        requester: StandingRequester::of(&call.caller),
        repeats_id: None,
        rows: None,
        content_parts: 0,
        first_id: None,
        first_created_at: call.now,
        rows_total: table.rows.len(),
        rows_done: 0,
        failed: 0,
        turn: 0,
        idle_steps: 0,
        progress: Operation::new(call.now),
    };
    store(&call, Import { content_parts: content.len(), ..import }, content).await
}

/// Stores an import with the rows that its request had, and has it begin.
///
/// # Errors
/// 409 `already_exists` on `operation` while another import of the merchant is open.
pub async fn store(call: &Call, import: Import, content: Vec<ImportContent>) -> Creates<Import> {
    let import = call.new_record(import, None);
    let mut transaction = call.transaction();
    transaction.create(&import);
    for (place, part) in content.into_iter().enumerate() {
        transaction.create(&call.new_record_of(ImportContent::id_of(import.id, place), part, None));
    }
    let answer = call.commit(transaction, Created(import.clone())).await?;
    // What the queue does not get, the sweep finds.
    drop(call.hasten(&import).await);
    Ok(answer)
}

/// Refuses an import whose every row would be refused.
///
/// # Errors
/// 403 when the caller lacks the operation's scope.
pub fn require_scope(call: &Call, route: &Arc<Route>) -> Result<(), ApiError> {
    if call.caller.scopes.allow(route.scope) {
        return Ok(());
    }
    Err(ApiError::new(ErrorCode::Forbidden, format!("the client lacks the scope {}", route.scope)))
}

async fn text_of(call: &Call, input: &ImportCreate) -> Result<String, ApiError> {
    match (&input.content, &input.file_key) {
        (Some(text), None) => Ok(text.clone()),
        (None, Some(key)) => content::read_file(call, key).await,
        (Some(_), Some(_)) | (None, None) => {
            let message = "the rows are either in `content` or in the file of `file_key`";
            Err(ApiError::rule("content", "one_source", message))
        }
    }
}

/// Refuses to name what another import has created unless it ended and has as many rows.
async fn require_same_rows(call: &Call, plan: &RowPlan, table: &Table) -> Result<(), ApiError> {
    let Some(ids) = &plan.imported_ids else { return Ok(()) };
    let other: Record<Import> = call.require_reference(ids.import_id, "imported_ids.import_id").await?;
    let refusal = |reason, message: &'static str| Err(ApiError::rule("imported_ids.import_id", reason, message));
    if other.body.progress.is_open() || other.body.dry_run {
        return refusal("import_not_done", "that import has not ended, or was a dry run");
    }
    let first = match other.body.first_id {
        Some(first) => call.require_reference(first, "imported_ids.import_id").await?,
        None => other,
    };
    if first.body.rows_total != table.rows.len() {
        return refusal("other_rows", "that import had another number of rows");
    }
    Ok(())
}
