//! The rule by which the days of a series repeat, as calendars have it (RFC 5545), made of the days themselves: what a
//! series was planned by says them in local time, and a rule in universal time may need another. Pure: no IO.

use std::collections::BTreeSet;

use chrono::{Datelike, Duration, Months, NaiveDate, Weekday};

/// Most days of a rule on which nothing takes place.
const EXCEPTIONS_MAX: usize = 500;

/// A rule that gives all days of a series, and perhaps others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayRule {
    /// The rule, as `RRULE` has it.
    pub text: String,
    /// Days of the rule that are none of the series.
    pub exceptions: Vec<NaiveDate>,
}

/// The rule of days that are in order, each once, with the fewest exceptions; none when that has too many.
#[must_use]
pub fn rule_of(days: &[NaiveDate]) -> Option<DayRule> {
    let rules = [by_day_of_month(days), by_weekday_of_month(days), by_days(days), by_weeks(days)];
    let rule = |(text, all): (String, Vec<NaiveDate>)| {
        let text = format!("{text};COUNT={}", all.len());
        let wanted: BTreeSet<&NaiveDate> = days.iter().collect();
        DayRule { text, exceptions: all.into_iter().filter(|day| !wanted.contains(day)).collect() }
    };
    let fewest = rules.into_iter().flatten().map(rule).min_by_key(|rule| rule.exceptions.len())?;
    (fewest.exceptions.len() <= EXCEPTIONS_MAX).then_some(fewest)
}

/// Every so many days; weeks are the other rule's.
fn by_days(days: &[NaiveDate]) -> Option<(String, Vec<NaiveDate>)> {
    let (first, offsets) = offsets(days)?;
    let gap = offsets.iter().copied().fold(0, divisor);
    if gap % 7 == 0 {
        return None;
    }
    let all = (0..=*offsets.last()?).step_by(usize::try_from(gap).ok()?);
    Some((format!("FREQ=DAILY;INTERVAL={gap}"), all.map(|offset| first + Duration::days(offset)).collect()))
}

/// The same weekdays in every so many weeks, which begin with the weekday of the first day.
fn by_weeks(days: &[NaiveDate]) -> Option<(String, Vec<NaiveDate>)> {
    let (first, offsets) = offsets(days)?;
    let last = *offsets.last()?;
    let weekdays: BTreeSet<i64> = offsets.iter().map(|offset| offset % 7).collect();
    let interval = offsets.iter().map(|offset| offset / 7).fold(0, divisor).max(1);
    let day = |offset: i64| first + Duration::days(offset);
    let names: Vec<&str> = weekdays.iter().map(|weekday| name(day(*weekday).weekday())).collect();
    let weeks = (0..=last / 7).step_by(usize::try_from(interval).ok()?);
    let all = weeks.flat_map(|week| weekdays.iter().map(move |weekday| 7 * week + weekday));
    let all = all.filter(|offset| *offset <= last).map(day).collect();
    let text = format!("FREQ=WEEKLY;INTERVAL={interval};BYDAY={};WKST={}", names.join(","), name(first.weekday()));
    Some((text, all))
}

/// The same day of every so many months, where all of them are of one number.
fn by_day_of_month(days: &[NaiveDate]) -> Option<(String, Vec<NaiveDate>)> {
    let number = days.first()?.day();
    let interval = months_between(days)?;
    if days.iter().any(|day| day.day() != number) {
        return None;
    }
    let all = of_months(days, interval, |month| month.with_day(number))?;
    Some((format!("FREQ=MONTHLY;INTERVAL={interval};BYMONTHDAY={number}"), all))
}

/// The same weekday of every so many months, such as the second Tuesday, or the last one.
fn by_weekday_of_month(days: &[NaiveDate]) -> Option<(String, Vec<NaiveDate>)> {
    let first = *days.first()?;
    let (weekday, number) = (first.weekday(), first.day0() / 7);
    let interval = months_between(days)?;
    if days.iter().any(|day| day.weekday() != weekday) {
        return None;
    }
    let (place, all) = if days.iter().all(|day| day.day0() / 7 == number) {
        (i64::from(number) + 1, of_months(days, interval, |month| weekday_of(month, weekday, number))?)
    } else if days.iter().all(|day| (*day + Duration::days(7)).month() != day.month()) {
        let last = |month| weekday_of(month, weekday, 4).or_else(|| weekday_of(month, weekday, 3));
        (-1, of_months(days, interval, last)?)
    } else {
        return None;
    };
    Some((format!("FREQ=MONTHLY;INTERVAL={interval};BYDAY={place}{}", name(weekday)), all))
}

/// The first day, and how many days later each is.
fn offsets(days: &[NaiveDate]) -> Option<(NaiveDate, Vec<i64>)> {
    let first = *days.first()?;
    Some((first, days.iter().map(|day| (*day - first).num_days()).collect()))
}

/// The largest number of months that lies between all of them; none unless they are of several months.
fn months_between(days: &[NaiveDate]) -> Option<i64> {
    let number = |day: &NaiveDate| 12 * i64::from(day.year()) + i64::from(day.month0());
    let first = number(days.first()?);
    Some(days.iter().map(|day| number(day) - first).fold(0, divisor)).filter(|months| 0 < *months)
}

/// The days from the first to the last that `pick` finds in every so many months, each told by its first day.
fn of_months(
    days: &[NaiveDate],
    interval: i64,
    pick: impl Fn(NaiveDate) -> Option<NaiveDate>,
) -> Option<Vec<NaiveDate>> {
    let (first, last) = (*days.first()?, *days.last()?);
    let begin = first - Duration::days(i64::from(first.day0()));
    let months = (0_u32..).step_by(usize::try_from(interval).ok()?);
    let months = months.map_while(|step| begin.checked_add_months(Months::new(step)));
    let found = months.take_while(|month| *month <= last).filter_map(pick);
    Some(found.filter(|day| first <= *day && *day <= last).collect())
}

/// A weekday of a month that begins on `month`, the first one for 0.
fn weekday_of(month: NaiveDate, weekday: Weekday, number: u32) -> Option<NaiveDate> {
    let ahead = i64::from(weekday.days_since(month.weekday()));
    Some(month + Duration::days(ahead + 7 * i64::from(number))).filter(|day| day.month() == month.month())
}

/// The greatest common divisor of two numbers that are not negative; that of nothing and a number is the number.
fn divisor(left: i64, right: i64) -> i64 {
    if right == 0 { left } else { divisor(right, left % right) }
}

const fn name(weekday: Weekday) -> &'static str {
    match weekday {
        Weekday::Mon => "MO",
        Weekday::Tue => "TU",
        Weekday::Wed => "WE",
        Weekday::Thu => "TH",
        Weekday::Fri => "FR",
        Weekday::Sat => "SA",
        Weekday::Sun => "SU",
    }
}

#[cfg(test)]
mod tests {
    use super::{DayRule, NaiveDate, rule_of};

    fn days(text: &str) -> Vec<NaiveDate> {
        text.split(' ').map(|day| day.parse().expect("a day")).collect()
    }

    #[test]
    fn the_rule_with_the_fewest_exceptions_gives_all_days() {
        for (wanted, text, exceptions) in [
            ("2027-01-11", "FREQ=WEEKLY;INTERVAL=1;BYDAY=MO;WKST=MO;COUNT=1", ""),
            ("2027-01-11 2027-01-12 2027-01-14", "FREQ=WEEKLY;INTERVAL=1;BYDAY=MO,TU,TH;WKST=MO;COUNT=3", ""),
            ("2027-01-11 2027-01-14 2027-01-20", "FREQ=DAILY;INTERVAL=3;COUNT=4", "2027-01-17"),
            ("2027-01-11 2027-01-25 2027-02-22", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;WKST=MO;COUNT=4", "2027-02-08"),
            (
                "2027-01-14 2027-01-18 2027-01-21 2027-01-25",
                "FREQ=WEEKLY;INTERVAL=1;BYDAY=TH,MO;WKST=TH;COUNT=4",
                "",
            ),
            ("2027-01-12 2027-02-09 2027-03-09", "FREQ=MONTHLY;INTERVAL=1;BYDAY=2TU;COUNT=3", ""),
            ("2027-01-12 2027-02-09 2027-04-13", "FREQ=MONTHLY;INTERVAL=1;BYDAY=2TU;COUNT=4", "2027-03-09"),
            ("2027-01-31 2027-03-31 2027-05-31", "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=31;COUNT=3", ""),
            ("2027-01-29 2027-02-26 2027-04-30", "FREQ=MONTHLY;INTERVAL=1;BYDAY=-1FR;COUNT=4", "2027-03-26"),
        ] {
            let exceptions = if exceptions.is_empty() { Vec::new() } else { days(exceptions) };
            assert_eq!(rule_of(&days(wanted)), Some(DayRule { text: text.to_owned(), exceptions }), "{wanted}");
        }
    }

    #[test]
    fn days_that_follow_no_rule_have_none() {
        assert_eq!(rule_of(&[]), None);
        assert_eq!(rule_of(&days("2027-01-11 2027-01-20 2037-01-16")), None);
    }
}
