//! Numbers by row and cell, and their differences.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::place::Place;

/// Numbers by cell.
pub type Cells = BTreeMap<String, i64>;

/// Numbers by row, `<place>/<day or month>`, and cell. Zeros are not kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Sums(BTreeMap<String, Cells>);

impl Sums {
    /// Adds a number to a cell of a row.
    pub fn add(&mut self, place: Place, sort: &str, cell: &str, number: i64) {
        if number != 0 {
            self.add_to(format!("{place}/{sort}"), cell, number);
        }
    }

    fn add_to(&mut self, row: String, cell: &str, number: i64) {
        let cells = self.0.entry(row).or_default();
        let sum = cells.get(cell).copied().unwrap_or_default() + number;
        if sum == 0 {
            cells.remove(cell);
        } else {
            cells.insert(cell.to_owned(), sum);
        }
    }

    /// Adds all of other sums.
    pub fn plus(&mut self, other: &Self) {
        for (row, cells) in &other.0 {
            for (cell, number) in cells {
                self.add_to(row.clone(), cell, *number);
            }
        }
        self.0.retain(|_, cells| !cells.is_empty());
    }

    /// What is to be added to `other` so that it becomes these.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        let negated = |cells: &Cells| cells.iter().map(|(cell, number)| (cell.clone(), -number)).collect();
        let mut difference = Self(other.0.iter().map(|(row, cells)| (row.clone(), negated(cells))).collect());
        difference.plus(self);
        difference
    }

    /// A part of them: at most so many rows, of each at most so many cells.
    #[must_use]
    pub fn part(&self, rows: usize, cells: usize) -> Self {
        let first = |all: &Cells| all.iter().take(cells).map(|(cell, number)| (cell.clone(), *number)).collect();
        Self(self.0.iter().take(rows).map(|(row, all)| (row.clone(), first(all))).collect())
    }

    /// Each row with its place, its day or month, and its cells.
    pub fn rows(&self) -> impl Iterator<Item = (&str, &str, &Cells)> {
        self.0.iter().filter_map(|(row, cells)| row.split_once('/').map(|(place, sort)| (place, sort, cells)))
    }

    /// How many rows they are of.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is nothing in them.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::Sums;
    use crate::place::Place;

    fn sums(numbers: &[(&str, &str, i64)]) -> Sums {
        let mut sums = Sums::default();
        for (sort, cell, number) in numbers {
            sums.add(Place::All, sort, cell, *number);
        }
        sums
    }

    #[test]
    fn a_difference_added_in_parts_makes_the_one_out_of_the_other() {
        let before = sums(&[("1", "a", 5), ("1", "b", 2), ("2", "a", 1)]);
        let after = sums(&[("1", "a", 5), ("1", "b", 3), ("3", "a", -4)]);
        let mut now = before;
        for _ in 0..3 {
            let part = after.minus(&now).part(1, 1);
            assert_eq!(part.len(), 1);
            now.plus(&part);
        }
        assert_eq!(now, after);
        assert!(after.minus(&now).is_empty());
    }

    #[test]
    fn what_is_added_and_taken_again_is_gone() {
        let mut none = sums(&[("1", "a", 5)]);
        none.plus(&sums(&[("1", "a", -5)]));
        assert_eq!(none, Sums::default());
    }
}
