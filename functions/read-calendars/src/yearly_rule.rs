//! The rule by which clocks change each year, such as on the last Sunday of March, or on the Sunday from the 8th to the
//! 14th. Other rules are not those of zones, and are not followed.

use calcard::icalendar::{ICalendarDay, ICalendarFrequency, ICalendarRecurrenceRule};
use chrono::{Datelike as _, NaiveDate, NaiveDateTime, Weekday};

/// The first year for which a rule is followed that began before; nobody asks for what clocks showed earlier.
const FIRST_YEAR: i32 = 1_970;
/// Most numbers in the lists of a rule: a week of days of the month, seven days of the week, all months.
const LISTED_MAX: usize = 50;

/// A rule of a zone.
#[derive(Debug)]
pub struct YearlyRule<'a> {
    rule: &'a ICalendarRecurrenceRule,
    start: NaiveDateTime,
    months: Vec<u32>,
}

impl<'a> YearlyRule<'a> {
    /// The rule of what begins at `start`; none for one that is not followed.
    #[must_use]
    pub fn of(rule: &'a ICalendarRecurrenceRule, start: NaiveDateTime) -> Option<Self> {
        let is_yearly = rule.freq == ICalendarFrequency::Yearly && rule.interval != Some(0) && rule.rscale.is_none();
        let has_times = !(rule.byhour.is_empty() && rule.byminute.is_empty() && rule.bysecond.is_empty());
        let has_others = !(rule.byyearday.is_empty() && rule.byweekno.is_empty() && rule.bysetpos.is_empty());
        let listed = rule.byday.len() + rule.bymonthday.len() + rule.bymonth.len();
        let is_of_the_year = rule.bymonth.is_empty() && !(rule.byday.is_empty() && rule.bymonthday.is_empty());
        let has_leap_months = rule.bymonth.iter().any(calcard::icalendar::ICalendarMonth::is_leap);
        if !is_yearly || has_times || has_others || listed > LISTED_MAX || is_of_the_year || has_leap_months {
            return None;
        }
        let mut months: Vec<u32> = rule.bymonth.iter().map(|month| month.month().into()).collect();
        months.sort_unstable();
        months.dedup();
        if months.is_empty() {
            months.push(start.month());
        }
        Some(Self { rule, start, months })
    }

    /// The times of the rule after its first, to the end of a year; none when there are not as many days left as are
    /// looked at.
    #[must_use]
    pub fn times(&self, last_year: i32, days_left: &mut usize) -> Option<Vec<NaiveDateTime>> {
        let mut times = Vec::new();
        // The first is one of them.
        let mut left = self.rule.count.map_or(usize::MAX, |count| usize::try_from(count).unwrap_or(usize::MAX));
        left = left.saturating_sub(1);
        for year in self.years(last_year) {
            let looked_at = self.months.len() * 31 * (self.rule.byday.len() + self.rule.bymonthday.len()).max(1);
            *days_left = days_left.checked_sub(looked_at)?;
            for day in self.months.iter().flat_map(|month| self.days(year, *month)) {
                let time = day.and_time(self.start.time());
                if left == 0 {
                    return Some(times);
                }
                if time > self.start {
                    left -= 1;
                    times.push(time);
                }
            }
        }
        Some(times)
    }

    /// The years of the rule; from the first, when they are counted.
    fn years(&self, last_year: i32) -> impl Iterator<Item = i32> + use<> {
        let interval: i32 = self.rule.interval.unwrap_or(1).max(1).into();
        let start = self.start.year();
        let skipped = if self.rule.count.is_some() { 0 } else { (FIRST_YEAR - start).max(0) / interval * interval };
        (start + skipped..=last_year).step_by(usize::try_from(interval).unwrap_or(1))
    }

    /// The days of a month that suit the rule.
    fn days(&self, year: i32, month: u32) -> impl Iterator<Item = NaiveDate> {
        let days = (1..=31).filter_map(move |day| NaiveDate::from_ymd_opt(year, month, day));
        days.filter(move |day| self.suits(*day))
    }

    fn suits(&self, day: NaiveDate) -> bool {
        let (number, length) = (day.day(), u32::from(day.num_days_in_month()));
        let from_the_end = length - number + 1;
        let is_the = |wanted: i64, number: u32, from_the_end: u32| {
            wanted == i64::from(number) || wanted == -i64::from(from_the_end)
        };
        let ICalendarRecurrenceRule { byday, bymonthday, .. } = self.rule;
        let is_weekday = |wanted: &ICalendarDay| {
            let week = |day: u32| (day - 1) / 7 + 1;
            Weekday::from(wanted.weekday) == day.weekday()
                && wanted.ordwk.is_none_or(|wanted| is_the(wanted.into(), week(number), week(from_the_end)))
        };
        if byday.is_empty() && bymonthday.is_empty() {
            return number == self.start.day();
        }
        (byday.is_empty() || byday.iter().any(is_weekday))
            && (bymonthday.is_empty() || bymonthday.iter().any(|day| is_the((*day).into(), number, from_the_end)))
    }
}
