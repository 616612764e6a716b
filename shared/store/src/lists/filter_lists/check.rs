//! The rows of filter lists against the records: for `fsck`. Pure.

use std::collections::{BTreeMap, BTreeSet};
use values::listed_fields::FilterLists;

use serde_json::Value;

use super::rows::{Rows, rows_of};
use crate::{error::StoreError, item::Item};
use values::KindName;

/// Rows of a kind by list and id.
pub type Found<'a> = BTreeMap<(String, String), &'a Value>;

/// Lists and what is wrong with them. Rows that are missing are wrong only where all are there.
///
/// # Errors
/// When something does not decode.
pub fn disagreements<'a>(
    kind: KindName,
    is_complete: bool,
    records: impl Iterator<Item = (&'a String, &'a Value)>,
    rows: &Found<'a>,
) -> Result<Vec<(String, String)>, StoreError> {
    let mut expected: BTreeMap<(String, String), Item> = BTreeMap::new();
    for (id, record) in records {
        let rows: Rows = rows_of(FilterLists::of(kind), &item(&record["body"])?);
        expected.extend(rows.into_iter().map(|(name, kept)| ((name, id.clone()), kept)));
    }
    let keys: BTreeSet<&(String, String)> = expected.keys().chain(rows.keys()).collect();
    let mut found = Vec::new();
    for key in keys {
        let what = match (expected.get(key), rows.get(key)) {
            (Some(_), None) if is_complete => "lacks",
            (None, Some(_)) => "has, though it does not belong there,",
            (Some(kept), Some(row)) if item(&row["body"])? != *kept => "has other fields of",
            (Some(_) | None, None | Some(_)) => continue,
        };
        found.push((format!("{kind} by {}", key.0), format!("{what} {}", key.1)));
    }
    Ok(found)
}

fn item(value: &Value) -> Result<Item, StoreError> {
    serde_dynamo::to_item(value).map_err(|error| StoreError::Internal(format!("a row does not decode: {error}")))
}
