//! What follows from the days of a contract: when its present term ends, until when notice can be given, and its stage.
//! Days are local days of its location.

use billing::period::plus_days;
use chrono::Months;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::Day;

/// Months before the last day for notice in which a contract is up for renewal.
const RENEWAL_MONTHS: u32 = 1;

/// Where a signed contract stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ContractStage")]
pub enum Stage {
    /// Its first day has not come.
    Upcoming,
    /// It holds, and its renewal need not be decided on yet.
    Active,
    /// It holds, and it is time to decide about its renewal: from a month before the last day for notice.
    UpForRenewal,
    /// It holds to its end: the last day for notice has passed, and it does not renew by itself.
    NotRenewed,
    /// It holds until the end that notice or termination gave it.
    NoticeServed,
    /// Its last day has passed.
    Expired,
    /// The day has passed on which it was terminated.
    Terminated,
}

/// The days of a contract and what was decided about its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContractDays {
    /// First local day of the contract.
    pub start: Day,
    /// Last day of its first term; none when it is open-ended.
    pub end: Option<Day>,
    /// Months of each further term, when it renews by itself.
    pub term_months: Option<u32>,
    /// Calendar months before the end by which notice is served.
    pub notice_months: u32,
    /// Days before that by which it is.
    pub notice_days: u32,
    /// Last day that notice gave it.
    pub notice_end: Option<Day>,
    /// Last day that termination gave it.
    pub terminated_on: Option<Day>,
}

impl ContractDays {
    /// Last day of the term that a day is in, or that was decided on.
    #[must_use]
    pub fn end_on(&self, today: Day) -> Option<Day> {
        if let Some(decided) = self.terminated_on.or(self.notice_end) {
            return Some(decided);
        }
        let first = self.end?;
        let Some(term) = self.term_months.filter(|term| *term > 0) else { return Some(first) };
        let mut end = first;
        let mut terms = 0_u32;
        // Counted from the day after the first end, so that what ends with a month always does.
        while self.notice_until(end) < today {
            terms += 1;
            let after = plus_days(first, 1).and_then(|after| plus_months(after, terms.saturating_mul(term)));
            match after.and_then(|after| plus_days(after, -1)) {
                Some(next) => end = next,
                None => return Some(end),
            }
        }
        Some(end)
    }

    /// Last day on which notice ends it with `end`.
    #[must_use]
    pub fn notice_until(&self, end: Day) -> Day {
        let until = || {
            // Counted from the day after the end, so that months before the end of a month are whole months.
            let after = plus_days(end, 1)?.date().checked_sub_months(Months::new(self.notice_months))?;
            plus_days(Day::new(after)?, -1 - i64::from(self.notice_days))
        };
        until().unwrap_or(end)
    }

    /// First day on which it is time to decide about its renewal.
    #[must_use]
    pub fn renewal_from(&self, end: Day) -> Day {
        let until = self.notice_until(end);
        until.date().checked_sub_months(Months::new(RENEWAL_MONTHS)).and_then(Day::new).unwrap_or(until)
    }

    /// The first day on which it is longer than on this one, because it renews by itself.
    #[must_use]
    pub fn extends_on(&self, today: Day) -> Option<Day> {
        let is_decided = self.terminated_on.or(self.notice_end).is_some();
        if is_decided || self.term_months.is_none() {
            return None;
        }
        plus_days(self.notice_until(self.end_on(today)?), 1)
    }

    /// Where it stands on a day, once it is signed.
    #[must_use]
    pub fn stage(&self, today: Day) -> Stage {
        let end = self.end_on(today);
        if end.is_some_and(|end| end < today) {
            return if self.terminated_on.is_some() { Stage::Terminated } else { Stage::Expired };
        }
        if self.terminated_on.or(self.notice_end).is_some() {
            return Stage::NoticeServed;
        }
        if today < self.start {
            return Stage::Upcoming;
        }
        match end {
            Some(end) if self.notice_until(end) < today => Stage::NotRenewed,
            Some(end) if self.renewal_from(end) <= today => Stage::UpForRenewal,
            Some(_) | None => Stage::Active,
        }
    }

    /// The term after this one, as long as the first: so many months where it was whole months, otherwise so many days.
    #[must_use]
    pub fn next_term(&self, today: Day) -> Option<(Day, Option<Day>)> {
        let start = plus_days(self.end_on(today)?, 1)?;
        let first_end = self.end?;
        let after = plus_days(first_end, 1)?;
        let months = (1..=1_200).find(|months| plus_months(self.start, *months).is_some_and(|end| after <= end));
        let whole = months.filter(|months| plus_months(self.start, *months) == Some(after));
        let next = match whole {
            Some(months) => plus_months(start, months),
            None => plus_days(start, billing::period::days_between(self.start, after)),
        };
        Some((start, next.and_then(|next| plus_days(next, -1))))
    }
}

/// The day so many months later; the last of a month that is too short.
fn plus_months(day: Day, months: u32) -> Option<Day> {
    day.date().checked_add_months(Months::new(months)).and_then(Day::new)
}

#[cfg(test)]
mod tests {
    use values::Day;

    use super::{ContractDays, Stage};

    fn day(text: &str) -> Day {
        Day::parse(text).expect("a day")
    }

    fn year() -> ContractDays {
        ContractDays {
            start: day("2027-01-01"),
            end: Some(day("2027-12-31")),
            term_months: None,
            notice_months: 0,
            notice_days: 30,
            notice_end: None,
            terminated_on: None,
        }
    }

    #[test]
    fn the_stages_of_a_year_follow_from_its_days() {
        for (today, stage) in [
            ("2026-12-31", Stage::Upcoming),
            ("2027-01-01", Stage::Active),
            ("2027-10-31", Stage::Active),
            ("2027-11-01", Stage::UpForRenewal),
            ("2027-12-01", Stage::UpForRenewal),
            ("2027-12-02", Stage::NotRenewed),
            ("2027-12-31", Stage::NotRenewed),
            ("2028-01-01", Stage::Expired),
        ] {
            assert_eq!(year().stage(day(today)), stage, "{today}");
        }
    }

    #[test]
    fn what_renews_by_itself_is_longer_from_the_day_after_the_last_for_notice() {
        let renewing = ContractDays { term_months: Some(6), ..year() };
        for (today, end) in [
            ("2027-12-01", "2027-12-31"),
            ("2027-12-02", "2028-06-30"),
            ("2028-06-01", "2028-12-31"),
            ("2030-01-15", "2030-06-30"),
        ] {
            assert_eq!(renewing.end_on(day(today)), Some(day(end)), "{today}");
        }
        assert_eq!(renewing.extends_on(day("2027-05-01")), Some(day("2027-12-02")));
        assert_eq!(renewing.stage(day("2027-12-02")), Stage::Active);
    }

    #[test]
    fn a_term_that_ends_on_the_31st_returns_to_it() {
        let monthly = ContractDays { end: Some(day("2027-01-31")), term_months: Some(1), notice_days: 0, ..year() };
        assert_eq!(monthly.end_on(day("2027-02-10")), Some(day("2027-02-28")));
        assert_eq!(monthly.end_on(day("2027-03-01")), Some(day("2027-03-31")));
    }

    #[test]
    fn notice_and_termination_decide_the_end() {
        let renewing = ContractDays { term_months: Some(6), notice_end: Some(day("2027-12-31")), ..year() };
        assert_eq!(renewing.stage(day("2027-12-31")), Stage::NoticeServed);
        assert_eq!(renewing.stage(day("2028-01-01")), Stage::Expired);
        assert_eq!(renewing.extends_on(day("2027-12-31")), None);
        let terminated = ContractDays { terminated_on: Some(day("2027-05-15")), ..renewing };
        assert_eq!(terminated.stage(day("2027-05-15")), Stage::NoticeServed);
        assert_eq!(terminated.stage(day("2027-05-16")), Stage::Terminated);
    }

    #[test]
    fn an_open_end_is_active_until_notice() {
        let open = ContractDays { end: None, ..year() };
        assert_eq!(open.stage(day("2040-01-01")), Stage::Active);
        assert_eq!(open.end_on(day("2040-01-01")), None);
    }

    #[test]
    fn the_next_term_is_as_long_as_the_first() {
        assert_eq!(year().next_term(day("2027-06-01")), Some((day("2028-01-01"), Some(day("2028-12-31")))));
        let part = ContractDays { start: day("2027-01-10"), end: Some(day("2027-01-19")), ..year() };
        assert_eq!(part.next_term(day("2027-01-12")), Some((day("2027-01-20"), Some(day("2027-01-29")))));
    }
}
