//! What is known of a calendar list: the months that are counted, and the changes that are not counted in them yet.
//! Pure: what was read goes in, numbers come out.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    cells::{Cells, month_of},
    change::Change,
    intervals::BUCKET_MS,
};
use crate::{CalendarEntry, CalendarListName, error::StoreError};
use values::Timestamp;

/// Up to which change everything is counted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
    /// Sort key of the last change that is counted.
    pub through: String,
    /// When it was counted, in milliseconds since 1970; 0 when that is not known, because a version before has counted
    /// it.
    #[serde(default)]
    pub through_at_ms: i64,
    /// Up to which everything was counted at an earlier moment.
    #[serde(default)]
    pub marked: String,
    /// That moment, in milliseconds since 1970.
    #[serde(default)]
    pub marked_at_ms: i64,
    /// Up to which nobody reads changes any more.
    #[serde(default)]
    pub deletable: String,
    /// Whether the records are being counted anew: until that has ended, nothing is counted.
    #[serde(default)]
    pub is_counting: bool,
}

impl Head {
    /// Up to which everything was counted at least `milliseconds` ago.
    #[must_use]
    pub fn counted_before(&self, now_ms: i64, milliseconds: i64) -> &str {
        let counted = [(&self.through, self.through_at_ms), (&self.marked, self.marked_at_ms)];
        let is_old = |at_ms: i64| at_ms > 0 && at_ms + milliseconds <= now_ms;
        let old = counted.into_iter().filter(|(_, at_ms)| is_old(*at_ms)).map(|(position, _)| position);
        old.fold(&self.deletable, |furthest, position| furthest.max(position))
    }

    /// After everything was counted up to another change. What was counted at least `kept_ms` before can be deleted.
    #[must_use]
    pub fn moved(&self, through: String, now_ms: i64, kept_ms: i64) -> Self {
        let deletable = self.counted_before(now_ms, kept_ms).to_owned();
        let is_marked_anew = self.marked_at_ms + kept_ms <= now_ms && deletable != self.through;
        let (marked, marked_at_ms) =
            if is_marked_anew { (self.through.clone(), now_ms) } else { (self.marked.clone(), self.marked_at_ms) };
        let through_at_ms = if through == self.through { self.through_at_ms } else { now_ms };
        Self { through, through_at_ms, marked, marked_at_ms, deletable, is_counting: false }
    }
}

/// A month of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MonthRow {
    /// All changes up to this one are counted in it.
    pub through: String,
    /// The cells as text.
    #[serde(with = "super::packed")]
    pub cells: String,
}

/// Entries whose state time changes in the same ten minutes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TransitionRow {
    /// All changes up to this one are in it.
    pub through: String,
    /// How many of each entry there are. Changes of a record may come in another order than they happened in, so that a
    /// number can be negative for a while.
    pub entries: BTreeMap<String, i64>,
    /// When DynamoDB may delete it, in seconds since 1970: it has no entries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at_epoch: Option<i64>,
}

/// What was read of a list.
#[derive(Debug, Default)]
pub struct ListState {
    /// Up to where everything is counted.
    pub head: Head,
    /// Its months, by name.
    pub months: BTreeMap<String, MonthRow>,
    /// Entries that time may have changed, by the ten minutes in which it does.
    pub transitions: BTreeMap<String, TransitionRow>,
    /// Changes, whether they are counted or not.
    pub changes: Vec<Change>,
}

/// Rows of the same ten minutes: 64 hold more than 200,000 entries, of 110 bytes, within DynamoDB's 400 KB an item.
/// Where it is changed, what was counted before is counted again (`count-calendars --again`).
const PARTS: u8 = 64;

/// Sort key of the entries whose state changes in the ten minutes of this instant; all of them come before
/// [`transitions_until`] it. They stand in several rows, so that none grows too large.
#[must_use]
pub fn transition_cell(due: Timestamp, entry: &CalendarEntry) -> String {
    let part = entry.text().bytes().fold(0_u8, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte)) % PARTS;
    format!("{}#{part:02}", cell_of(due))
}

/// After the sort keys of all entries whose state changes at this instant or before.
#[must_use]
pub fn transitions_until(at: Timestamp) -> String {
    format!("{}#~", cell_of(at))
}

fn cell_of(at: Timestamp) -> Timestamp {
    let millis = at.millis().div_euclid(BUCKET_MS) * BUCKET_MS;
    Timestamp::from_millis(millis).unwrap_or(at)
}

impl ListState {
    /// The cells of a list as they are stored.
    ///
    /// # Errors
    /// When something that is stored does not decode.
    pub fn stored(&self, list: &CalendarListName) -> Result<Cells, StoreError> {
        let mut cells = Cells::default();
        for (month, row) in &self.months {
            cells.merge(&cells_of(&list.text(), month, row)?);
        }
        for change in &self.changes {
            for (entry, count) in change.change.effects().filter(|(entry, _)| entry.is_in(list)) {
                let month = self.months.get(&month_of(entry.at.millis()));
                if month.is_none_or(|row| row.through < change.sort) {
                    cells.add(entry.at.millis(), entry.state, count);
                }
            }
        }
        Ok(cells)
    }

    /// The same by the states at the instant `now`, which time may have changed since they were stored.
    ///
    /// # Errors
    /// When something that is stored does not decode.
    pub fn at(&self, list: &CalendarListName, now: Timestamp) -> Result<Cells, StoreError> {
        let mut cells = self.stored(list)?;
        for (entry, count) in self.past_transitions(now)?.into_iter().filter(|(entry, _)| entry.is_in(list)) {
            cells.add(entry.at.millis(), entry.state, -count);
            cells.add(entry.at.millis(), entry.state_at(now), count);
        }
        Ok(cells)
    }

    /// Entries whose state is another one at `now` than the stored one.
    fn past_transitions(&self, now: Timestamp) -> Result<Vec<(CalendarEntry, i64)>, StoreError> {
        let mut found = Vec::new();
        for (text, count) in self.transitions.values().flat_map(|row| &row.entries) {
            found.push((parsed(text)?, *count));
        }
        for change in &self.changes {
            for (entry, count) in change.change.effects() {
                let Some(due) = entry.due_at() else { continue };
                // A row that is not there was empty, and DynamoDB has deleted it.
                let through =
                    self.transitions.get(&transition_cell(due, entry)).map_or(&self.head.through, |row| &row.through);
                if *through < change.sort {
                    found.push((entry.clone(), count));
                }
            }
        }
        found.retain(|(entry, _)| entry.due_at().is_some_and(|due| due <= now));
        Ok(found)
    }
}

fn parsed(text: &str) -> Result<CalendarEntry, StoreError> {
    CalendarEntry::parse(text)
        .ok_or_else(|| StoreError::Internal(format!("the stored calendar entry {text} does not decode")))
}

/// The cells of a stored month.
///
/// # Errors
/// When it does not decode.
pub fn cells_of(list: &str, month: &str, row: &MonthRow) -> Result<Cells, StoreError> {
    Cells::parse(month, &row.cells)
        .ok_or_else(|| StoreError::Internal(format!("the stored counts of {list} in {month} do not decode")))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Head;

    const KEPT_MS: i64 = 60_000;
    const LAG_MS: i64 = 15_000;
    const BEGIN_MS: i64 = 1_800_000_000_000;

    /// Up to where everything was counted at an instant.
    fn counted_at(history: &[(i64, String)], at_ms: i64) -> &str {
        let known = history.iter().rev().find(|(moment, _)| *moment <= at_ms);
        known.map_or("", |(_, through)| through)
    }

    proptest! {
        #[test]
        fn nothing_is_passed_over_or_deleted_that_a_copy_of_before_lacks(
            steps in proptest::collection::vec((0..100_000_i64, any::<bool>()), 1..60),
        ) {
            let (mut head, mut now_ms, mut history) = (Head::default(), BEGIN_MS, Vec::new());
            for (number, (gap_ms, is_more)) in steps.into_iter().enumerate() {
                now_ms += gap_ms;
                let through = if is_more { format!("{number:08}") } else { head.through.clone() };
                let before = head.clone();
                head = head.moved(through.clone(), now_ms, KEPT_MS);
                history.push((now_ms, through));
                prop_assert!(head.deletable >= before.deletable);
                prop_assert!(*head.deletable <= *counted_at(&history, now_ms - KEPT_MS));
                for later_ms in [0, LAG_MS / 2, LAG_MS, KEPT_MS] {
                    let passed = head.counted_before(now_ms + later_ms, LAG_MS);
                    prop_assert!(passed <= counted_at(&history, now_ms + later_ms - LAG_MS));
                }
            }
            // Everything is passed over at once when it is counted for long enough, and then deleted.
            prop_assert_eq!(head.counted_before(now_ms + LAG_MS, LAG_MS), &head.through);
            let last = head.moved(head.through.clone(), now_ms + KEPT_MS, KEPT_MS);
            prop_assert_eq!(&last.deletable, &last.through);
            prop_assert_eq!(last.moved(last.through.clone(), now_ms + 10 * KEPT_MS, KEPT_MS), last);
        }
    }

    #[test]
    fn what_a_version_before_has_counted_is_not_passed_over_until_it_may_be_deleted() {
        let of_before = Head { through: "9".to_owned(), deletable: "5".to_owned(), ..Head::default() };
        assert_eq!(of_before.counted_before(BEGIN_MS, LAG_MS), "5");
        let next = of_before.moved("9".to_owned(), BEGIN_MS, KEPT_MS);
        assert_eq!(next.counted_before(BEGIN_MS, LAG_MS), "5");
        assert_eq!(next.counted_before(BEGIN_MS + LAG_MS, LAG_MS), "9");
    }
}
