//! Proration: what a part of a period costs, by calendar days.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::Day;
use values::cycle::Cycle;

use crate::{
    arithmetic::{Overflow, share, times},
    period::BillingPeriod,
};

/// What a change within a period does with what was charged for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProrationMode {
    /// Nothing is credited and nothing charged before the next period.
    None,
    /// Unused days are credited, remaining days are charged.
    #[default]
    Prorate,
    /// The whole period is credited and charged anew, as if the new terms had held from its first day.
    FullCredit,
}

/// What a subscription costs each cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dues {
    /// Price of one cycle of one.
    pub unit_minor: i64,
    /// How many of the plan are subscribed to.
    pub quantity: u32,
    /// How long a cycle is.
    pub cycle: Cycle,
}

impl Dues {
    /// Price of a whole cycle.
    ///
    /// # Errors
    /// [`Overflow`] when it does not fit.
    pub fn cycle_minor(&self) -> Result<i64, Overflow> {
        times(self.unit_minor, i64::from(self.quantity))
    }

    /// Price of `days` of a period, rounded once.
    ///
    /// # Errors
    /// [`Overflow`] when it does not fit.
    pub fn days_minor(&self, days: i64, period: &BillingPeriod) -> Result<i64, Overflow> {
        share(self.cycle_minor()?, days, period.full_days())
    }

    /// Price of a period: of all its cycle, or of the days that it has of it.
    ///
    /// # Errors
    /// [`Overflow`] when it does not fit.
    pub fn period_minor(&self, period: &BillingPeriod) -> Result<i64, Overflow> {
        self.days_minor(period.days(), period)
    }

    /// The line that charges this for the days `[first, period.after)`.
    ///
    /// # Errors
    /// [`Overflow`] when it does not fit.
    pub fn charged_from(&self, first: Day, period: &BillingPeriod) -> Result<ProrationLine, Overflow> {
        let days = period.days_from(first);
        let amount_minor = self.days_minor(days, period)?;
        let first = first.max(period.first());
        Ok(ProrationLine { first, after: period.after(), days, full_days: period.full_days(), amount_minor })
    }

    /// The line that credits this for the days `[first, period.after)`.
    ///
    /// # Errors
    /// [`Overflow`] when it does not fit.
    pub fn credited_from(&self, first: Day, period: &BillingPeriod) -> Result<ProrationLine, Overflow> {
        let line = self.charged_from(first, period)?;
        Ok(ProrationLine { amount_minor: -line.amount_minor, ..line })
    }
}

/// A charge, or below zero a credit, for some days of a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProrationLine {
    /// First day it is for.
    pub first: Day,
    /// First day it is no longer for.
    pub after: Day,
    /// Days it is for.
    pub days: i64,
    /// Days of the whole cycle.
    pub full_days: i64,
    /// Charged when above zero, credited when below.
    pub amount_minor: i64,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{BillingPeriod, Cycle, Day, Dues};
    use crate::cycles::{Anchor, BillingSchedule};

    fn day(text: &str) -> Day {
        Day::parse(text).expect("a day")
    }

    fn dues(unit_minor: i64) -> Dues {
        Dues { unit_minor, quantity: 1, cycle: Cycle::Monthly }
    }

    fn first_period(first: &str, anchor: Anchor) -> BillingPeriod {
        let schedule = BillingSchedule::new(day(first), Cycle::Monthly, anchor).expect("a schedule");
        schedule.period(0).expect("a period")
    }

    /// <https://getlago.com/docs/guide/subscriptions/upgrades-downgrades>: 14 of 31 days of 100 euros are 45.16.
    #[test]
    fn fourteen_days_of_january_cost_fourteen_thirty_firsts() {
        let january = first_period("2026-01-01", Anchor::Rolling);
        assert_eq!(dues(10_000).days_minor(14, &january), Ok(4_516));
    }

    /// <https://github.com/orgs/community/discussions/212320>: 6 to 20 November of 10 dollars a month, billed on the
    /// 21st, are 4.84.
    #[test]
    fn the_days_up_to_the_anchor_are_a_part_of_the_month_that_ends_there() {
        let part = first_period("2025-11-06", Anchor::DayOfMonth(21));
        assert_eq!((part.days(), part.full_days()), (15, 31));
        assert_eq!(dues(1_000).period_minor(&part), Ok(484));
    }

    #[test]
    fn a_whole_period_costs_its_price_whatever_its_length() {
        for first in ["2026-01-01", "2026-02-01", "2024-02-01", "2026-04-01"] {
            assert_eq!(dues(9_999).period_minor(&first_period(first, Anchor::Rolling)), Ok(9_999), "{first}");
        }
    }

    #[test]
    fn a_currency_without_decimals_is_rounded_to_whole_units() {
        let february = first_period("2026-02-01", Anchor::Rolling);
        assert_eq!(dues(1_001).days_minor(14, &february), Ok(501)); // 500.5
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn never_more_is_credited_than_was_charged(minor in 0_i64..10_000_000, from in 0_i64..31, to in 0_i64..31) {
            let period = first_period("2026-01-01", Anchor::Rolling);
            let (first, later) = (from.min(to), from.max(to));
            let on = |days: i64| crate::period::plus_days(period.first(), days).expect("a day");
            let charged = dues(minor).charged_from(on(first), &period).expect("a line");
            let credited = dues(minor).credited_from(on(later), &period).expect("a line");
            prop_assert!(credited.amount_minor <= 0 && -credited.amount_minor <= charged.amount_minor);
            prop_assert_eq!(charged.days, 31 - first);
        }
    }
}
