//! Pauses: whole periods without charges and benefits.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{ApiError, Day};

use crate::{
    cycles::{BillingSchedule, ScheduleError},
    period::days_between,
};

/// What becomes of the invoices of the time between.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PauseBehaviour {
    /// The dues of a paused period are put into a draft, which the operator issues or deletes.
    Draft,
    /// A paused period is not invoiced.
    #[default]
    Void,
}

/// What an operator allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PausePolicy {
    /// Longest pause in days; no limit when none.
    pub days_max: Option<u32>,
    /// Least days between the request and the pause.
    pub notice_days: u32,
    /// Whether the day on which it ends must be said.
    pub end_required: bool,
}

/// A pause: periods `[first_period, after_period)` of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pause {
    /// Number of the first period that is paused.
    pub first_period: u32,
    /// Number of the first period that is not; none until somebody resumes.
    pub after_period: Option<u32>,
    /// First day of the pause.
    pub from: Day,
    /// First day after it.
    pub until: Option<Day>,
    /// What becomes of the invoices of the time between.
    pub behaviour: PauseBehaviour,
}

/// Why a pause is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PauseError {
    /// It would end before or when it begins.
    Empty,
    /// It begins sooner than the operator's notice allows.
    Notice {
        /// The notice in days.
        days: u32,
    },
    /// It is longer than the operator allows.
    TooLong {
        /// The longest in days.
        days: u32,
    },
    /// The day on which it ends must be said.
    EndRequired,
    /// It lies beyond the calendar.
    Schedule(ScheduleError),
}

impl From<ScheduleError> for PauseError {
    fn from(error: ScheduleError) -> Self {
        Self::Schedule(error)
    }
}

impl From<PauseError> for ApiError {
    /// 422, naming `from` or `until`.
    fn from(error: PauseError) -> Self {
        match error {
            PauseError::Empty => Self::rule("until", "pause_empty", "no whole period lies between from and until"),
            PauseError::Notice { days } => {
                Self::rule("from", "pause_notice", format!("a pause is asked for at least {days} days before"))
            }
            PauseError::TooLong { days } => {
                Self::rule("until", "pause_too_long", format!("a pause is at most {days} days long"))
            }
            PauseError::EndRequired => Self::rule("until", "required", "a pause needs the day on which it ends"),
            PauseError::Schedule(_) => Self::rule("until", "out_of_range", "it lies beyond the calendar"),
        }
    }
}

impl PausePolicy {
    /// The pause asked for on the day `requested`. It begins with the first period that begins on or after `from`, and
    /// ends with the first that begins on or after `until`.
    ///
    /// # Errors
    /// [`PauseError`].
    pub fn pause(
        &self,
        schedule: &BillingSchedule,
        requested: Day,
        (from, until): (Day, Option<Day>),
        behaviour: PauseBehaviour,
    ) -> Result<Pause, PauseError> {
        if until.is_none() && (self.end_required || self.days_max.is_some()) {
            return Err(PauseError::EndRequired);
        }
        let first_period = first_period_from(schedule, from)?;
        let from = schedule.period(first_period)?.first();
        if days_between(requested, from) < i64::from(self.notice_days) {
            return Err(PauseError::Notice { days: self.notice_days });
        }
        let after_period = until.map(|until| first_period_from(schedule, until)).transpose()?;
        if after_period.is_some_and(|after| after <= first_period) {
            return Err(PauseError::Empty);
        }
        let until = after_period.map(|after| schedule.period(after)).transpose()?.map(|period| period.first());
        if let (Some(until), Some(days)) = (until, self.days_max)
            && days_between(from, until) > i64::from(days)
        {
            return Err(PauseError::TooLong { days });
        }
        Ok(Pause { first_period, after_period, from, until, behaviour })
    }
}

impl Pause {
    /// Whether the period of this number is paused.
    #[must_use]
    pub fn covers(&self, number: u32) -> bool {
        self.first_period <= number && self.after_period.is_none_or(|after| number < after)
    }

    /// Whether a local day is.
    #[must_use]
    pub fn covers_day(&self, day: Day) -> bool {
        self.from <= day && self.until.is_none_or(|until| day < until)
    }

    /// The same pause ended by a request on a day: its periods that have begun stay paused.
    ///
    /// # Errors
    /// [`ScheduleError`].
    pub fn resumed(&self, schedule: &BillingSchedule, on: Day) -> Result<Self, ScheduleError> {
        let after = first_period_from(schedule, on)?.max(self.first_period);
        let after = self.after_period.map_or(after, |planned| planned.min(after));
        let until = schedule.period(after)?.first();
        Ok(Self { after_period: Some(after), until: Some(until), ..*self })
    }
}

/// How many of the periods up to and including `number` are paused.
#[must_use]
pub fn paused_up_to(pauses: &[Pause], number: u32) -> u32 {
    let ends = number.saturating_add(1);
    let lengths = pauses
        .iter()
        .map(|pause| pause.after_period.map_or(ends, |after| after.min(ends)).saturating_sub(pause.first_period));
    lengths.fold(0, u32::saturating_add)
}

/// Number of the first period that begins on or after a day.
fn first_period_from(schedule: &BillingSchedule, day: Day) -> Result<u32, ScheduleError> {
    Ok(match schedule.period_at(day)? {
        None => 0,
        Some(period) if period.first() == day => period.number(),
        Some(period) => period.number() + 1,
    })
}

#[cfg(test)]
mod tests {
    use values::cycle::Cycle;

    use super::{BillingSchedule, Day, Pause, PauseBehaviour, PauseError, PausePolicy, paused_up_to};
    use crate::cycles::Anchor;

    fn day(text: &str) -> Day {
        Day::parse(text).expect("a day")
    }

    fn schedule() -> BillingSchedule {
        BillingSchedule::new(day("2026-01-31"), Cycle::Monthly, Anchor::Rolling).expect("a schedule")
    }

    /// An operator's rule: up to half a year, two weeks ahead, the end must be said.
    const POLICY: PausePolicy = PausePolicy { days_max: Some(184), notice_days: 14, end_required: true };
    const FREE: PausePolicy = PausePolicy { days_max: None, notice_days: 0, end_required: false };

    fn asked(policy: PausePolicy, requested: &str, from: &str, until: Option<&str>) -> Result<Pause, PauseError> {
        policy.pause(&schedule(), day(requested), (day(from), until.map(day)), PauseBehaviour::Void)
    }

    #[test]
    fn a_pause_takes_whole_periods() {
        let pause = asked(POLICY, "2026-02-01", "2026-03-10", Some("2026-05-01")).expect("a pause");
        assert_eq!((pause.from, pause.until), (day("2026-03-31"), Some(day("2026-05-31"))));
        assert_eq!([1, 2, 3, 4].map(|number| pause.covers(number)), [false, true, true, false]);
        assert!(pause.covers_day(day("2026-05-30")) && !pause.covers_day(day("2026-05-31")));
        assert_eq!([1, 2, 3, 4, 9].map(|number| paused_up_to(&[pause], number)), [0, 1, 2, 2, 2]);
    }

    #[test]
    fn what_an_operator_does_not_allow_is_refused() {
        for (requested, from, until, expected) in [
            ("2026-03-20", "2026-03-31", Some("2026-05-31"), PauseError::Notice { days: 14 }),
            ("2026-02-01", "2026-03-31", Some("2026-10-31"), PauseError::TooLong { days: 184 }),
            ("2026-02-01", "2026-03-31", None, PauseError::EndRequired),
            ("2026-02-01", "2026-03-31", Some("2026-03-31"), PauseError::Empty),
            ("2026-02-01", "2026-03-02", Some("2026-03-30"), PauseError::Empty),
        ] {
            assert_eq!(asked(POLICY, requested, from, until), Err(expected), "{requested} {from} {until:?}");
        }
        assert!(asked(POLICY, "2026-02-01", "2026-03-31", Some("2026-09-30")).is_ok());
    }

    #[test]
    fn a_pause_without_end_lasts_until_somebody_resumes() {
        let pause = asked(FREE, "2026-03-31", "2026-03-31", None).expect("a pause");
        assert!(pause.covers(500));
        let resumed = pause.resumed(&schedule(), day("2026-06-10")).expect("a pause");
        assert_eq!((resumed.until, resumed.covers(4), resumed.covers(5)), (Some(day("2026-06-30")), true, false));
        let before = pause.resumed(&schedule(), day("2026-02-10")).expect("a pause");
        assert!(!before.covers(2), "resumed before it began");
    }
}
