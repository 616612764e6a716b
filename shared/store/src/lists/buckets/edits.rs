//! What changes do to the rows of counts. Pure.

use std::collections::BTreeMap;

use super::{cells::month_of, change::Change, counts::transition_cell};
use crate::{CalendarEntry, CalendarSubject};

/// What a change does to one row.
#[derive(Clone, Debug)]
pub struct Edit {
    /// The item of the change.
    pub sort: String,
    /// What is added or taken.
    pub entry: CalendarEntry,
    /// How many are added.
    pub count: i64,
}

/// Edits by row: of a list its name and the month, of transitions the ten minutes.
#[derive(Debug, Default)]
pub struct Edits {
    /// By the name of the list and the month.
    pub months: BTreeMap<(String, String), Vec<Edit>>,
    /// By the ten minutes.
    pub transitions: BTreeMap<String, Vec<Edit>>,
}

impl Edits {
    /// The edits of each row that these changes make.
    #[must_use]
    pub fn of(changes: &[Change], lists: &[&[CalendarSubject]]) -> Self {
        let mut edits = Self::default();
        for change in changes {
            for (entry, count) in change.change.effects() {
                let edit = Edit { sort: change.sort.clone(), entry: entry.clone(), count };
                let month = month_of(entry.at.millis());
                for list in entry.lists(lists) {
                    edits.months.entry((list.text(), month.clone())).or_default().push(edit.clone());
                }
                if let Some(due) = entry.due_at() {
                    edits.transitions.entry(transition_cell(due, entry)).or_default().push(edit);
                }
            }
        }
        edits
    }
}
