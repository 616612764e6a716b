//! Notice: how long before its end a subscription is cancelled, and on which days it can end.

use chrono::{Datelike, Months, NaiveDate};
use values::{Day, notice::NoticeEnd};

use crate::{
    cycles::{BillingSchedule, ScheduleError},
    period::plus_days,
};

/// How long before its end notice is given, and on which days that end can be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Notice {
    /// Calendar months between notice and the end.
    pub months: u32,
    /// Days between them, after the months.
    pub days: u32,
    /// With what it ends.
    pub ends_with: NoticeEnd,
}

impl Notice {
    /// First day without a subscription that is cancelled on the local day `requested`, whatever the hour: not before
    /// `earliest_end`, at which one of its periods begins.
    ///
    /// # Errors
    /// [`ScheduleError::BeyondCalendar`].
    pub fn end(&self, schedule: &BillingSchedule, requested: Day, earliest_end: Day) -> Result<Day, ScheduleError> {
        let given = self.given(requested).ok_or(ScheduleError::BeyondCalendar)?;
        let end = match (schedule.period_at(given)?, self.ends_with) {
            // A subscription that has not begun can end before its first period.
            (None, _) => schedule.first(),
            (Some(period), NoticeEnd::Period) if period.first() == given && given > requested => given,
            (Some(period), NoticeEnd::Period) => period.after(),
            (Some(_), _) => given.max(plus_days(requested, 1).ok_or(ScheduleError::BeyondCalendar)?),
        };
        let end = end.max(earliest_end);
        if end == schedule.first() {
            return Ok(end);
        }
        first_end_from(end, self.ends_with).ok_or(ScheduleError::BeyondCalendar)
    }

    /// The first day by which enough notice was given.
    fn given(&self, requested: Day) -> Option<Day> {
        let months_later = requested.date().checked_add_months(Months::new(self.months)).and_then(Day::new)?;
        plus_days(months_later, i64::from(self.days))
    }
}

/// The first day, from `day` on, that follows the end of a month, quarter or year; `day` itself where something ends
/// with its periods. None after the year 9999.
#[must_use]
pub fn first_end_from(day: Day, ends_with: NoticeEnd) -> Option<Day> {
    let months = match ends_with {
        NoticeEnd::Period => return Some(day),
        NoticeEnd::Month => 1,
        NoticeEnd::Quarter => 3,
        NoticeEnd::Year => 12,
    };
    let date = day.date();
    let begun = NaiveDate::from_ymd_opt(date.year(), date.month0() / months * months + 1, 1)?;
    if begun == date { Some(day) } else { begun.checked_add_months(Months::new(months)).and_then(Day::new) }
}

#[cfg(test)]
mod tests {
    use values::cycle::Cycle;

    use super::{BillingSchedule, Day, Notice, NoticeEnd};
    use crate::cycles::Anchor;

    fn day(text: &str) -> Day {
        Day::parse(text).expect("a day")
    }

    fn schedule(first: &str) -> BillingSchedule {
        BillingSchedule::new(day(first), Cycle::Monthly, Anchor::Rolling).expect("a schedule")
    }

    fn end(first: &str, notice: Notice, requested: &str) -> Day {
        notice.end(&schedule(first), day(requested), day(first)).expect("an end")
    }

    #[test]
    fn a_subscription_ends_with_the_first_period_that_gives_enough_notice() {
        for (requested, days, expected) in [
            ("2026-06-01", 0, "2026-07-01"),
            ("2026-06-30", 0, "2026-07-01"),
            ("2026-06-01", 30, "2026-07-01"),
            ("2026-06-02", 30, "2026-08-01"),
            ("2026-06-02", 29, "2026-07-01"),
            ("2026-01-31", 1, "2026-02-01"),
        ] {
            let notice = Notice { days, ..Notice::default() };
            assert_eq!(end("2026-01-01", notice, requested), day(expected), "{requested} with {days}");
        }
    }

    #[test]
    fn months_of_notice_end_on_the_day_of_the_month_or_the_last_one() {
        let months = |months| Notice { months, ..Notice::default() };
        assert_eq!(end("2026-01-01", months(3), "2026-03-31"), day("2026-07-01"));
        assert_eq!(end("2026-01-01", months(3), "2026-04-01"), day("2026-07-01"));
        assert_eq!(end("2026-01-01", months(3), "2026-04-02"), day("2026-08-01"));
        assert_eq!(end("2026-01-31", months(1), "2026-01-31"), day("2026-02-28"));
    }

    #[test]
    fn notice_to_the_end_of_a_month_quarter_or_year_ends_with_it_wherever_periods_end() {
        let of = |months, ends_with| Notice { months, days: 0, ends_with };
        for (notice, requested, expected) in [
            (of(0, NoticeEnd::Month), "2026-03-20", "2026-04-01"),
            (of(0, NoticeEnd::Month), "2026-04-01", "2026-05-01"),
            (of(1, NoticeEnd::Month), "2026-03-01", "2026-04-01"),
            (of(3, NoticeEnd::Quarter), "2026-03-31", "2026-07-01"),
            (of(3, NoticeEnd::Quarter), "2026-04-01", "2026-07-01"),
            (of(3, NoticeEnd::Quarter), "2026-04-02", "2026-10-01"),
            (of(6, NoticeEnd::Year), "2026-07-02", "2028-01-01"),
        ] {
            assert_eq!(end("2026-01-15", notice, requested), day(expected), "{requested}");
        }
    }

    #[test]
    fn what_has_not_begun_ends_before_its_first_period_also_to_the_end_of_a_month() {
        let notice = Notice { months: 0, days: 0, ends_with: NoticeEnd::Month };
        assert_eq!(end("2026-06-15", notice, "2026-06-10"), day("2026-06-15"));
        let committed = notice.end(&schedule("2026-06-15"), day("2026-06-10"), day("2026-09-15"));
        assert_eq!(committed, Ok(day("2026-10-01")));
    }
}
