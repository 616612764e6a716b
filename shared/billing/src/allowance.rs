//! Allowances: what a subscription grants each period, and when it expires.

use values::{Day, TimeZone, Timestamp};

use crate::{
    arithmetic::{Overflow, share_up, times},
    cycles::{BillingSchedule, ScheduleError},
    period::{BillingPeriod, start_of},
};

/// What a period grants: all of `per_cycle`, or for a period in part its share by calendar days, rounded up.
///
/// # Errors
/// [`Overflow`] when it does not fit.
pub fn granted(per_cycle: i64, quantity: u32, period: &BillingPeriod) -> Result<i64, Overflow> {
    share_up(times(per_cycle, i64::from(quantity))?, period.days(), period.full_days())
}

/// When what the period of this number granted expires: at the end of the period, `rollover_cycles` later, and at the
/// latest when the subscription ends.
///
/// # Errors
/// [`ScheduleError::BeyondCalendar`].
pub fn expires_at(
    schedule: &BillingSchedule,
    number: u32,
    rollover_cycles: u32,
    ends: Option<Day>,
    zone: TimeZone,
) -> Result<Timestamp, ScheduleError> {
    let last = schedule.period(number.saturating_add(rollover_cycles))?.after();
    let day = ends.map_or(last, |ends| ends.min(last));
    start_of(day, zone).ok_or(ScheduleError::BeyondCalendar)
}

/// What a change within a period does to an allowance, before it is known what was spent of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangedAllowance {
    /// What was granted for days that are credited.
    pub back: i64,
    /// What is granted for days that are charged.
    pub granted: i64,
    /// Whether periods begin anew, so that what was granted before ends.
    pub begins_anew: bool,
}

/// What becomes of an allowance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SettledAllowance {
    /// So many more are granted.
    pub granted: i64,
    /// So many of what is not spent come back.
    pub taken: i64,
    /// So many were spent that are not paid for: they are taken off what is granted next.
    pub overdrawn: i64,
}

impl ChangedAllowance {
    /// What becomes of an allowance of which `rest` is not spent, when `overdrawn` was spent before without being paid
    /// for. Nobody has then spent or got more than was granted for the days that are paid for.
    #[must_use]
    pub const fn settled(&self, rest: i64, overdrawn: i64) -> SettledAllowance {
        let Self { back, granted, begins_anew } = *self;
        let (owed, kept) = if begins_anew {
            // What is not spent ends, whether or not it is of days that are credited.
            (if back > rest { back - rest } else { 0 }, 0)
        } else {
            (back, rest)
        };
        let owed = owed + overdrawn;
        if granted >= owed {
            return SettledAllowance { granted: granted - owed, taken: 0, overdrawn: 0 };
        }
        let short = owed - granted;
        let taken = if short < kept { short } else { kept };
        SettledAllowance { granted: 0, taken, overdrawn: short - taken }
    }
}

#[cfg(test)]
mod tests {
    use values::cycle::Cycle;

    use super::{BillingSchedule, Day, TimeZone, expires_at, granted};
    use crate::cycles::Anchor;

    fn day(text: &str) -> Day {
        Day::parse(text).expect("a day")
    }

    #[test]
    fn a_first_period_in_part_grants_its_share_rounded_up() {
        let schedule =
            BillingSchedule::new(day("2026-01-20"), Cycle::Monthly, Anchor::DayOfMonth(1)).expect("a schedule");
        let (part, whole) = (schedule.period(0).expect("a period"), schedule.period(1).expect("a period"));
        // 12 of 31 days.
        for (per_cycle, quantity, in_part, in_whole) in
            [(10, 1, 4, 10), (1, 1, 1, 1), (10, 3, 12, 30), (0, 5, 0, 0), (31, 1, 12, 31)]
        {
            assert_eq!(granted(per_cycle, quantity, &part), Ok(in_part), "{per_cycle} × {quantity}");
            assert_eq!(granted(per_cycle, quantity, &whole), Ok(in_whole), "{per_cycle} × {quantity}");
        }
    }

    #[test]
    fn what_was_granted_for_days_that_are_credited_comes_back_or_is_taken_off_what_is_granted_next() {
        let changed = |back, granted, begins_anew| super::ChangedAllowance { back, granted, begins_anew };
        for (change, rest, overdrawn, expected) in [
            (changed(6, 22, false), 10, 0, (16, 0, 0)),
            (changed(22, 6, false), 26, 0, (0, 16, 0)),
            (changed(22, 6, false), 4, 0, (0, 4, 12)),
            (changed(6, 22, false), 0, 12, (4, 0, 0)),
            (changed(10, 30, true), 10, 0, (30, 0, 0)),
            (changed(10, 30, true), 0, 0, (20, 0, 0)),
            (changed(30, 10, true), 0, 5, (0, 0, 25)),
        ] {
            let settled = change.settled(rest, overdrawn);
            assert_eq!((settled.granted, settled.taken, settled.overdrawn), expected, "{change:?} {rest} {overdrawn}");
        }
    }

    #[test]
    fn an_allowance_expires_when_its_period_ends_or_as_many_cycles_later_as_roll_over() {
        let schedule = BillingSchedule::new(day("2026-01-31"), Cycle::Monthly, Anchor::Rolling).expect("a schedule");
        let zone = TimeZone::parse("Europe/Amsterdam").expect("a zone");
        let expires = |rollover, ends| expires_at(&schedule, 0, rollover, ends, zone).map(|at| at.to_string());
        assert_eq!(expires(0, None).as_deref(), Ok("2026-02-27T23:00:00.000Z"));
        assert_eq!(expires(2, None).as_deref(), Ok("2026-04-29T22:00:00.000Z"));
        assert_eq!(expires(2, Some(day("2026-03-10"))).as_deref(), Ok("2026-03-09T23:00:00.000Z"));
    }
}
