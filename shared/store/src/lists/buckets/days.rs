//! Counts of days, to which whoever writes a record adds it in the same transaction: for each list and UTC day one
//! small item with a number for each ten minutes. For records that one process writes, such as events out of the
//! table's stream: others would wait for each other (`docs/decisions/0041-event-log.md`).

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use super::{cells::Cells, intervals::BUCKET_MS};
use crate::{
    Store, error::StoreError, expression::Expression, key::Key, table::EXPIRES_AT, transaction::Transaction,
    write::Write,
};
use values::{ApiError, Timestamp, tenant::Tenant};

/// Milliseconds of a day.
const DAY_MS: i64 = 86_400_000;

/// A list that is counted by days: in which space, and its name there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DayList {
    /// What the lists are of, such as `event-counts`.
    pub space: &'static str,
    /// Which of them, such as `type#booking.created`.
    pub name: String,
}

/// Rows that a transaction adds to one day of a list, by bucket.
#[derive(Clone, Debug, Default)]
pub struct AddedRows(BTreeMap<(DayList, i64), BTreeMap<i64, i64>>);

impl AddedRows {
    /// One more row at this instant.
    pub fn add(&mut self, list: DayList, at: Timestamp) {
        let begins_ms = at.millis() - at.millis().rem_euclid(DAY_MS);
        let bucket = (at.millis() - begins_ms) / BUCKET_MS;
        *self.0.entry((list, begins_ms)).or_default().entry(bucket).or_default() += 1;
    }

    /// How many items they change.
    #[must_use]
    pub fn items(&self) -> usize {
        self.0.len()
    }
}

impl Transaction {
    /// Counts these rows: one action for each list and day. What is counted of a day goes with `expires_at` of the day.
    pub fn count_rows(&mut self, added: &AddedRows, expires_at: impl Fn(Timestamp) -> Timestamp) {
        for ((list, begins_ms), buckets) in &added.0 {
            let day = Timestamp::from_millis(*begins_ms).unwrap_or(Timestamp::EPOCH);
            let mut update =
                Expression::default().name("#until", EXPIRES_AT).number(":until", expires_at(day).seconds());
            let mut adds = Vec::new();
            for (bucket, count) in buckets {
                adds.push(format!("#b{bucket} :b{bucket}"));
                update =
                    update.name(&format!("#b{bucket}"), &bucket.to_string()).number(&format!(":b{bucket}"), *count);
            }
            update.text = format!("SET #until = :until ADD {}", adds.join(", "));
            let key = key_of(self.tenant(), list, *begins_ms);
            let refusal = ApiError::internal("a count without a condition was refused");
            self.push(Write::Update { key, update, condition: None }, refusal);
        }
    }
}

impl Store {
    /// What is counted of a list from the day of one instant to that of another; it may lag by a moment, as an index
    /// does.
    pub(super) async fn read_days(
        &self,
        tenant: &Tenant,
        list: &DayList,
        (from_ms, to_ms): (i64, Option<i64>),
    ) -> Result<Cells, StoreError> {
        let last = to_ms.map_or_else(|| "9999-12-31".to_owned(), day_of);
        let days =
            self.read_values_between_lagging::<HashMap<String, Value>>(&key_of(tenant, list, from_ms), &last).await?;
        let mut cells = Cells::default();
        for (key, fields) in days {
            let Some(day) = Timestamp::parse(&format!("{}T00:00:00Z", key.sort)) else { continue };
            for (name, count) in fields {
                if let (Ok(bucket), Some(count)) = (name.parse::<i64>(), count.as_i64()) {
                    cells.add(day.millis() + bucket * BUCKET_MS, 0, count);
                }
            }
        }
        Ok(cells)
    }
}

/// The item of a list for the UTC day of an instant.
fn key_of(tenant: &Tenant, list: &DayList, at_ms: i64) -> Key {
    Key::sorted(tenant, list.space, &list.name, day_of(at_ms))
}

fn day_of(at_ms: i64) -> String {
    let at = Timestamp::from_millis(at_ms).unwrap_or(Timestamp::EPOCH);
    at.utc().format("%Y-%m-%d").to_string()
}
