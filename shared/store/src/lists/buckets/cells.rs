//! How many records of a list begin in each ten minutes, by state: pure numbers, and how a month of them is stored.

use std::collections::BTreeMap;

use chrono::{DateTime, Months, NaiveDate, Utc};

use super::intervals::{BUCKET_MS, Interval};
use values::Timestamp;
use values::calendar_entry::STATES;

/// Digits of stored numbers: five bits each.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// States that the first digit of a cell can name. A cell with others has one more digit, for all of its states, after
/// a first one that names none.
const NAMED_FIRST: usize = 4;

/// Records by the ten minutes in which they begin, counted from 1970, and by state.
#[derive(Clone, Debug, Default)]
pub struct Cells(BTreeMap<i64, [i64; STATES]>);

/// Cells without records make no difference.
impl PartialEq for Cells {
    fn eq(&self, other: &Self) -> bool {
        let counted = |cells: &'_ Self| -> Vec<(i64, [i64; STATES])> {
            let cells = cells.0.iter().filter(|(_, counts)| **counts != [0; STATES]);
            cells.map(|(number, counts)| (*number, *counts)).collect()
        };
        counted(self) == counted(other)
    }
}

/// The month of an instant, such as `2026-12`, in UTC.
#[must_use]
pub fn month_of(at_ms: i64) -> String {
    let at = Timestamp::from_millis(at_ms).unwrap_or(Timestamp::EPOCH);
    at.utc().format("%Y-%m").to_string()
}

/// The first instant of a month and of the next, in milliseconds.
fn bounds(month: &str) -> Option<(i64, i64)> {
    let first = NaiveDate::parse_from_str(&format!("{month}-01"), "%Y-%m-%d").ok()?;
    let at = |day: NaiveDate| Some(DateTime::<Utc>::from_naive_utc_and_offset(day.and_hms_opt(0, 0, 0)?, Utc));
    Some((at(first)?.timestamp_millis(), at(first.checked_add_months(Months::new(1))?)?.timestamp_millis()))
}

impl Cells {
    /// Adds records that begin at this instant.
    pub fn add(&mut self, at_ms: i64, state: u8, change: i64) {
        let cell = self.0.entry(at_ms.div_euclid(BUCKET_MS)).or_default();
        if let Some(count) = cell.get_mut(usize::from(state)) {
            *count += change;
        }
    }

    /// Adds all of another.
    pub fn merge(&mut self, other: &Self) {
        for (number, counts) in &other.0 {
            let cell = self.0.entry(*number).or_default();
            for (count, added) in cell.iter_mut().zip(counts) {
                *count += added;
            }
        }
    }

    /// Whether it has no records.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.values().all(|counts| *counts == [0; STATES])
    }

    /// The cells that lie wholly in `[from, to)` and have records of these states, in order of time.
    #[must_use]
    pub fn intervals(&self, states: &[u8], from_ms: i64, to_ms: i64) -> Vec<Interval> {
        let of = |(number, counts): (&i64, &[i64; STATES])| {
            let from_ms = number * BUCKET_MS;
            let count: i64 = states.iter().filter_map(|state| counts.get(usize::from(*state))).sum();
            Interval { from_ms, to_ms: from_ms + BUCKET_MS, count: u64::try_from(count).unwrap_or_default() }
        };
        let is_inside =
            |interval: &Interval| interval.count > 0 && interval.from_ms >= from_ms && interval.to_ms <= to_ms;
        self.0.iter().map(of).filter(is_inside).collect()
    }

    /// A month as text. For each cell that has records: how many cells were passed over and which states follow, and
    /// their counts.
    #[must_use]
    pub fn text(&self, month: &str) -> String {
        let Some((begins_ms, ends_ms)) = bounds(month) else { return String::new() };
        let (mut next, mut text) = (begins_ms / BUCKET_MS, String::new());
        for (number, counts) in self.0.range(next..ends_ms / BUCKET_MS) {
            if *counts == [0; STATES] {
                continue;
            }
            let passed = number - next;
            let states = counts.iter().enumerate().filter(|(_, count)| **count != 0);
            let mask = states.clone().fold(0, |mask, (state, _)| mask | 1 << state);
            let is_named_first = mask < 1 << NAMED_FIRST;
            push_digit(&mut text, passed.min(3) << NAMED_FIRST | if is_named_first { mask } else { 0 });
            if passed >= 3 {
                push_number(&mut text, passed - 3);
            }
            if !is_named_first {
                push_digit(&mut text, mask);
            }
            for (_, count) in states {
                push_number(&mut text, if *count < 0 { -2 * count - 1 } else { 2 * count });
            }
            next = number + 1;
        }
        text
    }

    /// What [`Self::text`] stored of a month; `None` when it is something else.
    #[must_use]
    pub fn parse(month: &str, text: &str) -> Option<Self> {
        let mut digits = text.bytes().map(digit_of);
        let (mut cells, mut next) = (BTreeMap::new(), bounds(month)?.0 / BUCKET_MS);
        while let Some(head) = digits.next() {
            let head = i64::try_from(head?).ok()?;
            let passed = match head >> NAMED_FIRST {
                3 => 3 + number(&mut digits)?,
                few => few,
            };
            let mask = match head & ((1 << NAMED_FIRST) - 1) {
                0 => i64::try_from(digits.next()??).ok()?,
                named => named,
            };
            let mut counts = [0; STATES];
            for (state, count) in counts.iter_mut().enumerate() {
                if mask >> state & 1 == 1 {
                    let folded = number(&mut digits)?;
                    *count = if folded & 1 == 1 { -(folded + 1) / 2 } else { folded / 2 };
                }
            }
            cells.insert(next + passed, counts);
            next += passed + 1;
        }
        Some(Self(cells))
    }
}

fn digit_of(byte: u8) -> Option<usize> {
    let (first, before) = match byte {
        b'A'..=b'Z' => (b'A', 0),
        b'a'..=b'z' => (b'a', 26),
        b'0'..=b'9' => (b'0', 52),
        b'-' => (b'-', 62),
        b'_' => (b'_', 63),
        _ => return None,
    };
    Some(usize::from(byte - first + before))
}

fn push_digit(text: &mut String, value: i64) {
    let digit = usize::try_from(value).ok().and_then(|value| DIGITS.get(value));
    text.extend(digit.map(|digit| char::from(*digit)));
}

/// A number as digits of five bits, the lowest first; all but the last have the sixth bit.
fn push_number(text: &mut String, mut value: i64) {
    while value >= 32 {
        push_digit(text, value % 32 + 32);
        value /= 32;
    }
    push_digit(text, value);
}

fn number(digits: &mut impl Iterator<Item = Option<usize>>) -> Option<i64> {
    let mut value = 0_i64;
    for place in 0..12 {
        let digit = i64::try_from(digits.next()??).ok()?;
        value += (digit % 32) << (5 * place);
        if digit < 32 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Cells, bounds, month_of};
    use crate::lists::buckets::intervals::BUCKET_MS;

    const DECEMBER: &str = "2026-12";

    fn begin() -> i64 {
        bounds(DECEMBER).expect("a month").0
    }

    proptest! {
        #[test]
        fn a_month_is_read_as_it_was_stored(
            records in proptest::collection::vec((0..31 * 24 * 60_i64, 0..5_u8, -3..2_000_i64), 0..300),
        ) {
            let mut cells = Cells::default();
            for (minute, state, count) in records {
                cells.add(begin() + minute * 60_000, state, count);
            }
            prop_assert_eq!(Cells::parse(DECEMBER, &cells.text(DECEMBER)), Some(cells));
        }
    }

    #[test]
    fn a_usual_day_takes_sixty_digits() {
        let mut cells = Cells::default();
        for half_hour in 0..20 {
            let at = begin() + (16 + half_hour) * 1_800_000;
            cells.add(at, 3, 14);
            cells.add(at, 2, 2);
        }
        assert_eq!(cells.text(DECEMBER).len(), 62);
    }

    #[test]
    fn intervals_are_of_the_states_that_are_asked_for_and_wholly_inside() {
        let mut cells = Cells::default();
        for (minute, state, count) in [(0, 0, 2), (5, 1, 1), (10, 1, 4), (40, 2, 8), (50, 1, -1)] {
            cells.add(begin() + minute * 60_000, state, count);
        }
        let counts = |states: &[u8], from: i64, to: i64| -> Vec<(i64, u64)> {
            let found = cells.intervals(states, begin() + from * 60_000, begin() + to * 60_000);
            found.iter().map(|interval| ((interval.from_ms - begin()) / BUCKET_MS, interval.count)).collect()
        };
        assert_eq!(counts(&[0, 1, 2, 3], 0, 60), [(0, 3), (1, 4), (4, 8)]);
        assert_eq!(counts(&[1], 0, 60), [(0, 1), (1, 4)]);
        assert_eq!(counts(&[0, 1, 2, 3], 5, 45), [(1, 4)]);
    }

    #[test]
    fn months_are_those_of_utc() {
        assert_eq!(month_of(begin()), DECEMBER);
        assert_eq!(month_of(begin() - 1), "2026-11");
        assert_eq!(bounds("2026-13"), None);
        assert_eq!(Cells::parse(DECEMBER, "!"), None);
        assert_eq!(Cells::parse(DECEMBER, "B"), None);
    }
}
