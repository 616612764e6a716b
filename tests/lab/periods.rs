//! Periods as people count them: days of the month that a short month does not have are its last day. Nothing here is
//! shared with the code under test.

use chrono::{Datelike as _, Duration, NaiveDate};

/// When periods begin: every so many months from a first day on, or on a day of the month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Periods {
    pub first: NaiveDate,
    pub months: i32,
    pub day_of_month: Option<u32>,
}

/// Local days that are charged together, `[first, after)`; a whole cycle has `full` of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Days {
    pub number: i32,
    pub first: NaiveDate,
    pub after: NaiveDate,
    pub full: i64,
}

/// A day so many months later, or the last of that month.
fn later(day: NaiveDate, months: i32) -> NaiveDate {
    let month = day.year() * 12 + day.month0().cast_signed() + months;
    let of = |number| NaiveDate::from_ymd_opt(month.div_euclid(12), month.rem_euclid(12).cast_unsigned() + 1, number);
    (28..=day.day().max(28)).rev().find_map(|last| of(day.day().min(last))).unwrap()
}

/// So many days later.
pub fn plus(day: NaiveDate, days: i64) -> NaiveDate {
    day + Duration::days(days)
}

impl Periods {
    /// The first whole period's first day.
    fn whole_from(&self) -> NaiveDate {
        let Some(number) = self.day_of_month else { return self.first };
        (0..31).map(|days| plus(self.first, days)).find(|day| day.day() == number).unwrap()
    }

    /// Whether the first period is shorter than a cycle.
    pub fn begins_in_part(&self) -> bool {
        self.whole_from() != self.first
    }

    /// First day of the period of this number.
    pub fn begin(&self, number: i32) -> NaiveDate {
        let part = i32::from(self.begins_in_part());
        if number < part { self.first } else { later(self.whole_from(), (number - part) * self.months) }
    }

    /// The period of this number.
    pub fn period(&self, number: i32) -> Days {
        let (first, after) = (self.begin(number), self.begin(number + 1));
        let is_part = number == 0 && self.begins_in_part();
        let whole_from = if is_part { later(after, -self.months) } else { first };
        Days { number, first, after, full: (after - whole_from).num_days() }
    }

    /// The period that a day lies in; none before the first.
    pub fn period_of(&self, day: NaiveDate) -> Option<Days> {
        (day >= self.first)
            .then(|| (0..10_000).map(|number| self.period(number)).find(|period| day < period.after).unwrap())
    }

    /// Number of the first period that begins on or after a day.
    pub fn first_from(&self, day: NaiveDate) -> i32 {
        self.period_of(day).map_or(0, |period| period.number + i32::from(period.first < day))
    }
}

impl Days {
    /// The same ending before a day; none when nothing is left.
    pub fn before(self, end: Option<NaiveDate>) -> Option<Self> {
        let after = end.map_or(self.after, |end| end.min(self.after));
        (self.first < after).then_some(Self { after, ..self })
    }

    /// Its days from a day on.
    pub fn days_from(&self, day: NaiveDate) -> i64 {
        (self.after - day.max(self.first)).num_days().max(0)
    }

    /// What so much for a whole cycle is for its days from a day on, a half rounded away from zero.
    pub fn share(&self, whole: i64, from: NaiveDate) -> i64 {
        rounded(whole * self.days_from(from), self.full)
    }

    /// The same for what is counted in whole units, of which a begun one is given.
    pub fn units(&self, whole: i64, from: NaiveDate) -> i64 {
        let (product, full) = (whole * self.days_from(from), self.full);
        (product + full - 1) / full
    }
}

/// `above / below`, a half rounded away from zero.
pub fn rounded(above: i64, below: i64) -> i64 {
    (2 * above.abs() + below) / (2 * below) * above.signum()
}

#[test]
fn periods_are_those_of_a_wall_calendar() {
    let day = |text: &str| text.parse::<NaiveDate>().unwrap();
    let begins = |first: &str, months, day_of_month| {
        let periods = Periods { first: day(first), months, day_of_month };
        (0..4).map(|number| periods.begin(number).to_string()).collect::<Vec<_>>()
    };
    assert_eq!(begins("2027-12-31", 1, None), ["2027-12-31", "2028-01-31", "2028-02-29", "2028-03-31"]);
    assert_eq!(begins("2027-08-31", 3, None), ["2027-08-31", "2027-11-30", "2028-02-29", "2028-05-31"]);
    assert_eq!(begins("2027-01-20", 1, Some(5)), ["2027-01-20", "2027-02-05", "2027-03-05", "2027-04-05"]);
    assert_eq!(begins("2027-01-20", 3, Some(20)), ["2027-01-20", "2027-04-20", "2027-07-20", "2027-10-20"]);
    let part = Periods { first: day("2027-01-20"), months: 1, day_of_month: Some(5) }.period(0);
    assert_eq!((part.days_from(part.first), part.full, part.share(3_100, part.first)), (16, 31, 1_600));
    assert_eq!([rounded(5, 2), rounded(-5, 2), rounded(1, 3)], [3, -3, 0]);
}
