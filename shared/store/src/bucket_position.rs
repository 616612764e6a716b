//! Where a page of a list lies that is counted by stretches of ten minutes: pure arithmetic on counts.

use std::collections::BTreeMap;

use super::list::Order;

/// Length of a stretch that is counted, in milliseconds: of the ten minutes in which a page begins all rows before it are read, so that a
/// page in a list of a million rows in 90 days passes over less than a hundred.
pub const BUCKET_MS: i64 = 600_000;
/// Milliseconds of a day.
pub const DAY_MS: i64 = 86_400_000;

/// The counts of one UTC day: when it begins, in milliseconds since 1970, and how many rows lie in each of its buckets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayCounts {
    /// When the day begins.
    pub begins_ms: i64,
    /// Rows by bucket, counted from 0.
    pub buckets: BTreeMap<i64, u64>,
}

/// Rows of a stretch of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    /// Its first millisecond since 1970.
    pub from_ms: i64,
    /// The first millisecond after it.
    pub to_ms: i64,
    /// How many rows lie in it.
    pub count: u64,
}

/// The parts of buckets at the ends of `[from, to)`, which must be counted by reading them; an end that is that of a bucket has none.
#[must_use]
pub fn edges(from_ms: i64, to_ms: Option<i64>) -> Vec<(i64, i64)> {
    let floor = |at: i64| at - at.rem_euclid(BUCKET_MS);
    let mut edges = Vec::new();
    let first_whole = if from_ms == floor(from_ms) { from_ms } else { floor(from_ms) + BUCKET_MS };
    match to_ms {
        Some(to) if to < first_whole || (to == first_whole && first_whole > from_ms) => {
            if from_ms < to {
                edges.push((from_ms, to));
            }
            return edges;
        }
        Some(to) if floor(to) < to => edges.push((floor(to), to)),
        Some(_) | None => {}
    }
    if first_whole > from_ms {
        edges.insert(0, (from_ms, first_whole));
    }
    edges
}

/// The whole buckets of `[from, to)` that have rows, in order of time.
#[must_use]
pub fn stretches(days: &[DayCounts], from_ms: i64, to_ms: Option<i64>) -> Vec<Stretch> {
    let of_day = |day: &DayCounts| -> Vec<Stretch> {
        let stretch = |(bucket, count): (&i64, &u64)| {
            let from_ms = day.begins_ms + bucket * BUCKET_MS;
            Stretch { from_ms, to_ms: from_ms + BUCKET_MS, count: *count }
        };
        day.buckets.iter().map(stretch).collect()
    };
    let is_inside = |stretch: &Stretch| {
        stretch.count > 0 && stretch.from_ms >= from_ms && to_ms.is_none_or(|to| stretch.to_ms <= to)
    };
    let mut found: Vec<Stretch> = days.iter().flat_map(of_day).filter(is_inside).collect();
    found.sort_by_key(|stretch| stretch.from_ms);
    found
}

/// The stretch that has row number `offset` when the list is read in `order`, and how many of its rows come before that row; none when the
/// list is shorter.
#[must_use]
pub fn locate(stretches: &[Stretch], order: Order, mut offset: u64) -> Option<(Stretch, u64)> {
    let mut find = |stretch: &Stretch| {
        if offset < stretch.count {
            return Some((*stretch, offset));
        }
        offset -= stretch.count;
        None
    };
    match order {
        Order::Ascending => stretches.iter().find_map(&mut find),
        Order::Descending => stretches.iter().rev().find_map(&mut find),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::{BUCKET_MS, DAY_MS, DayCounts, Stretch, edges, locate, stretches};
    use crate::Order;

    /// Counts of these instants, as the writer keeps them.
    fn counted(rows: &[i64]) -> Vec<DayCounts> {
        let mut days: BTreeMap<i64, BTreeMap<i64, u64>> = BTreeMap::new();
        for at in rows {
            let begins_ms = at - at.rem_euclid(DAY_MS);
            *days.entry(begins_ms).or_default().entry((at - begins_ms) / BUCKET_MS).or_default() += 1;
        }
        days.into_iter().map(|(begins_ms, buckets)| DayCounts { begins_ms, buckets }).collect()
    }

    /// All stretches of `[from, to)`, its edges counted by reading.
    fn all(rows: &[i64], from: i64, to: Option<i64>) -> Vec<Stretch> {
        let read = |(from_ms, to_ms): (i64, i64)| {
            let count = rows.iter().filter(|at| (from_ms..to_ms).contains(*at)).count() as u64;
            Stretch { from_ms, to_ms, count }
        };
        let mut found = stretches(&counted(rows), from, to);
        found.extend(edges(from, to).into_iter().map(read));
        found.sort_by_key(|stretch| stretch.from_ms);
        found
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
            let found = all(&rows, from, to);
            prop_assert_eq!(found.iter().map(|stretch| stretch.count).sum::<u64>(), inside.len() as u64);
            for (offset, at) in inside.iter().enumerate() {
                let (stretch, skipped) = locate(&found, Order::Ascending, offset as u64).expect("a stretch");
                prop_assert!((stretch.from_ms..stretch.to_ms).contains(at));
                let before = inside.iter().filter(|other| **other < stretch.from_ms).count();
                prop_assert_eq!(before as u64 + skipped, offset as u64);
                let from_end = (inside.len() - 1 - offset) as u64;
                let (stretch, skipped) = locate(&found, Order::Descending, from_end).expect("a stretch");
                let after = inside.iter().filter(|other| **other >= stretch.to_ms).count();
                prop_assert_eq!(after as u64 + skipped, from_end);
            }
            prop_assert_eq!(locate(&found, Order::Ascending, inside.len() as u64), None);
        }
    }
}
