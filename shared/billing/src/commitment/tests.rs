use proptest::prelude::*;
use values::Decimal;
use values::cycle::Cycle;

use super::{
    BillingSchedule, CancelTiming, Cancellation, Cancelling, Commitment, Day, Dues, Percent, ProrationMode, cancel,
    early_termination_fee,
};
use crate::{cycles::Anchor, notice::Notice, period::days_between};

fn day(text: &str) -> Day {
    Day::parse(text).expect("a day")
}

fn monthly(first: &str, anchor: Anchor) -> BillingSchedule {
    BillingSchedule::new(day(first), Cycle::Monthly, anchor).expect("a schedule")
}

const DUES: Dues = Dues { unit_minor: 30_000, quantity: 1, cycle: Cycle::Monthly };

fn percent(text: &str) -> Percent {
    Percent::from_decimal(Decimal::parse(text).expect("a number")).expect("a percentage")
}

fn cancelled(commitment: Commitment, notice_days: u32, requested: &str, timing: CancelTiming) -> Cancellation {
    let schedule = monthly("2026-01-01", Anchor::Rolling);
    let period = schedule.period_at(day(requested)).expect("a period").expect("begun");
    let of = Cancelling {
        schedule: &schedule,
        period: Some(&period),
        dues: &DUES,
        committed_minor: 30_000,
        commitment,
        is_charged_ahead: false,
        paused_before: 0,
        notice: Notice { days: notice_days, ..Notice::default() },
        invoiced_until: None,
        ends: None,
    };
    cancel(&of, day(requested), timing).expect("a cancellation")
}

#[test]
fn before_its_commitment_a_subscription_ends_when_that_is_met() {
    let year = Commitment { cycles: 12, paused_cycles: 0 };
    assert_eq!(cancelled(year, 0, "2026-03-10", CancelTiming::WhenDue).ends, day("2027-01-01"));
    assert_eq!(cancelled(year, 60, "2026-12-10", CancelTiming::WhenDue).ends, day("2027-03-01"));
    let none = Commitment::default();
    assert_eq!(cancelled(none, 0, "2026-03-10", CancelTiming::WhenDue).ends, day("2026-04-01"));
}

#[test]
fn a_pause_moves_the_end_of_the_commitment() {
    let schedule = monthly("2026-01-31", Anchor::Rolling);
    let ends = |paused_cycles| Commitment { cycles: 3, paused_cycles }.ends(&schedule).expect("a day");
    assert_eq!((ends(0), ends(2)), (day("2026-04-30"), day("2026-06-30")));
}

#[test]
fn a_first_period_in_part_does_not_count_as_a_cycle_committed_to() {
    let schedule = monthly("2026-01-15", Anchor::DayOfMonth(1));
    let commitment = Commitment { cycles: 2, paused_cycles: 0 };
    assert_eq!(commitment.ends(&schedule), Ok(day("2026-04-01")));
    let remaining = |number| commitment.remaining(&schedule, &schedule.period(number).expect("a period"), 0);
    assert_eq!([0, 1, 2, 3].map(remaining), [2, 1, 0, 0]);
}

#[test]
fn ending_at_once_costs_the_cycles_still_owed() {
    let year = Commitment { cycles: 12, paused_cycles: 0 };
    let now = |fee, mode| CancelTiming::Now { fee, mode };
    let full = cancelled(year, 30, "2026-03-10", now(Percent::HUNDRED, ProrationMode::None));
    assert_eq!((full.ends, full.fee_minor, full.credit), (day("2026-03-11"), 9 * 30_000, None));
    assert_eq!(cancelled(year, 0, "2026-03-10", now(percent("33.3333"), ProrationMode::None)).fee_minor, 90_000);
    let prorated = cancelled(Commitment::default(), 0, "2026-06-10", now(Percent::HUNDRED, ProrationMode::Prorate));
    assert_eq!((prorated.fee_minor, prorated.credit.map(|line| line.amount_minor)), (0, Some(-20_000)));
    let last_day = cancelled(Commitment::default(), 0, "2026-06-30", now(Percent::ZERO, ProrationMode::Prorate));
    assert_eq!((last_day.ends, last_day.credit), (day("2026-07-01"), None));
}

/// A real operator charges three months' dues: a fee of 25 % when a year is still owed.
#[test]
fn a_fee_is_rounded_once() {
    assert_eq!(early_termination_fee(30_000, 12, percent("25")), Ok(90_000));
    assert_eq!(early_termination_fee(333, 3, percent("50")), Ok(500)); // 499.5
}

#[test]
fn a_subscription_that_has_not_begun_ends_before_it_begins() {
    let schedule = monthly("2026-06-01", Anchor::Rolling);
    let of = Cancelling {
        schedule: &schedule,
        period: None,
        dues: &DUES,
        committed_minor: 30_000,
        commitment: Commitment::default(),
        is_charged_ahead: false,
        paused_before: 0,
        notice: Notice::default(),
        invoiced_until: None,
        ends: None,
    };
    let ended = cancel(&of, day("2026-05-01"), CancelTiming::WhenDue).expect("a cancellation");
    assert_eq!(ended.ends, day("2026-06-01"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_end_is_the_first_boundary_that_gives_notice(offset in 0_i64..800, notice in 0_u32..200, first in 1_u32..=31) {
        let schedule = monthly(&format!("2025-01-{first:02}"), Anchor::Rolling);
        let requested = crate::period::plus_days(schedule.first(), offset).expect("a day");
        let given = Notice { days: notice, ..Notice::default() };
        let end = given.end(&schedule, requested, schedule.first()).expect("a day");
        let gives_notice = |boundary: Day| days_between(requested, boundary) >= i64::from(notice) && boundary > requested;
        prop_assert!(gives_notice(end));
        let period = schedule.period_at(end).expect("a period").expect("begun");
        prop_assert_eq!(period.first(), end);
        prop_assert!(!gives_notice(schedule.period(period.number() - 1).expect("a period").first()));
    }
}
