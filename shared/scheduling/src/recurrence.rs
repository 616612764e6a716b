//! Expands a rule into starts, by the clock of a location. Pure: no IO.
//!
//! Occurrences keep their local time of day when the clocks change. A time that the clocks skip moves forward by the
//! gap; of a time that they show twice, the first is taken. The first occurrence is the first start itself.

use chrono::{Datelike, Duration, Months, NaiveDate, NaiveDateTime};
use values::{
    ApiError, TimeZone, Timestamp,
    recurrence::{Frequency, OCCURRENCES_MAX, RecurrenceRule, too_many},
    schedule::Weekday,
};

/// Every start of the series, in order.
///
/// # Errors
/// 422 when the first start is not on one of the rule's weekdays, when the rule ends before it begins, never ends
/// before the year 9999, or has more than 200 occurrences.
pub fn expand(rule: &RecurrenceRule, first: Timestamp, zone: TimeZone) -> Result<Vec<Timestamp>, ApiError> {
    rule.check()?;
    let local = first.local_in(zone);
    let date = local.date();
    if !rule.weekdays.is_empty() && !rule.weekdays.contains(&Weekday::of(date)) {
        let message = "the first start must be on one of the rule's weekdays";
        return Err(ApiError::rule("rule.weekdays", "first_start_not_in_rule", message));
    }
    let last = rule.until.map(values::Day::date);
    if last.is_some_and(|last| last < date) {
        let message = "the series would end before its first start";
        return Err(ApiError::rule("rule.until", "until_before_first_start", message));
    }
    let wanted = usize::try_from(rule.count.unwrap_or(OCCURRENCES_MAX + 1)).unwrap_or(usize::MAX);
    let at = |day: NaiveDate| {
        if day == date { Some(first) } else { zone.at(NaiveDateTime::new(day, local.time())) }
    };
    let starts: Vec<Timestamp> =
        days(rule, date).take_while(|day| last.is_none_or(|last| *day <= last)).map_while(at).take(wanted).collect();
    if rule.until.is_some() && starts.len() == wanted {
        return Err(too_many("rule.until"));
    }
    if rule.count.is_some() && starts.len() < wanted {
        let message = "the series would end after the year 9999";
        return Err(ApiError::rule("rule.count", "out_of_range", message));
    }
    Ok(starts)
}

/// The same of a rule that stands in another field than `rule`, which refusals then name.
///
/// # Errors
/// As [`expand`].
pub fn expand_as(
    field: &str,
    rule: &RecurrenceRule,
    first: Timestamp,
    zone: TimeZone,
) -> Result<Vec<Timestamp>, ApiError> {
    expand(rule, first, zone).map_err(|mut refusal| {
        for named in &mut refusal.fields {
            if let Some(rest) = named.field.strip_prefix("rule") {
                named.field = format!("{field}{rest}");
            }
        }
        refusal
    })
}

/// The local days of a rule without its end, from `first` on.
fn days(rule: &RecurrenceRule, first: NaiveDate) -> Box<dyn Iterator<Item = NaiveDate> + '_> {
    let steps = (0_u32..).step_by(usize::try_from(rule.interval).unwrap_or(1));
    match rule.frequency {
        Frequency::Daily => {
            Box::new(steps.map_while(move |step| first.checked_add_signed(Duration::days(step.into()))))
        }
        Frequency::Weekly => {
            let days = weekdays(rule, first);
            let monday = first - Duration::days(i64::from(first.weekday().num_days_from_monday()));
            let weeks = steps.map_while(move |step| monday.checked_add_signed(Duration::weeks(step.into())));
            let of = move |monday: NaiveDate| {
                let day = move |day: Weekday| monday.checked_add_signed(Duration::days(day as i64));
                days.clone().into_iter().filter_map(day)
            };
            Box::new(weeks.flat_map(of).filter(move |day| first <= *day))
        }
        Frequency::Monthly => {
            let of = move |month: NaiveDate| days_of_month(rule, first, month);
            Box::new(months(first, steps).flat_map(of).filter(move |day| first <= *day))
        }
        Frequency::Yearly => {
            let years = months(first, steps.map(|step| step.saturating_mul(12)));
            Box::new(years.filter_map(move |month| month.with_day(first.day())))
        }
    }
}

/// First days of months, so many after that of `first`.
fn months(first: NaiveDate, steps: impl Iterator<Item = u32>) -> impl Iterator<Item = NaiveDate> {
    let month = first - Duration::days(i64::from(first.day0()));
    steps.map_while(move |step| month.checked_add_months(Months::new(step)))
}

/// Days of one month: the day of the first start, if the month has it, or the weekdays of that number in the month.
fn days_of_month(rule: &RecurrenceRule, first: NaiveDate, month: NaiveDate) -> Vec<NaiveDate> {
    if rule.weekdays.is_empty() {
        return month.with_day(first.day()).into_iter().collect();
    }
    let number = first.day0() / 7;
    let of = |weekday: Weekday| {
        let ahead = (7 + weekday as i64 - i64::from(month.weekday().num_days_from_monday())) % 7;
        let day = |number: u32| Some(month + Duration::days(ahead + 7 * i64::from(number)));
        // A fifth one is the last: the fifth where there is one, else the fourth.
        let found = day(number).filter(|day| day.month() == month.month());
        found.or_else(|| day(number.saturating_sub(1)))
    };
    let mut days: Vec<NaiveDate> = rule.weekdays.iter().filter_map(|weekday| of(*weekday)).collect();
    days.sort_unstable();
    days
}

/// The weekdays of a weekly rule, in order.
fn weekdays(rule: &RecurrenceRule, first: NaiveDate) -> Vec<Weekday> {
    let mut days = rule.weekdays.clone();
    if days.is_empty() {
        days.push(Weekday::of(first));
    }
    days.sort_unstable();
    days
}

#[cfg(test)]
mod tests;
