//! Where the search for a row begins in several lists that are read as one: pure arithmetic on their counts.

use crate::lists::list::Order;

/// A range of one list, in the order in which it is read. It begins where the range before it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRange {
    /// The exclusive start of what comes after it; nothing when the list ends with it.
    pub end: Option<String>,
    /// How many rows the range has.
    pub count: u64,
    /// The chunk whose segments would tell more of it, until they are read.
    pub chunk: Option<usize>,
}

/// Rows of one list that come before the row that is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Passed {
    /// How many of its ranges lie before it as a whole.
    pub ranges: usize,
    /// How many rows these ranges have.
    pub rows: u64,
}

/// Where the search begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// What is passed over of each list.
    pub passed: Vec<Passed>,
    /// The end up to which all of it lies; nothing when nothing is passed over. When it has as many rows as come before
    /// the row that is looked for, no other row lies before this end.
    pub end: Option<String>,
}

impl Start {
    /// Rows that are passed over, of all lists.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.passed.iter().map(|passed| passed.rows).sum()
    }
}

/// What lies before row number `offset` of all lists together, in each of them. The ends of ranges are tried as
/// positions: all rows before such an end are at most those of the ranges up to it, and of the one that it lies in.
#[must_use]
pub fn start(lists: &[Vec<KeyRange>], order: Order, offset: u64) -> Start {
    let mut ends: Vec<&str> = lists.iter().flatten().filter_map(|range| range.end.as_deref()).collect();
    ends.sort_unstable_by(|left, right| compared(order, left, right));
    let is_before = |end: &str| lists.iter().map(|list| before_at_most(list, order, end)).sum::<u64>() <= offset;
    // An end that comes later has at least as many rows before it.
    let number = ends.partition_point(|end| is_before(end));
    let end = number.checked_sub(1).map(|last| ends[last]);
    let passed = |list: &Vec<KeyRange>| end.map_or_else(Passed::default, |end| passed_at(list, order, end));
    Start { passed: lists.iter().map(passed).collect(), end: end.map(str::to_owned) }
}

/// Rows of a list before `end`, at most.
fn before_at_most(list: &[KeyRange], order: Order, end: &str) -> u64 {
    let Passed { ranges, rows } = passed_at(list, order, end);
    let is_exact = ranges.checked_sub(1).is_some_and(|last| list[last].end.as_deref() == Some(end));
    rows + if is_exact { 0 } else { list.get(ranges).map_or(0, |range| range.count) }
}

/// The ranges that end at `end` or before it.
fn passed_at(list: &[KeyRange], order: Order, end: &str) -> Passed {
    let is_passed = |range: &KeyRange| {
        range.end.as_deref().is_some_and(|own| compared(order, own, end) != std::cmp::Ordering::Greater)
    };
    let ranges = list.partition_point(is_passed);
    Passed { ranges, rows: list[..ranges].iter().map(|range| range.count).sum() }
}

/// Which of two sort keys comes first.
#[must_use]
pub fn compared(order: Order, left: &str, right: &str) -> std::cmp::Ordering {
    match order {
        Order::Ascending => left.cmp(right),
        Order::Descending => right.cmp(left),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The keys of a list in order, divided into ranges of these lengths.
    fn ranges(keys: &[String], lengths: &[usize], order: Order) -> Vec<KeyRange> {
        let mut ranges = Vec::new();
        let mut from = 0;
        for length in lengths {
            let to = (from + length).min(keys.len());
            let last = keys[from..to].last();
            let last = if to < keys.len() { last } else { None };
            let end = last.map(|last| match order {
                Order::Ascending => last.clone(),
                // As the counts know it: after the first key that follows.
                Order::Descending => format!("{}~", keys[to]),
            });
            let is_last = end.is_none();
            ranges.push(KeyRange { end, count: (to - from) as u64, chunk: None });
            from = to;
            if is_last {
                return ranges;
            }
        }
        ranges.push(KeyRange { end: None, count: (keys.len() - from) as u64, chunk: None });
        ranges
    }

    proptest! {
        #[test]
        fn what_is_passed_lies_before_the_row_and_what_is_left_is_about_a_range_of_each_list(
            owners in prop::collection::vec(0..3_usize, 0..120),
            lengths in prop::collection::vec(prop::collection::vec(1..9_usize, 0..20), 3),
            descending in any::<bool>(),
            offset in 0..120_usize,
        ) {
            let order = if descending { Order::Descending } else { Order::Ascending };
            let place = |number: usize| if descending { 999 - number } else { number };
            let keys: Vec<(usize, String)> =
                owners.iter().enumerate().map(|(number, owner)| (*owner, format!("{:03}", place(number)))).collect();
            let of = |owner: usize| -> Vec<String> {
                keys.iter().filter(|(own, _)| *own == owner).map(|(_, key)| key.clone()).collect()
            };
            let lists: Vec<_> = (0..3).map(|owner| ranges(&of(owner), &lengths[owner], order)).collect();
            let offset = offset.min(keys.len());
            let Start { passed, end } = start(&lists, order, offset as u64);
            for (owner, list) in lists.iter().enumerate() {
                let before = keys[..offset].iter().filter(|(own, _)| *own == owner).count() as u64;
                let Passed { ranges, rows } = passed[owner];
                prop_assert_eq!(rows, list[..ranges].iter().map(|range| range.count).sum::<u64>());
                prop_assert!(rows <= before);
            }
            // Whichever end comes next, with the ranges that it lies in it is past the row.
            let left = offset as u64 - passed.iter().map(|passed| passed.rows).sum::<u64>();
            let next = lists.iter().zip(&passed).filter_map(|(list, passed)| list.get(passed.ranges));
            let most: u64 = next.map(|range| range.count).sum();
            prop_assert!(left <= most, "{left} of {most}");
            // Nothing lies between what is passed over and the row, when nothing is left.
            if left == 0 {
                let comes_after = |key: &str, end: &str| compared(order, key, end) == std::cmp::Ordering::Greater;
                let is_passed = |key: &String| end.as_deref().is_some_and(|end| !comes_after(key, end));
                prop_assert_eq!(keys.iter().filter(|(_, key)| is_passed(key)).count(), offset);
            }
        }
    }
}
