use proptest::prelude::*;
use values::cycle::Cycle;

use super::{
    Anchor, BillingSchedule, ChangeTiming, CurrentTerms, Day, Direction, Dues, PlanChangeError, PlanChangeRequest,
    ProrationMode, change_plan, change_quantity, direction,
};
use crate::period::plus_days;

fn day(text: &str) -> Day {
    Day::parse(text).expect("a day")
}

fn dues(unit_minor: i64, cycle: Cycle) -> Dues {
    Dues { unit_minor, quantity: 1, cycle }
}

fn current(first: &str, dues: Dues) -> CurrentTerms {
    let schedule = BillingSchedule::new(day(first), dues.cycle, Anchor::Rolling).expect("a schedule");
    CurrentTerms { dues, schedule, period: schedule.period(0).expect("a period"), ends: None }
}

fn request(dues: Dues, on: &str) -> PlanChangeRequest {
    PlanChangeRequest { dues, anchor: Anchor::Rolling, on: day(on), mode: ProrationMode::Prorate, timing: None }
}

fn amounts(change: &super::PlanChange) -> Vec<i64> {
    change.lines.iter().map(|line| line.amount_minor).collect()
}

/// The table of <https://doc.getlago.com/docs/guide/plans/upgrades-downgrades>; an equal price is an upgrade there too.
#[test]
fn an_upgrade_is_what_costs_as_much_or_more_a_day() {
    let old = dues(2_000, Cycle::Monthly);
    for (new, expected) in [
        (dues(4_000, Cycle::Monthly), Direction::Upgrade),
        (dues(1_500, Cycle::Monthly), Direction::Downgrade),
        (dues(30_000, Cycle::Yearly), Direction::Upgrade),
        (dues(18_000, Cycle::Yearly), Direction::Downgrade),
        (dues(2_000, Cycle::Monthly), Direction::Upgrade),
        (dues(24_000, Cycle::Yearly), Direction::Upgrade),
        (dues(6_000, Cycle::Quarterly), Direction::Upgrade),
        (dues(5_999, Cycle::Quarterly), Direction::Downgrade),
        (dues(65, Cycle::Daily), Direction::Downgrade), // 19.78 a month
        (dues(66, Cycle::Daily), Direction::Upgrade),   // 20.09 a month
    ] {
        assert_eq!(direction(&old, &new), Ok(expected), "{new:?}");
    }
}

/// Red Hat 3scale, "Mid-month upgrades": 200 to 300 in the middle of the month: 100 back, 150 charged. And Autumn,
/// <https://docs.useautumn.com/documentation/modelling-pricing/proration>: 20 to 50 halfway costs 15.
#[test]
fn an_upgrade_credits_unused_days_and_charges_the_remaining_ones() {
    for (old, new, expected) in [(20_000, 30_000, [-10_000, 15_000]), (2_000, 5_000, [-1_000, 2_500])] {
        let change = change_plan(
            &current("2026-06-01", dues(old, Cycle::Monthly)),
            &request(dues(new, Cycle::Monthly), "2026-06-16"),
        );
        assert_eq!(amounts(&change.expect("a change")), expected);
    }
}

/// <https://getlago.com/docs/guide/subscriptions/upgrades-downgrades>: from 100 to 200 on 15 January. There the old
/// plan costs 45.16 for its 14 days; here, paid in advance, 54.84 of it come back.
#[test]
fn what_is_kept_of_the_old_plan_are_its_used_days() {
    let change = change_plan(
        &current("2026-01-01", dues(10_000, Cycle::Monthly)),
        &request(dues(20_000, Cycle::Monthly), "2026-01-15"),
    );
    let change = change.expect("a change");
    assert_eq!(amounts(&change), [-5_484, 10_968]);
    assert_eq!(10_000 - 5_484, 4_516);
    assert_eq!(change.schedule.period(1).expect("a period").first(), day("2026-02-01"));
}

#[test]
fn a_downgrade_waits_for_the_end_of_the_period_unless_told_otherwise() {
    let current = current("2026-06-01", dues(30_000, Cycle::Monthly));
    let wish = request(dues(20_000, Cycle::Monthly), "2026-06-16");
    let change = change_plan(&current, &wish).expect("a change");
    assert_eq!(
        (change.direction, change.effective, change.lines.len()),
        (Direction::Downgrade, day("2026-07-01"), 0)
    );
    let now = change_plan(&current, &PlanChangeRequest { timing: Some(ChangeTiming::Now), ..wish }).expect("a change");
    assert_eq!(amounts(&now), [-15_000, 10_000]);
}

#[test]
fn another_cycle_begins_its_periods_on_the_day_of_the_change() {
    let change = change_plan(
        &current("2026-06-01", dues(2_000, Cycle::Monthly)),
        &request(dues(30_000, Cycle::Yearly), "2026-06-16"),
    );
    let change = change.expect("a change");
    assert_eq!(amounts(&change), [-1_000, 30_000]);
    assert_eq!(change.schedule.period(1).expect("a period").first(), day("2027-06-16"));
    assert_eq!(change.period, change.schedule.period(0).ok());
}

#[test]
fn the_modes_differ_in_what_is_credited() {
    let current = current("2026-06-01", dues(20_000, Cycle::Monthly));
    let wish = request(dues(30_000, Cycle::Monthly), "2026-06-21");
    for (mode, expected) in [
        (ProrationMode::None, vec![]),
        (ProrationMode::Prorate, vec![-6_667, 10_000]),
        (ProrationMode::FullCredit, vec![-20_000, 30_000]),
    ] {
        let change = change_plan(&current, &PlanChangeRequest { mode, ..wish }).expect("a change");
        assert_eq!((amounts(&change), change.effective), (expected, day("2026-06-21")), "{mode:?}");
    }
    let yearly =
        PlanChangeRequest { mode: ProrationMode::FullCredit, ..request(dues(300_000, Cycle::Yearly), "2026-06-21") };
    assert_eq!(change_plan(&current, &yearly), Err(PlanChangeError::FullCreditNeedsSameCycle));
}

#[test]
fn without_proration_another_cycle_is_first_charged_when_the_period_ends() {
    let wish = PlanChangeRequest { mode: ProrationMode::None, ..request(dues(300_000, Cycle::Yearly), "2026-06-21") };
    let change = change_plan(&current("2026-06-01", dues(20_000, Cycle::Monthly)), &wish).expect("a change");
    assert_eq!((change.effective, change.schedule.first()), (day("2026-06-21"), day("2026-07-01")));
}

#[test]
fn a_day_outside_the_period_is_refused() {
    let current = current("2026-06-01", dues(20_000, Cycle::Monthly));
    for on in ["2026-05-31", "2026-07-01"] {
        assert_eq!(change_plan(&current, &request(current.dues, on)), Err(PlanChangeError::OutsidePeriod));
        assert_eq!(change_quantity(&current, 2, day(on)), Err(PlanChangeError::OutsidePeriod));
    }
}

#[test]
fn a_raised_quantity_is_charged_at_once_and_a_lowered_one_at_the_renewal() {
    let current = current("2026-06-01", Dues { quantity: 2, ..dues(10_000, Cycle::Monthly) });
    let raised = change_quantity(&current, 5, day("2026-06-16")).expect("a change");
    assert_eq!((amounts(&raised), raised.effective), (vec![15_000], day("2026-06-16")));
    let lowered = change_quantity(&current, 1, day("2026-06-16")).expect("a change");
    assert_eq!((amounts(&lowered), lowered.effective), (vec![], day("2026-07-01")));
    assert_eq!(amounts(&change_quantity(&current, 2, day("2026-06-16")).expect("a change")), Vec::<i64>::new());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// However often the plan changes within a period, each day is paid once, to a unit a change.
    #[test]
    fn a_chain_of_upgrades_costs_what_its_days_cost(
        first in 100_i64..1_000_000,
        steps in prop::collection::vec((0_i64..30, 0_i64..100_000), 1..6),
    ) {
        let mut steps = steps;
        steps.sort_unstable();
        let mut now = current("2026-06-01", dues(first, Cycle::Monthly));
        let (mut paid, mut exact, mut from) = (first, 0_i128, 0_i64);
        for (day, raise) in &steps {
            let on = plus_days(now.period.first(), *day).expect("a day");
            let new = dues(now.dues.unit_minor + raise, Cycle::Monthly);
            let wish = PlanChangeRequest { dues: new, anchor: Anchor::Rolling, on, mode: ProrationMode::Prorate, timing: None };
            let change = change_plan(&now, &wish).expect("a change");
            prop_assert_eq!(change.direction, Direction::Upgrade);
            paid += amounts(&change).iter().sum::<i64>();
            exact += i128::from(now.dues.unit_minor) * i128::from(day - from);
            (now.dues, from) = (new, *day);
        }
        exact += i128::from(now.dues.unit_minor) * i128::from(30 - from);
        let off = (i128::from(paid) * 30 - exact).abs();
        prop_assert!(off <= 30 * i128::try_from(steps.len()).expect("a length"), "{off}");
    }
}
