//! Lists of imports, and of what became of their rows.

use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists, NoFilter, Page, PathId, Plain};
use store::List;
use values::ApiError;

use super::{
    record::Import,
    rows::{self, ImportRow, WhichRows},
};

/// Lists imports, newest first.
pub async fn list(call: Call, Listing { filter: _, paging }: Listing<NoFilter>) -> Lists<Import> {
    call.page(List::live(), paging).await
}

/// Filters of the rows.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportRowFilter {
    /// Only rows that the operation refused, with `true`.
    #[serde(default)]
    failed: bool,
}

/// Lists what became of the rows of an import, in the order in which they were run.
pub async fn list_rows(
    call: Call,
    PathId(id): PathId<Import>,
    Listing { filter, paging }: Listing<ImportRowFilter>,
) -> Result<Page<Plain<ImportRow>>, ApiError> {
    let import = call.get(id).await?;
    let (which, total) =
        if filter.failed { (WhichRows::Failed, import.body.failed) } else { (WhichRows::All, import.body.rows_done) };
    let numbers = call.page_of_numbers(&format!("{id}\n{which:?}"), total, &paging).await?;
    let mut data: Vec<_> = rows::read(&call, (id, which), numbers.range).await?.into_iter().map(Plain).collect();
    if numbers.is_reversed {
        data.reverse();
    }
    Ok(Page { data, pagination: numbers.pagination })
}
