//! Rows of filter lists (decision 49) against the records.

use store::lists::filter_lists::{check::disagreements, complete::CompleteLists};
use values::ApiError;
use values::listed_fields::FilterLists;
use work::UnitOfWork;

use super::{finding::Finding, table::Items};

/// Rows of filter lists that disagree with the records.
pub async fn find(work: &UnitOfWork, items: &Items) -> Result<Vec<Finding>, ApiError> {
    let complete = work.store.read_complete_lists(work.tenant()).await?;
    let mut found = Vec::new();
    for (kind, _) in FilterLists::of_all() {
        let space = format!("{kind}#by");
        let rows = items.space(&space).filter(|(name, _, _)| !name.ends_with("#counts"));
        let rows = rows.map(|(name, id, row)| ((name.to_owned(), id.clone()), row)).collect();
        found.extend(disagreements(kind, complete.has_all(kind), items.records(kind.as_str()), &rows)?);
    }
    Ok(found.into_iter().map(|(id, what)| Finding { kind: "filter list", id, what }).collect())
}

/// Whether the counts of a list mean anything: those of filter lists that are not complete are made anew before they
/// are read.
pub fn is_counted(complete: &CompleteLists, list: &str) -> bool {
    let of = |kind: &str| FilterLists::of_all().find(|(known, _)| known.as_str() == kind);
    match list.split_once("#by#") {
        Some((kind, _)) => of(kind).is_some_and(|(kind, _)| complete.has_all(kind)),
        None => true,
    }
}
