//! Dates of an invoice: when it is due, when it is overdue, when people are reminded of it. All in local days.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{ApiError, Day};

use crate::period::{days_between, plus_days};

/// Farthest day from the due date on which people are reminded.
pub const REMINDER_DAYS_MAX: i64 = 365;

/// When an invoice is due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DueTerms {
    /// As the customer, or otherwise the merchant, has it.
    #[default]
    Default,
    /// So many days after the issue.
    Days(#[schemars(range(min = 0, max = 365))] u32),
    /// On the given local day, not before the issue.
    Date(Day),
}

/// Why an invoice cannot be due then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DueDateError {
    /// It would be due before it is issued.
    BeforeIssue,
    /// It would be due after the year 9999.
    BeyondCalendar,
}

impl From<DueDateError> for ApiError {
    /// 422, naming `due_date` and the broken rule.
    fn from(error: DueDateError) -> Self {
        match error {
            DueDateError::BeforeIssue => {
                Self::rule("due_date", "before_issue", "an invoice is due on or after its issue")
            }
            DueDateError::BeyondCalendar => Self::rule("due_date", "out_of_range", "the day lies after the year 9999"),
        }
    }
}

/// The day on which an invoice is due that is issued on the local day `issued`.
///
/// # Errors
/// [`DueDateError`].
pub fn due_date(issued: Day, terms: DueTerms, default_days: u32) -> Result<Day, DueDateError> {
    match terms {
        DueTerms::Date(day) if day < issued => Err(DueDateError::BeforeIssue),
        DueTerms::Date(day) => Ok(day),
        DueTerms::Days(days) => plus_days(issued, i64::from(days)).ok_or(DueDateError::BeyondCalendar),
        DueTerms::Default => plus_days(issued, i64::from(default_days)).ok_or(DueDateError::BeyondCalendar),
    }
}

/// Days for which something that was due on `due` is overdue on the local day `today`: none on the day itself.
#[must_use]
pub fn overdue_days(due: Day, today: Day) -> i64 {
    days_between(due, today).max(0)
}

/// Days on which people are reminded of an unpaid invoice, counted from its due date; below zero is before it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ReminderPlan(Vec<i64>);

impl ReminderPlan {
    /// A plan of these days, each once, in order; those farther than a year are left out.
    #[must_use]
    pub fn new(mut days: Vec<i64>) -> Self {
        days.retain(|day| day.abs() <= REMINDER_DAYS_MAX);
        days.sort_unstable();
        days.dedup();
        Self(days)
    }

    /// Days of the reminders.
    #[must_use]
    pub fn days(&self) -> &[i64] {
        &self.0
    }

    /// The day of the reminder after those that are `done`, of an invoice that is still unpaid; none when there are no
    /// more. A plan that is changed meanwhile goes on behind what is done.
    #[must_use]
    pub fn next(&self, due: Day, done: usize) -> Option<Day> {
        plus_days(due, *self.0.get(done)?)
    }

    /// How many reminders are done when one goes out on `today`: those missed are not made up for, one stands for all.
    #[must_use]
    pub fn done_on(&self, due: Day, today: Day) -> usize {
        self.0.iter().take_while(|day| **day <= days_between(due, today)).count()
    }
}

#[cfg(test)]
mod tests {
    use super::{Day, DueDateError, DueTerms, ReminderPlan, due_date, overdue_days};

    fn day(text: &str) -> Day {
        Day::parse(text).expect("a day")
    }

    #[test]
    fn an_invoice_is_due_days_after_its_issue_or_on_a_day() {
        let issued = day("2026-01-30");
        for (terms, expected) in [
            (DueTerms::Default, Ok("2026-02-13")),
            (DueTerms::Days(30), Ok("2026-03-01")),
            (DueTerms::Days(0), Ok("2026-01-30")),
            (DueTerms::Date(day("2026-06-01")), Ok("2026-06-01")),
            (DueTerms::Date(day("2026-01-29")), Err(DueDateError::BeforeIssue)),
        ] {
            assert_eq!(due_date(issued, terms, 14), expected.map(day), "{terms:?}");
        }
    }

    #[test]
    fn an_invoice_is_overdue_from_the_day_after_it_was_due() {
        assert_eq!(
            ["2026-02-12", "2026-02-13", "2026-02-14"].map(|today| overdue_days(day("2026-02-13"), day(today))),
            [0, 0, 1]
        );
    }

    #[test]
    fn people_are_reminded_by_plan_and_once_for_what_was_missed() {
        let plan = ReminderPlan::new(vec![14, -3, 7, 7, 9_999]);
        let due = day("2026-02-13");
        assert_eq!(plan.days(), [-3, 7, 14]);
        assert_eq!(
            [0, 1, 2].map(|done| plan.next(due, done)),
            ["2026-02-10", "2026-02-20", "2026-02-27"].map(|text| Some(day(text)))
        );
        assert_eq!(plan.next(due, 3), None);
        assert_eq!(
            ["2026-02-09", "2026-02-10", "2026-02-20", "2026-03-30"].map(|today| plan.done_on(due, day(today))),
            [0, 1, 2, 3]
        );
    }
}
