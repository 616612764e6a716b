//! The rows of the metrics: one for each local day of a location, and one for each local day of all locations. A change
//! of a ticket adds its difference to them in its own transaction, so that the metrics of a year are at most 366 items
//! however many tickets there are.

use std::collections::BTreeMap;

use records::Location;
use serde::Deserialize;
use serde_json::Value;
use shared::api::Call;
use store::{Key, Transaction};
use values::{ApiError, Day, Id};

use super::counting::Counts;

/// Space of the rows.
const SPACE: &str = "ticket_metrics";
/// Name of the rows of all locations.
const ALL: &str = "all";

/// Numbers of a local day, as they are stored.
#[derive(Clone, Debug, Deserialize)]
pub struct Row {
    #[serde(flatten)]
    numbers: BTreeMap<String, Value>,
}

impl Row {
    /// A number of it; 0 when it has none.
    #[must_use]
    pub fn number(&self, field: &str) -> i64 {
        self.numbers.get(field).and_then(Value::as_i64).unwrap_or_default()
    }
}

/// Adds differences of a ticket at a location.
pub fn add(transaction: &mut Transaction, location: Id<Location>, counts: &Counts) {
    for (day, changes) in counts {
        let changes: Vec<(&str, i64)> = changes.iter().map(|(field, change)| (field.as_str(), *change)).collect();
        for name in [ALL, &location.to_string()] {
            let key = Key::sorted(transaction.tenant(), SPACE, name, day.to_string());
            let refusal = ApiError::internal("an addition without a condition was refused");
            transaction.add_all_in_value(&key, &changes, None, refusal);
        }
    }
}

/// The rows of days, of a location or of all, in order of the days.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read(
    call: &Call,
    location: Option<Id<Location>>,
    (from, to): (Day, Day),
) -> Result<Vec<(Day, Row)>, ApiError> {
    let name = location.map_or_else(|| ALL.to_owned(), |location| location.to_string());
    let first = Key::sorted(call.tenant(), SPACE, &name, from.to_string());
    let rows = call.store.read_values_between::<Row>(&first, &to.to_string()).await?;
    Ok(rows.into_iter().filter_map(|(key, row)| Some((Day::parse(&key.sort)?, row))).collect())
}
