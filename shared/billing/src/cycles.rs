//! Cycles and anchors: where the periods of a subscription begin and end, in local days.
//!
//! Every boundary is computed from the first day and never from the boundary before, so that a subscription that began
//! on the 31st goes to the 28th of February and returns to the 31st of March.

use chrono::{Datelike, Months, NaiveDate};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::cycle::Cycle;
use values::schedule::Weekday;
use values::{ApiError, Day};

use crate::period::BillingPeriod;

/// The last day of the month on which periods can be made to begin: every month has it.
pub const ANCHOR_DAY_MAX: u32 = 28;

/// On which days the periods of a subscription begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Anchor {
    /// On the day of the month, or of the week, on which it began.
    #[default]
    Rolling,
    /// On this day of the month, 1 to 28; the first period is in part.
    DayOfMonth(#[schemars(range(min = 1, max = 28))] u32),
    /// On this day of the week; the first period is in part.
    Weekday(Weekday),
    /// First on this day, and then as if the subscription had begun on it; the first period is in part.
    Date(Day),
}

/// Why a subscription cannot have this schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScheduleError {
    /// A day of the month below 1 or above 28.
    AnchorOutOfRange,
    /// A day of the month for a cycle of days or weeks.
    AnchorNeedsMonths,
    /// A day of the week for a cycle that is no week.
    AnchorNeedsWeeks,
    /// A day before the first one, or one that is a cycle or more after it.
    AnchorBeyondCycle,
    /// A period would end after the year 9999.
    BeyondCalendar,
}

impl From<ScheduleError> for ApiError {
    /// 422, naming `anchor`, a part of it or `start_date`.
    fn from(error: ScheduleError) -> Self {
        match error {
            ScheduleError::AnchorOutOfRange => {
                Self::rule("anchor.day_of_month", "anchor_out_of_range", "a day of the month is 1 to 28")
            }
            ScheduleError::AnchorNeedsMonths => Self::rule(
                "anchor",
                "anchor_needs_months",
                "only monthly, quarterly and yearly cycles have a day of the month",
            ),
            ScheduleError::AnchorNeedsWeeks => {
                Self::rule("anchor", "anchor_needs_weeks", "only weekly cycles have a day of the week")
            }
            ScheduleError::AnchorBeyondCycle => Self::rule(
                "anchor.date",
                "anchor_beyond_cycle",
                "the first whole period begins with the first day that is paid for, or less than a cycle later",
            ),
            ScheduleError::BeyondCalendar => {
                Self::rule("start_date", "out_of_range", "a period would end after the year 9999")
            }
        }
    }
}

/// How long a cycle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    Days(u32),
    Months(u32),
}

const fn length(cycle: Cycle) -> Length {
    match cycle {
        Cycle::Daily => Length::Days(1),
        Cycle::Weekly => Length::Days(7),
        Cycle::Monthly => Length::Months(1),
        Cycle::Quarterly => Length::Months(3),
        Cycle::Yearly => Length::Months(12),
    }
}

/// Days in 400 years, which is when the calendar repeats, per cycles in them; only the proportions matter.
#[must_use]
pub const fn average_days(cycle: Cycle) -> i64 {
    /// 400 years of 365.2425 days in units of 1/4800 of them, so that a month is whole too.
    const MONTH: i64 = 146_097;
    match cycle {
        Cycle::Daily => 4_800,
        Cycle::Weekly => 7 * 4_800,
        Cycle::Monthly => MONTH,
        Cycle::Quarterly => 3 * MONTH,
        Cycle::Yearly => 12 * MONTH,
    }
}

/// When the periods of a subscription begin: a pure function of the first day, the cycle and the anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BillingSchedule {
    first: Day,
    cycle: Cycle,
    anchor: Anchor,
}

impl BillingSchedule {
    /// Periods of `cycle` from the local day `first` on.
    ///
    /// # Errors
    /// [`ScheduleError`] when the anchor does not fit the cycle or the first period does not fit the calendar.
    pub fn new(first: Day, cycle: Cycle, anchor: Anchor) -> Result<Self, ScheduleError> {
        let schedule = Self { first, cycle, anchor };
        schedule.check_anchor()?;
        schedule.period(0).map(|_| schedule)
    }

    fn check_anchor(&self) -> Result<(), ScheduleError> {
        let refused = match self.anchor {
            Anchor::Rolling => None,
            Anchor::DayOfMonth(day) if !(1..=ANCHOR_DAY_MAX).contains(&day) => Some(ScheduleError::AnchorOutOfRange),
            Anchor::DayOfMonth(_) => {
                matches!(length(self.cycle), Length::Days(_)).then_some(ScheduleError::AnchorNeedsMonths)
            }
            Anchor::Weekday(_) => (self.cycle != Cycle::Weekly).then_some(ScheduleError::AnchorNeedsWeeks),
            Anchor::Date(day) => {
                let first = self.first.date();
                let after = self.forward(first, 1).ok_or(ScheduleError::BeyondCalendar)?;
                (!(first..after).contains(&day.date())).then_some(ScheduleError::AnchorBeyondCycle)
            }
        };
        refused.map_or(Ok(()), Err)
    }

    /// The local day on which the first period begins.
    #[must_use]
    pub const fn first(&self) -> Day {
        self.first
    }

    /// How long a whole period of the schedule is.
    #[must_use]
    pub const fn cycle(&self) -> Cycle {
        self.cycle
    }

    /// On which days periods begin.
    #[must_use]
    pub const fn anchor(&self) -> Anchor {
        self.anchor
    }

    /// Whether the first period is shorter than a cycle.
    #[must_use]
    pub fn begins_in_part(&self) -> bool {
        self.anchored().is_some_and(|anchored| anchored != self.first.date())
    }

    /// The period of this number, from 0, computed from the first day.
    ///
    /// # Errors
    /// [`ScheduleError::BeyondCalendar`] when it ends after the year 9999.
    pub fn period(&self, number: u32) -> Result<BillingPeriod, ScheduleError> {
        let period = || {
            let (first, after) = (self.boundary(number)?, self.boundary(number.checked_add(1)?)?);
            let whole_from = if number == 0 && self.begins_in_part() { self.back(after)? } else { first };
            let full_days = (after - whole_from).num_days();
            Some(BillingPeriod::new(number, Day::new(first)?, Day::new(after)?, full_days))
        };
        period().ok_or(ScheduleError::BeyondCalendar)
    }

    /// The period in which a local day lies; none before the first.
    ///
    /// # Errors
    /// [`ScheduleError::BeyondCalendar`] when it ends after the year 9999.
    pub fn period_at(&self, day: Day) -> Result<Option<BillingPeriod>, ScheduleError> {
        if day < self.first {
            return Ok(None);
        }
        let (from, to) = (self.first.date(), day.date());
        let cycles = match length(self.cycle) {
            Length::Days(days) => (to - from).num_days() / i64::from(days),
            Length::Months(months) => {
                let months_between =
                    12 * (to.year() - from.year()) + to.month0().cast_signed() - from.month0().cast_signed();
                i64::from(months_between) / i64::from(months)
            }
        };
        // A boundary lies at most one cycle away from where whole months would put it.
        let mut number = u32::try_from(cycles).unwrap_or_default().saturating_sub(1);
        loop {
            let period = self.period(number)?;
            if day < period.after() {
                return Ok(Some(period));
            }
            number += 1;
        }
    }

    /// First day of the period of this number.
    fn boundary(&self, number: u32) -> Option<NaiveDate> {
        match self.anchored() {
            Some(anchored) if anchored != self.first.date() => {
                number.checked_sub(1).map_or(Some(self.first.date()), |whole| self.forward(anchored, whole))
            }
            _ => self.forward(self.first.date(), number),
        }
    }

    /// The first day of the first whole period of an anchored schedule.
    fn anchored(&self) -> Option<NaiveDate> {
        let first = self.first.date();
        match self.anchor {
            Anchor::Rolling => None,
            Anchor::DayOfMonth(day) => {
                let this_month = first.with_day(day)?;
                if this_month < first { this_month.checked_add_months(Months::new(1)) } else { Some(this_month) }
            }
            Anchor::Weekday(weekday) => first.iter_days().take(7).find(|date| Weekday::of(*date) == weekday),
            Anchor::Date(day) => Some(day.date()),
        }
    }

    fn forward(&self, from: NaiveDate, cycles: u32) -> Option<NaiveDate> {
        match length(self.cycle) {
            Length::Days(days) => from.checked_add_days(chrono::Days::new(u64::from(days) * u64::from(cycles))),
            Length::Months(months) => from.checked_add_months(Months::new(months.checked_mul(cycles)?)),
        }
    }

    fn back(&self, from: NaiveDate) -> Option<NaiveDate> {
        match length(self.cycle) {
            Length::Days(days) => from.checked_sub_days(chrono::Days::new(u64::from(days))),
            Length::Months(months) => from.checked_sub_months(Months::new(months)),
        }
    }
}

#[cfg(test)]
mod tests;
