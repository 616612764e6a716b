//! What reports by month have in common: months up to the last one that is asked for, with what was before the first.

use std::collections::BTreeMap;

use figures::{
    place::Place,
    recurring::{BOOK, customer_sums::month_of},
    rows,
    sums::Cells,
};
use records::Location;
use shared::api::Call;
use values::{ApiError, Day, Id};

use crate::range;

/// Sorts before every month.
const FIRST: &str = "0000-00";

/// Rows of months.
pub struct MonthRows {
    /// First days of the months that are asked for.
    pub months: Vec<Day>,
    rows: BTreeMap<String, Cells>,
}

impl MonthRows {
    /// Reads those of a place up to the last month that is asked for.
    ///
    /// # Errors
    /// 422 for a time that is none or too long, and for a location that there is not.
    pub async fn read(call: &Call, (from, to): (Day, Day), location: Option<Id<Location>>) -> Result<Self, ApiError> {
        let months = range::months(from, to)?;
        if let Some(location) = location {
            call.require_reference(location, "location_id").await?;
        }
        let rows = rows::read(call, BOOK.rows, Place::of(location), FIRST, &month_of(to)).await?;
        Ok(Self { months, rows: rows.into_iter().map(|row| (row.sort, row.cells)).collect() })
    }

    /// The number of a cell in a month.
    #[must_use]
    pub fn number(&self, month: Day, cell: &str) -> i64 {
        self.rows.get(&month_of(month)).and_then(|cells| cells.get(cell)).copied().unwrap_or_default()
    }

    /// The numbers of a cell in all months before one, together.
    #[must_use]
    pub fn before(&self, month: Day, cell: &str) -> i64 {
        let before = self.rows.range(..month_of(month)).filter_map(|(_, cells)| cells.get(cell));
        before.sum()
    }

    /// Names of all cells that have anything.
    pub fn cells(&self) -> impl Iterator<Item = &str> {
        self.rows.values().flatten().filter(|(_, number)| **number != 0).map(|(cell, _)| cell.as_str())
    }
}

/// The first and the last day of the months in which days from one to another lie.
#[must_use]
pub fn bounds((from, to): (Day, Day)) -> (Day, Day) {
    (range::first_of_month(from).unwrap_or(from), range::last_of_month(to).unwrap_or(to))
}
