//! The days and months of a report.

use chrono::{Datelike, Months, NaiveDate};
use values::{ApiError, Day};

/// Most days of a report by day.
pub const DAYS_MAX: usize = 366;
/// Most months of a report by month.
pub const MONTHS_MAX: usize = 60;

/// Each day from one to another, both included.
///
/// # Errors
/// 422 `end_before_start` or `too_long`, naming `to`.
pub fn days(from: Day, to: Day) -> Result<Vec<Day>, ApiError> {
    check_order(from, to)?;
    let days: Vec<Day> =
        from.date().iter_days().take_while(|day| *day <= to.date()).take(DAYS_MAX + 1).filter_map(Day::new).collect();
    if days.len() > DAYS_MAX {
        return Err(too_long(format!("a report is of at most {DAYS_MAX} days")));
    }
    Ok(days)
}

/// The first day of each month in which a day from one to another lies.
///
/// # Errors
/// 422 `end_before_start` or `too_long`, naming `to`.
pub fn months(from: Day, to: Day) -> Result<Vec<Day>, ApiError> {
    check_order(from, to)?;
    let next = |month: &NaiveDate| month.checked_add_months(Months::new(1));
    let months: Vec<Day> = std::iter::successors(first_of_month(from).map(Day::date), next)
        .take_while(|month| *month <= to.date())
        .take(MONTHS_MAX + 1)
        .filter_map(Day::new)
        .collect();
    if months.len() > MONTHS_MAX {
        return Err(too_long(format!("a report is of at most {MONTHS_MAX} months")));
    }
    Ok(months)
}

/// The first day of a day's month.
#[must_use]
pub fn first_of_month(day: Day) -> Option<Day> {
    day.date().with_day(1).and_then(Day::new)
}

/// The last day of a day's month.
#[must_use]
pub fn last_of_month(day: Day) -> Option<Day> {
    let next = day.date().with_day(1)?.checked_add_months(Months::new(1))?;
    next.pred_opt().and_then(Day::new)
}

fn check_order(from: Day, to: Day) -> Result<(), ApiError> {
    if to < from {
        return Err(ApiError::rule("to", "end_before_start", "the last day is not before the first"));
    }
    Ok(())
}

fn too_long(message: String) -> ApiError {
    ApiError::rule("to", "too_long", message)
}

#[cfg(test)]
mod tests {
    use values::Day;

    use super::{days, last_of_month, months};

    fn day(text: &str) -> Day {
        Day::parse(text).expect("a day")
    }

    #[test]
    fn a_leap_year_is_a_report_and_a_day_more_is_none() {
        assert_eq!(days(day("2028-01-01"), day("2028-12-31")).map(|days| days.len()).ok(), Some(366));
        assert!(days(day("2028-01-01"), day("2029-01-01")).is_err());
        assert!(days(day("2028-01-02"), day("2028-01-01")).is_err());
    }

    #[test]
    fn months_are_those_in_which_the_days_lie() {
        let found = months(day("2026-01-31"), day("2026-03-01")).expect("months");
        assert_eq!(found, [day("2026-01-01"), day("2026-02-01"), day("2026-03-01")]);
        assert_eq!(months(day("2020-01-01"), day("2024-12-31")).map(|months| months.len()).ok(), Some(60));
        assert!(months(day("2020-01-01"), day("2025-01-01")).is_err());
        assert_eq!(last_of_month(day("2028-02-03")), Some(day("2028-02-29")));
    }
}
