//! Amounts over time, such as open, taken and closed, added up: between two instants at which one of them changes, all
//! stay as they are.

use std::collections::BTreeMap;

use values::{Period, Timestamp};

/// `N` amounts that change at instants; each is 0 until something is added.
#[derive(Clone, Debug)]
pub struct Levels<const N: usize> {
    within: Period,
    changes: BTreeMap<Timestamp, [i64; N]>,
}

impl<const N: usize> Levels<N> {
    /// Amounts of 0 through `within`; nothing outside is looked at.
    #[must_use]
    pub const fn new(within: Period) -> Self {
        Self { within, changes: BTreeMap::new() }
    }

    /// Adds `by` to an amount through a period.
    pub fn add(&mut self, amount: usize, period: Period, by: u32) {
        if !period.overlaps(self.within) {
            return;
        }
        let mut change = |at: Timestamp, by: i64| self.changes.entry(at).or_insert([0; N])[amount] += by;
        change(period.start().max(self.within.start()), by.into());
        change(period.end().min(self.within.end()), -i64::from(by));
    }

    /// The periods between changes, in order, with the amounts that hold in each.
    #[must_use]
    pub fn spans(&self) -> Vec<(Period, [i64; N])> {
        let (mut from, mut amounts, mut spans) = (self.within.start(), [0; N], Vec::new());
        let end = (self.within.end(), [0; N]);
        for (at, changes) in self.changes.iter().map(|(at, changes)| (*at, *changes)).chain([end]) {
            if let Some(span) = Period::new(from, at) {
                spans.push((span, amounts));
            }
            for (amount, change) in amounts.iter_mut().zip(changes) {
                *amount += change;
            }
            from = at;
        }
        spans
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Levels, Period, Timestamp};

    fn period(start: i64, end: i64) -> Option<Period> {
        Period::new(Timestamp::from_millis(start * 60_000)?, Timestamp::from_millis(end * 60_000)?)
    }

    proptest! {
        #[test]
        fn stretches_cover_the_whole_and_agree_with_counting_minutes(
            added in prop::collection::vec((0_usize..2, 0_i64..60, 0_i64..60, 1_u32..4), 0..8),
        ) {
            let within = period(10, 50).expect("a period");
            let mut levels = Levels::<2>::new(within);
            for (amount, start, end, by) in &added {
                if let Some(period) = period(*start, *end) {
                    levels.add(*amount, period, *by);
                }
            }
            let spans = levels.spans();
            prop_assert_eq!((spans[0].0.start(), spans[spans.len() - 1].0.end()), (within.start(), within.end()));
            prop_assert!(spans.windows(2).all(|pair| pair[0].0.end() == pair[1].0.start()));
            for (span, amounts) in spans {
                let at = span.start().millis() / 60_000;
                for (number, amount) in amounts.into_iter().enumerate() {
                    let there = |(own, start, end, _): &&(usize, i64, i64, u32)| *own == number && *start <= at && at < *end;
                    prop_assert_eq!(amount, added.iter().filter(there).map(|added| i64::from(added.3)).sum::<i64>());
                }
            }
        }
    }
}
