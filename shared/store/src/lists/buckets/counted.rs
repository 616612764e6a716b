//! What the counts say of a list by time, and where a row of it lies: pure arithmetic.

use super::{cells::Cells, intervals::Interval};
use crate::{error::StoreError, lists::list::Order};
use values::Timestamp;
use values::calendar_entry::STATES;

/// Every state by which records are counted.
const ALL_STATES: [u8; STATES] = [0, 1, 2, 3, 4];

/// What the counts say of a list.
#[derive(Default)]
pub(super) struct Counted {
    /// Where its rows lie, in order of time.
    pub intervals: Vec<Interval>,
    /// Where those of any state do.
    of_any_state: Vec<Interval>,
    /// How many there are.
    pub total: u64,
}

impl Counted {
    /// What cells say of the records of these states from one instant up to another, with what was read at its ends.
    pub fn of(cells: &Cells, states: Option<&[u8]>, (from_ms, to_ms): (i64, Option<i64>), ends: Vec<Interval>) -> Self {
        let to_ms = to_ms.unwrap_or(i64::MAX);
        let mut intervals = cells.intervals(states.unwrap_or(&ALL_STATES), from_ms, to_ms);
        intervals.extend(ends.into_iter().filter(|interval| interval.count > 0));
        intervals.sort_by_key(|interval| interval.from_ms);
        let total = intervals.iter().map(|interval| interval.count).sum();
        Self { intervals, of_any_state: cells.intervals(&ALL_STATES, from_ms, to_ms), total }
    }

    /// Where its rows lie, in this order.
    pub fn in_order(&self, order: Order) -> Vec<Interval> {
        let mut intervals = self.intervals.clone();
        if order == Order::Descending {
            intervals.reverse();
        }
        intervals
    }

    /// How many records of any state there are between two intervals.
    pub fn records_between(&self, one: &Interval, other: &Interval) -> u64 {
        let (from_ms, to_ms) = (one.to_ms.min(other.to_ms), one.from_ms.max(other.from_ms));
        self.records_within(&Interval { from_ms, to_ms, count: 0 })
    }

    /// How many records of any state there are in this time.
    pub fn records_within(&self, time: &Interval) -> u64 {
        let is_within = |interval: &&Interval| interval.from_ms >= time.from_ms && interval.to_ms <= time.to_ms;
        self.of_any_state.iter().filter(is_within).map(|interval| interval.count).sum()
    }

    /// How many records of any state there are where these rows lie.
    pub fn records_in(&self, intervals: &[Interval]) -> u64 {
        let is_there = |one: &&Interval| intervals.iter().any(|other| other.from_ms == one.from_ms);
        self.of_any_state.iter().filter(is_there).map(|one| one.count).sum()
    }
}

/// Where a part of a list begins.
pub(super) enum Start {
    /// After so many rows.
    Offset(u64),
    /// After this sort key.
    After(String),
}

impl Start {
    /// The sort key after which it begins.
    pub const fn key(&self) -> Option<&String> {
        match self {
            Self::After(key) => Some(key),
            Self::Offset(_) => None,
        }
    }
}

/// Whether an interval, in a list of this order, has rows that may come after this instant.
pub(super) const fn goes_on_after(interval: &Interval, at_ms: i64, order: Order) -> bool {
    match order {
        Order::Ascending => interval.to_ms > at_ms,
        Order::Descending => interval.from_ms <= at_ms,
    }
}

/// Those of these intervals, from the first on, that have `wanted` rows.
pub(super) fn needed(intervals: &[Interval], wanted: u64) -> &[Interval] {
    let mut found = 0;
    let enough = intervals.iter().position(|interval| {
        let is_enough = found >= wanted;
        found += interval.count;
        is_enough
    });
    intervals.get(..enough.unwrap_or(intervals.len())).unwrap_or_default()
}

/// Takes away the intervals before row number `offset`; how many rows of the first that is left come before it.
pub(super) fn skip(intervals: &mut Vec<Interval>, mut offset: u64) -> u64 {
    let before = intervals.iter().take_while(|interval| {
        let is_before = interval.count <= offset;
        if is_before {
            offset -= interval.count;
        }
        is_before
    });
    let before = before.count();
    intervals.drain(..before);
    offset
}

/// The instant with which a sort key begins.
pub(super) fn instant_of(key: &str) -> Result<i64, StoreError> {
    let text = key.split('#').next().unwrap_or_default();
    Timestamp::parse(text).map(Timestamp::millis).ok_or_else(|| StoreError::Refused(format!("{key} names no row")))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Counted, skip};
    use crate::lists::{
        buckets::{
            cells::Cells,
            intervals::{BUCKET_MS, Interval, edges},
        },
        list::Order,
    };

    const DAY_MS: i64 = 86_400_000;

    /// What is known of these instants in `[from, to)`, its edges counted by reading.
    fn counted(rows: &[i64], from: i64, to: Option<i64>) -> Counted {
        let mut cells = Cells::default();
        for at in rows {
            cells.add(*at, 0, 1);
        }
        let read = |(from_ms, to_ms): (i64, i64)| {
            let count = rows.iter().filter(|at| (from_ms..to_ms).contains(*at)).count() as u64;
            Interval { from_ms, to_ms, count }
        };
        Counted::of(&cells, None, (from, to), edges(from, to).into_iter().map(read).collect())
    }

    proptest! {
        #[test]
        fn every_row_is_found_at_its_place_and_the_total_is_exact(
            mut rows in proptest::collection::vec(0..3 * DAY_MS, 0..200),
            from in 0..3 * DAY_MS,
            length in proptest::option::of(0..2 * DAY_MS),
            aligned in any::<bool>(),
        ) {
            let from = if aligned { from - from % BUCKET_MS } else { from };
            let to = length.map(|length| from + length);
            rows.sort_unstable();
            let inside: Vec<i64> =
                rows.iter().copied().filter(|at| *at >= from && to.is_none_or(|to| *at < to)).collect();
            let found = counted(&rows, from, to);
            prop_assert_eq!(found.total, inside.len() as u64);
            for (offset, at) in inside.iter().enumerate() {
                let mut forward = found.in_order(Order::Ascending);
                let skipped = skip(&mut forward, offset as u64);
                prop_assert!((forward[0].from_ms..forward[0].to_ms).contains(at));
                let before = inside.iter().filter(|other| **other < forward[0].from_ms).count();
                prop_assert_eq!(before as u64 + skipped, offset as u64);
                let (mut backward, from_end) = (found.in_order(Order::Descending), inside.len() - 1 - offset);
                let skipped = skip(&mut backward, from_end as u64);
                prop_assert!((backward[0].from_ms..backward[0].to_ms).contains(at));
                let after = inside.iter().filter(|other| **other >= backward[0].to_ms).count();
                prop_assert_eq!(after as u64 + skipped, from_end as u64);
            }
            let mut all = found.in_order(Order::Ascending);
            prop_assert_eq!(skip(&mut all, inside.len() as u64), 0);
            prop_assert!(all.is_empty());
        }
    }
}
