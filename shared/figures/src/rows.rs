//! The rows of sums in the table: an item for each place and day or month, to whose numbers transactions add.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use store::{Key, Transaction};
use values::ApiError;
use work::UnitOfWork;

use crate::{
    place::Place,
    sums::{Cells, Sums},
};

/// Most rows to which one transaction adds.
pub const ROWS_AT_ONCE: usize = 60;
/// Most cells of a row to which one transaction adds: DynamoDB's expressions have 4 KB.
pub const CELLS_AT_ONCE: usize = 280;

/// A row as it is stored: numbers beside its key.
#[derive(Clone, Debug, Deserialize)]
struct Stored {
    #[serde(flatten)]
    fields: BTreeMap<String, Value>,
}

/// A row of sums.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// Its day or month.
    pub sort: String,
    /// Its numbers.
    pub cells: Cells,
}

/// Adds sums to the rows of a space.
pub fn add(transaction: &mut Transaction, space: &str, sums: &Sums) {
    for (place, sort, cells) in sums.rows() {
        let key = Key::sorted(transaction.tenant(), space, place, sort.to_owned());
        let changes: Vec<(&str, i64)> = cells.iter().map(|(cell, number)| (cell.as_str(), *number)).collect();
        let refusal = ApiError::internal("an addition without a condition was refused");
        transaction.add_all_in_value(&key, &changes, None, refusal);
    }
}

/// The rows of a place from one day or month to another, both included. They may lag by a moment, at half the units.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read(work: &UnitOfWork, space: &str, place: Place, from: &str, to: &str) -> Result<Vec<Row>, ApiError> {
    let first = Key::sorted(work.tenant(), space, &place.to_string(), from.to_owned());
    let rows = work.store.read_values_between_lagging::<Stored>(&first, to).await?;
    Ok(rows.into_iter().map(|(key, stored)| row(key, stored)).collect())
}

/// The same as they are at this moment.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_present(
    work: &UnitOfWork,
    space: &str,
    place: Place,
    from: &str,
    to: &str,
) -> Result<Vec<Row>, ApiError> {
    let first = Key::sorted(work.tenant(), space, &place.to_string(), from.to_owned());
    let rows = work.store.read_values_between::<Stored>(&first, to).await?;
    Ok(rows.into_iter().map(|(key, stored)| row(key, stored)).collect())
}

fn row(key: Key, stored: Stored) -> Row {
    let number = |(cell, value): (String, Value)| value.as_i64().map(|number| (cell, number));
    Row { sort: key.sort, cells: stored.fields.into_iter().filter_map(number).collect() }
}
