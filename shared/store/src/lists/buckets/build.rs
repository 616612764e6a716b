//! Counts the calendar of a merchant anew, from its records: for a table whose records were stored before they were
//! counted, and after an import. What they are listed by is made anew with it.

use std::collections::{BTreeMap, BTreeSet};

use aws_sdk_dynamodb::types::AttributeValue;
use uuid::Uuid;

use super::{
    cells::{Cells, month_of},
    change::{HEAD, LAST, changes_key},
    counts::{Head, MonthRow, TransitionRow, transition_cell},
    fold::SETTLED_MS,
    keys::{before, month_key, transitions_key},
};
use crate::{
    CalendarEntry, Entity, Record, Store, Transaction,
    error::StoreError,
    expression::Expression,
    item::{self, Item},
    key::Key,
    lists::{
        list::{List, Order},
        query::Want,
    },
};
use values::{ApiError, tenant::Tenant};

/// Records that are read at once.
const READ_AT_ONCE: usize = 1_000;

/// Rows as they are to be.
#[derive(Debug, Default)]
pub struct Counts {
    /// Cells by the name of the list and the month.
    pub months: BTreeMap<(String, String), Cells>,
    /// How many of each entry time changes in these ten minutes.
    pub transitions: BTreeMap<String, BTreeMap<String, i64>>,
}

impl Counts {
    /// Counts a record in its month of each list and at its transition.
    pub fn add<E: Entity>(&mut self, entry: &CalendarEntry) {
        let month = month_of(entry.at.millis());
        for list in entry.lists(crate::calendar_lists::combinations(E::KIND)) {
            let cells = self.months.entry((list.text(), month.clone())).or_default();
            cells.add(entry.at.millis(), entry.state, 1);
        }
        if let Some(due) = entry.due_at() {
            *self.transitions.entry(transition_cell(due, entry)).or_default().entry(entry.text()).or_default() += 1;
        }
    }

    fn items<E: Entity>(self, tenant: &Tenant, through: &str) -> Result<Vec<Item>, StoreError> {
        let mut items = Vec::new();
        for ((list, month), cells) in self.months {
            let row = MonthRow { through: through.to_owned(), cells: cells.text(&month) };
            items.push(encoded(&month_key(tenant, E::KIND, &list, &month), &row)?);
        }
        for (cell, entries) in self.transitions {
            let row = TransitionRow { through: through.to_owned(), entries, expires_at_epoch: None };
            items.push(encoded(&transitions_key(tenant, E::KIND, &cell), &row)?);
        }
        Ok(items)
    }
}

fn encoded<R: serde::Serialize>(key: &Key, row: &R) -> Result<Item, StoreError> {
    let mut item = item::attributes(row).map_err(|error| StoreError::Internal(error.to_string()))?;
    item.extend(key.attributes());
    Ok(item)
}

impl Transaction {
    /// Begins the counts of a new merchant, of whom nothing is stored yet.
    pub fn begin_calendars(&mut self) {
        for kind in crate::calendar_lists::kinds() {
            let key = changes_key(self.tenant(), kind, HEAD);
            let refusal = ApiError::internal("the counts of a new merchant were begun already");
            self.put_encoded(&key, &Head::default(), Expression::absent(), refusal);
        }
    }
}

impl Store {
    /// Counts the calendar of a kind from the merchant's records; how many there are. Others may change them meanwhile:
    /// what they write is counted after it, and until it has ended lists are read as if nothing were counted. `stored`
    /// are the rows that there are; those that have nothing any more are deleted.
    ///
    /// # Errors
    /// When the store cannot be read or written: the calendar is then not counted, and it can be done again, with the
    /// rows that there are then.
    pub async fn count_calendar<E: Entity>(
        &self,
        tenant: &Tenant,
        stored: BTreeSet<(String, String)>,
    ) -> Result<usize, ApiError> {
        let counting = Head { is_counting: true, ..Head::default() };
        self.put_head::<E>(tenant, &counting, Expression::always()).await?;
        let through = before(self.ids.now().millis(), SETTLED_MS);
        let entries = self.read_entries_at::<E>(tenant, &through).await?;
        let mut counts = Counts::default();
        for entry in entries.values() {
            counts.add::<E>(entry);
        }
        let items = counts.items::<E>(tenant, &through)?;
        let kept: BTreeSet<(String, String)> = items.iter().map(|item| as_pair(&item::key(item))).collect();
        let gone =
            stored.difference(&kept).map(|(partition, sort)| Key { partition: partition.clone(), sort: sort.clone() });
        self.delete_all(gone.collect()).await?;
        self.put_all(items).await?;
        let is_counting = Expression::new("#counting = :true").name("#counting", "is_counting");
        let is_counting = is_counting.value(":true", AttributeValue::Bool(true));
        self.put_head::<E>(tenant, &Head { through, ..Head::default() }, is_counting).await?;
        Ok(entries.len())
    }

    async fn put_head<E: Entity>(&self, tenant: &Tenant, head: &Head, condition: Expression) -> Result<(), ApiError> {
        let refusal = ApiError::internal("somebody else counts the calendar at the same moment");
        let mut transaction = Transaction::new(tenant.clone(), self.ids.token());
        transaction.put_encoded(&changes_key(tenant, E::KIND, HEAD), head, condition, refusal);
        self.commit_alone(transaction).await
    }

    /// Whether the lists of a kind are counted.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub async fn is_calendar_counted<E: Entity>(&self, tenant: &Tenant) -> Result<bool, ApiError> {
        Ok(self.read_value::<Head>(&changes_key(tenant, E::KIND, HEAD)).await?.is_some_and(|head| !head.is_counting))
    }

    /// What was counted of each record up to a change: of one that was changed after it what stood before the first of
    /// those changes. On the way records get the index entries of this version.
    async fn read_entries_at<E: Entity>(
        &self,
        tenant: &Tenant,
        through: &str,
    ) -> Result<BTreeMap<Uuid, CalendarEntry>, ApiError> {
        let list = List::<E>::live().untyped();
        let (mut entries, mut after) = (BTreeMap::new(), None);
        loop {
            let rows = self.query(tenant, &list, Order::Ascending, after, READ_AT_ONCE, Want::Items).await?;
            after = rows.last;
            self.reindex::<E>(tenant, &rows.items).await?;
            for item in rows.items {
                let record: Record<E> = item::decode(item)?;
                let entry = record.calendar_entry();
                entries.extend(entry.map(|entry| (record.id.uuid(), entry)));
            }
            if after.is_none() {
                break;
            }
        }
        let mut changes = self.read_changes(tenant, E::KIND, through, LAST, usize::MAX).await?;
        changes.sort_by_key(|change| std::cmp::Reverse(change.change.version));
        for change in changes {
            let (id, before) = (change.change.id, change.change.before);
            match before {
                Some(before) => drop(entries.insert(id, before)),
                None => drop(entries.remove(&id)),
            }
        }
        Ok(entries)
    }
}

fn as_pair(key: &Key) -> (String, String) {
    (key.partition.clone(), key.sort.clone())
}
