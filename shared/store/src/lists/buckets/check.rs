//! What is stored of a calendar against the records: for `fsck`. Pure.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{
    build::Counts,
    cells::Cells,
    change::{Change, HEAD},
    counts::{Head, MonthRow, TransitionRow, cells_of},
    edits::{Edit, Edits},
    rare_state,
};
use crate::{CalendarChange, Entity, Record, error::StoreError};

/// What is stored of the calendar of a kind.
#[derive(Debug, Default)]
pub struct StoredCalendar {
    head: Option<Head>,
    months: BTreeMap<(String, String), MonthRow>,
    transitions: BTreeMap<String, TransitionRow>,
    changes: Vec<Change>,
    /// Sort keys of items by which records are found by their state.
    by_state: BTreeSet<String>,
}

impl StoredCalendar {
    /// Takes an item of a list's months, under the list's name and the month.
    ///
    /// # Errors
    /// When it does not decode.
    pub fn month(&mut self, list: &str, month: &str, item: &Value) -> Result<(), StoreError> {
        self.months.insert((list.to_owned(), month.to_owned()), decoded(item)?);
        Ok(())
    }

    /// Takes an item of entries that time changes.
    ///
    /// # Errors
    /// When it does not decode.
    pub fn transitions(&mut self, cell: &str, item: &Value) -> Result<(), StoreError> {
        self.transitions.insert(cell.to_owned(), decoded(item)?);
        Ok(())
    }

    /// Takes an item of changes.
    ///
    /// # Errors
    /// When it does not decode.
    pub fn change(&mut self, sort: &str, item: &Value) -> Result<(), StoreError> {
        if sort == HEAD {
            self.head = Some(decoded(item)?);
            return Ok(());
        }
        let changes: Vec<CalendarChange> = decoded(&item["changes"])?;
        self.changes.extend(changes.into_iter().map(|change| Change { sort: sort.to_owned(), change }));
        Ok(())
    }

    /// Takes the sort key of an item that stands beside the records.
    pub fn further(&mut self, sort: &str) {
        if rare_state::is_sort(sort) {
            self.by_state.insert(sort.to_owned());
        }
    }

    /// Lists and months, and entries that time changes, of which something else is counted than the records say; none
    /// when nothing is counted.
    ///
    /// # Errors
    /// When something does not decode.
    pub fn disagreements<E: Entity>(self, records: &[Record<E>]) -> Result<Vec<(String, String)>, StoreError> {
        let Some(head) = self.head.as_ref().filter(|head| !head.is_counting) else { return Ok(Vec::new()) };
        let mut expected = Counts::default();
        for entry in records.iter().filter_map(Record::calendar_entry) {
            expected.add::<E>(&entry);
        }
        let edits = Edits::of(&self.changes, crate::calendar_lists::combinations(E::KIND));
        let months = counted_months(&self.months, &edits)?;
        let transitions = counted_transitions(&self.transitions, &edits, head);
        let lists = different(&expected.months, &months, Cells::is_empty);
        let named = |(list, month): (String, String)| (list, format!("{month} is counted otherwise than it is"));
        let mut found: Vec<(String, String)> = lists.into_iter().map(named).collect();
        let late = different(&expected.transitions, &transitions, |entries| entries.values().all(|count| *count == 0));
        found.extend(
            late.into_iter().map(|cell| ("transitions".to_owned(), format!("{cell} has other entries than are due"))),
        );
        // One that is not found by its state is read as it stands: it was stored before others were.
        let in_state: BTreeSet<String> = records.iter().filter_map(rare_state::sort).collect();
        let wrong = self.by_state.into_iter().filter(|sort| !in_state.contains(sort));
        found.extend(wrong.map(|sort| (sort, "is found by a state in which it is not".to_owned())));
        Ok(found)
    }
}

fn counted_months(
    rows: &BTreeMap<(String, String), MonthRow>,
    edits: &Edits,
) -> Result<BTreeMap<(String, String), Cells>, StoreError> {
    let mut counted = BTreeMap::new();
    for (name, row) in rows {
        counted.insert(name.clone(), cells_of(&name.0, &name.1, row)?);
    }
    for (name, edits) in &edits.months {
        let through = rows.get(name).map_or("", |row| &row.through);
        let cells = counted.entry(name.clone()).or_default();
        for Edit { entry, count, .. } in edits.iter().filter(|edit| *edit.sort > *through) {
            cells.add(entry.at.millis(), entry.state, *count);
        }
    }
    Ok(counted)
}

fn counted_transitions(
    rows: &BTreeMap<String, TransitionRow>,
    edits: &Edits,
    head: &Head,
) -> BTreeMap<String, BTreeMap<String, i64>> {
    let mut counted: BTreeMap<String, BTreeMap<String, i64>> =
        rows.iter().map(|(cell, row)| (cell.clone(), row.entries.clone())).collect();
    for (cell, edits) in &edits.transitions {
        let through = rows.get(cell).map_or(&head.through, |row| &row.through);
        let entries = counted.entry(cell.clone()).or_default();
        for edit in edits.iter().filter(|edit| edit.sort > *through) {
            *entries.entry(edit.entry.text()).or_default() += edit.count;
        }
        entries.retain(|_, count| *count != 0);
    }
    counted
}

fn different<K: Ord + Clone, V: PartialEq>(
    expected: &BTreeMap<K, V>,
    found: &BTreeMap<K, V>,
    is_nothing: impl Fn(&V) -> bool,
) -> Vec<K> {
    let keys: BTreeSet<&K> = expected.keys().chain(found.keys()).collect();
    let some = |value: Option<&V>| value.is_some_and(|value| !is_nothing(value));
    let differs = |key: &&&K| match (expected.get(*key), found.get(*key)) {
        (Some(expected), Some(found)) => expected != found && !(is_nothing(expected) && is_nothing(found)),
        (expected, found) => some(expected) || some(found),
    };
    keys.iter().filter(differs).map(|key| (*key).clone()).collect()
}

fn decoded<T: serde::de::DeserializeOwned>(item: &Value) -> Result<T, StoreError> {
    serde_json::from_value(item.clone())
        .map_err(|error| StoreError::Internal(format!("stored counts of a calendar do not decode: {error}")))
}
