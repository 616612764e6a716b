//! What became of the rows of an import, kept by twenty: all of them in the order in which they were run, and the refused
//! ones once more, so that a page of either is read without the others. What rows have made is kept by their numbers
//! besides, for an import and its repetitions together.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    ops::Range,
};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::api::Call;
use store::{Entity, Record, Transaction};
use values::{ApiError, Id, Kind, KindName, Timestamp};

use super::{content::derived_id, record::Import};

/// Rows in one record, which has at most 44 kilobytes: a refusal takes two at most (`outcome`).
pub const ROWS_KEPT_TOGETHER: usize = 20;
/// Rows whose ids are in one record, at most 120 bytes each.
const MADE_KEPT_TOGETHER: usize = 200;

/// Which rows of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhichRows {
    /// All that were run.
    All,
    /// Those that the operation refused.
    Failed,
    /// Those that have made something, by their numbers.
    Made,
}

/// What became of a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportRow {
    /// Number of the row, from 1.
    pub row: usize,
    /// Number of the line of the file in which it begins, from 1.
    pub line: u64,
    /// HTTP status of the operation's answer; in a dry run 200 for a row whose form is right.
    pub status: u16,
    /// Id of the record that the operation answered; null in a refusal, in a dry run, and where it answers none.
    pub id: Option<String>,
    /// Why it was refused; null otherwise.
    pub error: Option<ImportRowError>,
}

/// Why a row was refused, as its operation says it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportRowError {
    /// Code of the refusal.
    pub code: String,
    /// A sentence for people.
    pub message: String,
    /// The first fields that are refused, five at most.
    pub errors: Vec<ImportFieldError>,
}

/// What is wrong with a field of a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ImportFieldError {
    /// Column of the file that the field is in; null where it is in none.
    pub column: Option<String>,
    /// The field, as in the details of an error.
    pub field: String,
    /// Why it is refused.
    pub reason: String,
    /// A sentence for people.
    pub message: String,
}

/// Some rows of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportRows {
    /// What became of each, in the order in which they were run.
    pub rows: Vec<ImportRow>,
}

impl Kind for ImportRows {
    const KIND: KindName = KindName::ImportRows;
}

impl Entity for ImportRows {
    const PATH: &'static str = "/imports";
    type View = ();

    fn view(&self, _now: Timestamp) {}
}

impl ImportRow {
    /// Whether the operation refused it.
    #[must_use]
    pub const fn is_refused(&self) -> bool {
        self.status >= 400
    }
}

impl ImportRows {
    /// The id of the record with these rows: the same whoever makes it.
    fn id_of(import: Id<Import>, which: WhichRows, place: usize) -> Id<Self> {
        derived_id(import, &format!("rows {which:?} {place}"))
    }
}

/// Adds rows to those of an import in `transaction`, after the `known` that it has.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn add(
    call: &Call,
    transaction: &mut Transaction,
    (import, which, known): (Id<Import>, WhichRows, usize),
    rows: &[ImportRow],
) -> Result<(), ApiError> {
    let mut rest = rows;
    let mut at = known;
    while !rest.is_empty() {
        let (now, later) = rest.split_at(rest.len().min(ROWS_KEPT_TOGETHER - at % ROWS_KEPT_TOGETHER));
        let id = ImportRows::id_of(import, which, at / ROWS_KEPT_TOGETHER);
        match call.store.find(call.tenant(), id).await? {
            None => transaction.create(&call.new_record_of(id, ImportRows { rows: now.to_vec() }, None)),
            Some(before) => {
                let rows = before.body.rows.iter().take(at % ROWS_KEPT_TOGETHER).chain(now).cloned().collect();
                transaction.replace(&before, &call.next_version(&before, ImportRows { rows }, None));
            }
        }
        (at, rest) = (at + now.len(), later);
    }
    Ok(())
}

/// The rows of an import with these numbers, from 0, in the order in which they were run.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read(
    call: &Call,
    (import, which): (Id<Import>, WhichRows),
    range: Range<usize>,
) -> Result<Vec<ImportRow>, ApiError> {
    if range.is_empty() {
        return Ok(Vec::new());
    }
    let places = range.start / ROWS_KEPT_TOGETHER..=(range.end - 1) / ROWS_KEPT_TOGETHER;
    let first = places.start() * ROWS_KEPT_TOGETHER;
    let ids: Vec<Id<ImportRows>> = places.map(|place| ImportRows::id_of(import, which, place)).collect();
    let found: Vec<Record<ImportRows>> = call.store.find_all(call.tenant(), &ids).await?;
    let by_id = |id: &Id<ImportRows>| found.iter().find(|record| record.id == *id);
    let rows = ids.iter().filter_map(by_id).flat_map(|record| &record.body.rows);
    Ok(rows.skip(range.start - first).take(range.len()).cloned().collect())
}

/// Notes in `transaction` what rows have made, for the import that was the first of them.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn add_made(
    call: &Call,
    transaction: &mut Transaction,
    first: Id<Import>,
    rows: &[ImportRow],
) -> Result<(), ApiError> {
    let mut by_place: BTreeMap<usize, Vec<ImportRow>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.id.is_some()) {
        by_place.entry((row.row - 1) / MADE_KEPT_TOGETHER).or_default().push(row.clone());
    }
    for (place, made) in by_place {
        let id = ImportRows::id_of(first, WhichRows::Made, place);
        match call.store.find(call.tenant(), id).await? {
            None => transaction.create(&call.new_record_of(id, ImportRows { rows: made }, None)),
            Some(before) => {
                let is_kept = |row: &&ImportRow| made.iter().all(|other| other.row != row.row);
                let rows = before.body.rows.iter().filter(is_kept).chain(&made).cloned().collect();
                transaction.replace(&before, &call.next_version(&before, ImportRows { rows }, None));
            }
        }
    }
    Ok(())
}

/// What these rows have made, by their numbers from 0.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_made(call: &Call, first: Id<Import>, numbers: &[usize]) -> Result<HashMap<usize, String>, ApiError> {
    let places: BTreeSet<usize> = numbers.iter().map(|number| number / MADE_KEPT_TOGETHER).collect();
    let ids: Vec<Id<ImportRows>> =
        places.into_iter().map(|place| ImportRows::id_of(first, WhichRows::Made, place)).collect();
    let found = call.store.find_all(call.tenant(), &ids).await?;
    let rows = found.into_iter().flat_map(|record| record.body.rows);
    Ok(rows.filter_map(|row| Some((row.row - 1, row.id?))).collect())
}

#[cfg(test)]
mod tests {
    use super::{ImportRows, WhichRows};
    use uuid::Uuid;
    use values::Id;

    #[test]
    fn rows_of_an_import_have_ids_of_their_own_that_are_always_the_same() {
        let import = Id::new(Uuid::from_u128(7));
        let id = |which, place| ImportRows::id_of(import, which, place);
        assert_eq!(id(WhichRows::All, 3), id(WhichRows::All, 3));
        let all = [id(WhichRows::All, 0), id(WhichRows::All, 1), id(WhichRows::Failed, 0), id(WhichRows::Made, 0)];
        assert!(all.iter().enumerate().all(|(place, one)| !all[..place].contains(one)));
    }
}
