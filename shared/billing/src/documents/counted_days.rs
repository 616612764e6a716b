//! Counted days with what was due on them, so that less can be due afterwards on exactly some of them: by a payment that
//! was made before, or a credit note.

use serde::{Deserialize, Serialize};
use values::Day;

use crate::period::{days_between, plus_days};

/// Stretches that are kept apart: more than an invoice has changes. Of more the oldest are only summed up.
const STRETCHES_MAX: usize = 60;

/// Days, and the sum of what was due on them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedDays {
    /// Days before those of the stretches.
    #[serde(rename = "days")]
    summed_days: i64,
    /// Sum of what was due on each of them.
    #[serde(rename = "minor_days")]
    summed_minor_days: i64,
    /// The others, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    stretches: Vec<Stretch>,
}

/// Days, one after the other, on which the same was due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Stretch {
    through: Day,
    days: i64,
    due_minor: i64,
}

impl Stretch {
    const fn minor_days(&self) -> i64 {
        self.due_minor.saturating_mul(self.days)
    }
}

impl CountedDays {
    /// How many there are.
    #[must_use]
    pub fn days(&self) -> i64 {
        self.summed_days + self.stretches.iter().map(|stretch| stretch.days).sum::<i64>()
    }

    /// Sum of what was due on each.
    #[must_use]
    pub fn minor_days(&self) -> i64 {
        let kept = self.stretches.iter().map(Stretch::minor_days);
        kept.fold(self.summed_minor_days, i64::saturating_add)
    }

    /// Adds so many days until `through`, itself included, on each of which `due_minor` was due.
    pub fn add(&mut self, through: Day, days: i64, due_minor: i64) {
        if days <= 0 || due_minor <= 0 {
            return;
        }
        let follows = |last: &Stretch| days_between(last.through, through) == days && last.due_minor == due_minor;
        match self.stretches.last_mut() {
            Some(last) if follows(last) => (last.through, last.days) = (through, last.days + days),
            Some(_) | None => self.stretches.push(Stretch { through, days, due_minor }),
        }
        if self.stretches.len() > STRETCHES_MAX {
            let oldest = self.stretches.remove(0);
            self.summed_days += oldest.days;
            self.summed_minor_days = self.summed_minor_days.saturating_add(oldest.minor_days());
        }
    }

    /// Takes `less_minor` off what was due on each day after `since`; on all when there is none. On no day less than
    /// nothing was due.
    pub fn lessen(&mut self, since: Option<Day>, less_minor: i64) {
        if less_minor <= 0 {
            return;
        }
        if since.is_none() {
            let less_minor_days = less_minor.saturating_mul(self.summed_days);
            self.summed_minor_days = self.summed_minor_days.saturating_sub(less_minor_days).max(0);
            self.summed_days = if self.summed_minor_days == 0 { 0 } else { self.summed_days };
        }
        for stretch in std::mem::take(&mut self.stretches) {
            let after = since.map_or(stretch.days, |day| days_between(day, stretch.through).clamp(0, stretch.days));
            let before = plus_days(stretch.through, -after).unwrap_or(stretch.through);
            self.add(before, stretch.days - after, stretch.due_minor);
            self.add(stretch.through, after, stretch.due_minor - less_minor);
        }
    }
}

#[cfg(test)]
mod tests {
    use values::Day;

    use super::{CountedDays, STRETCHES_MAX};

    fn day(text: &str) -> Day {
        Day::parse(text).expect("a day")
    }

    #[test]
    fn less_is_due_on_the_days_after_it_and_on_no_day_less_than_nothing() {
        let mut counted = CountedDays::default();
        counted.add(day("2027-01-10"), 10, 100);
        // Ten days of which none was counted.
        counted.add(day("2027-01-30"), 10, 1_000);
        counted.lessen(Some(day("2027-01-25")), 400);
        assert_eq!((counted.days(), counted.minor_days()), (20, 10 * 100 + 5 * 1_000 + 5 * 600));
        counted.lessen(None, 500);
        assert_eq!((counted.days(), counted.minor_days()), (10, 5 * 500 + 5 * 100));
        counted.lessen(Some(day("2027-01-15")), 5_000);
        assert_eq!((counted.days(), counted.minor_days()), (0, 0));
    }

    #[test]
    fn days_that_follow_with_the_same_due_are_one_stretch_and_the_oldest_of_many_are_summed_up() {
        let mut counted = CountedDays::default();
        counted.add(day("2027-01-10"), 10, 100);
        counted.add(day("2027-01-15"), 5, 100);
        assert_eq!((counted.stretches.len(), counted.minor_days()), (1, 1_500));
        for number in 0..100 {
            counted.add(day("2027-02-01"), 1, 100 + number % 2);
        }
        assert_eq!((counted.stretches.len(), counted.days()), (STRETCHES_MAX, 115));
        assert_eq!(counted.minor_days(), 1_500 + 50 * 100 + 50 * 101);
    }

    #[test]
    fn what_was_stored_before_stretches_were_is_read() {
        let stored = r#"{"days": 3, "minor_days": 300}"#;
        let counted: CountedDays = serde_json::from_str(stored).expect("counted days");
        assert_eq!((counted.days(), counted.minor_days()), (3, 300));
    }
}
