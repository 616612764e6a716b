//! Adds days of the journal up to periods.

use std::collections::{BTreeMap, BTreeSet};

use billing::ledger::DocumentKind;
use figures::{
    revenue::{
        entry_sums::{DOCUMENT_KINDS, RevenueCell},
        journal_days::JournalDays,
    },
    sums::Cells,
};
use values::{Currency, Day};

/// Cells by day, of rows and of what is not in them yet.
#[derive(Debug, Default)]
pub struct Days(BTreeMap<String, Cells>);

impl Days {
    /// Those of a place within the days of a report.
    #[must_use]
    pub fn of(read: &JournalDays, place: &str, (from, to): (Day, Day)) -> Self {
        let (from, to) = (from.to_string(), to.to_string());
        let mut days: BTreeMap<String, Cells> = BTreeMap::new();
        let open = read.uncounted.rows().filter(|(own, ..)| *own == place).map(|(_, day, cells)| (day, cells));
        let rows = read.rows.iter().map(|row| (row.sort.as_str(), &row.cells));
        for (day, cells) in rows.chain(open).filter(|(day, _)| from.as_str() <= *day && *day <= to.as_str()) {
            let of_day = days.entry(day.to_owned()).or_default();
            for (cell, number) in cells {
                *of_day.entry(cell.clone()).or_default() += number;
            }
        }
        Self(days)
    }

    /// Currencies in which anything is booked, but this one.
    #[must_use]
    pub fn other_currencies(&self, own: Currency) -> Vec<Currency> {
        let booked = self.0.values().flatten().filter(|(_, number)| **number != 0);
        let codes: BTreeSet<&str> = booked.filter_map(|(cell, _)| cell.get(..3)).collect();
        codes.into_iter().filter_map(Currency::parse).filter(|currency| *currency != own).collect()
    }

    fn minor(&self, day: Day, currency: Currency, cell: RevenueCell) -> i64 {
        let name = format!("{}{}", currency.code(), cell.letter());
        self.0.get(&day.to_string()).and_then(|cells| cells.get(&name)).copied().unwrap_or_default()
    }
}

/// What was earned and lost, in minor units.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Earned {
    /// By kind of document, in their order.
    pub by_document: [i64; DOCUMENT_KINDS.len()],
    /// What was given up.
    pub bad_debt: i64,
}

impl Earned {
    /// Of a day.
    #[must_use]
    pub fn of(days: &Days, day: Day, currency: Currency) -> Self {
        let minor = |cell| days.minor(day, currency, cell);
        Self {
            by_document: DOCUMENT_KINDS.map(|kind| minor(RevenueCell::Revenue(kind))),
            bad_debt: minor(RevenueCell::BadDebt),
        }
    }

    /// Adds that of another time.
    pub fn add(&mut self, other: &Self) {
        for (own, more) in self.by_document.iter_mut().zip(other.by_document) {
            *own += more;
        }
        self.bad_debt += other.bad_debt;
    }

    /// All that was earned.
    #[must_use]
    pub fn revenue(&self) -> i64 {
        self.by_document.iter().sum()
    }

    /// What was earned by each kind of document of which anything was.
    pub fn documents(&self) -> impl Iterator<Item = (DocumentKind, i64)> {
        DOCUMENT_KINDS.into_iter().zip(self.by_document).filter(|(_, minor)| *minor != 0)
    }
}
