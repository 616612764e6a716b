use chrono::NaiveDate;
use proptest::prelude::*;
use values::TimeZone;
use values::schedule::Weekday;

use super::{Anchor, BillingSchedule, Cycle, Day, ScheduleError};

fn day(text: &str) -> Day {
    Day::parse(text).expect("a day")
}

fn schedule(first: &str, cycle: Cycle, anchor: Anchor) -> BillingSchedule {
    BillingSchedule::new(day(first), cycle, anchor).expect("a schedule")
}

fn firsts(schedule: &BillingSchedule, numbers: std::ops::Range<u32>) -> Vec<String> {
    numbers.map(|number| schedule.period(number).expect("a period").first().to_string()).collect()
}

/// <https://docs.stripe.com/billing/subscriptions/billing-cycle>: the 2nd, January 31, Friday June 3.
#[test]
fn published_examples_of_cycles_hold() {
    assert_eq!(
        firsts(&schedule("2022-09-02", Cycle::Monthly, Anchor::Rolling), 0..4),
        ["2022-09-02", "2022-10-02", "2022-11-02", "2022-12-02"]
    );
    assert_eq!(
        firsts(&schedule("2023-01-31", Cycle::Monthly, Anchor::Rolling), 0..5),
        ["2023-01-31", "2023-02-28", "2023-03-31", "2023-04-30", "2023-05-31"]
    );
    assert_eq!(
        firsts(&schedule("2022-06-03", Cycle::Weekly, Anchor::Rolling), 0..3),
        ["2022-06-03", "2022-06-10", "2022-06-17"]
    );
}

/// <https://docs.stripe.com/payments/checkout/billing-cycle>: created on May 15 with an anchor at June 1.
#[test]
fn an_anchored_subscription_begins_with_a_period_in_part() {
    let anchored = schedule("2023-05-15", Cycle::Monthly, Anchor::DayOfMonth(1));
    assert_eq!(firsts(&anchored, 0..3), ["2023-05-15", "2023-06-01", "2023-07-01"]);
    let first = anchored.period(0).expect("a period");
    assert_eq!((first.days(), first.full_days(), first.is_partial()), (17, 31, true));
    assert!(!anchored.period(1).expect("a period").is_partial());
    let on_the_day = schedule("2023-05-15", Cycle::Monthly, Anchor::DayOfMonth(15));
    assert!(!on_the_day.begins_in_part());
}

#[test]
fn the_29th_of_february_returns_in_leap_years() {
    assert_eq!(
        firsts(&schedule("2024-02-29", Cycle::Yearly, Anchor::Rolling), 0..5),
        ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"]
    );
}

#[test]
fn a_quarter_is_three_calendar_months() {
    assert_eq!(
        firsts(&schedule("2025-11-30", Cycle::Quarterly, Anchor::Rolling), 0..4),
        ["2025-11-30", "2026-02-28", "2026-05-30", "2026-08-30"]
    );
    let first = schedule("2026-01-10", Cycle::Quarterly, Anchor::DayOfMonth(1)).period(0).expect("a period");
    // Part of the quarter from 1 November to 1 February.
    assert_eq!((first.after(), first.days(), first.full_days()), (day("2026-02-01"), 22, 92));
}

#[test]
fn a_period_follows_local_midnight_through_clock_changes() {
    let zone = TimeZone::parse("Europe/Amsterdam").expect("a zone");
    let march = schedule("2026-03-01", Cycle::Monthly, Anchor::Rolling).period(0).expect("a period");
    let instants = march.instants(zone).expect("instants");
    assert_eq!(instants.start().to_string(), "2026-02-28T23:00:00.000Z");
    assert_eq!(instants.end().to_string(), "2026-03-31T22:00:00.000Z");
    assert_eq!(march.days(), 31);
}

#[test]
fn a_day_that_a_zone_skipped_is_no_time() {
    let apia = TimeZone::parse("Pacific/Apia").expect("a zone"); // had no 30 December 2011
    let daily = schedule("2011-12-29", Cycle::Daily, Anchor::Rolling);
    let period = |number| daily.period(number).expect("a period");
    assert_eq!(period(1).starts_at(apia), period(1).ends_at(apia));
    assert_eq!(period(0).ends_at(apia), period(1).starts_at(apia));
    assert!(period(1).instants(apia).is_none());
}

#[test]
fn a_week_that_begins_on_a_weekday_costs_first_the_days_up_to_it() {
    // 2026-01-07 is a Wednesday.
    let weekly = schedule("2026-01-07", Cycle::Weekly, Anchor::Weekday(Weekday::Monday));
    assert_eq!(firsts(&weekly, 0..3), ["2026-01-07", "2026-01-12", "2026-01-19"]);
    let first = weekly.period(0).expect("a period");
    assert_eq!((first.days(), first.full_days()), (5, 7));
    let on_it = schedule("2026-01-05", Cycle::Weekly, Anchor::Weekday(Weekday::Monday));
    assert!(!on_it.begins_in_part());
}

#[test]
fn a_first_period_to_a_date_is_a_part_and_those_after_begin_as_on_that_date() {
    let monthly = schedule("2026-01-10", Cycle::Monthly, Anchor::Date(day("2026-01-31")));
    assert_eq!(firsts(&monthly, 0..4), ["2026-01-10", "2026-01-31", "2026-02-28", "2026-03-31"]);
    let first = monthly.period(0).expect("a period");
    assert_eq!((first.days(), first.full_days()), (21, 31));
    let quarterly = schedule("2026-02-20", Cycle::Quarterly, Anchor::Date(day("2026-04-01")));
    assert_eq!(firsts(&quarterly, 0..3), ["2026-02-20", "2026-04-01", "2026-07-01"]);
    assert!(!schedule("2026-01-10", Cycle::Monthly, Anchor::Date(day("2026-01-10"))).begins_in_part());
}

#[test]
fn what_is_no_schedule_is_refused() {
    let refused = |first, cycle, anchor| BillingSchedule::new(day(first), cycle, anchor).expect_err("a refusal");
    assert_eq!(refused("2026-01-01", Cycle::Monthly, Anchor::DayOfMonth(29)), ScheduleError::AnchorOutOfRange);
    assert_eq!(refused("2026-01-01", Cycle::Monthly, Anchor::DayOfMonth(0)), ScheduleError::AnchorOutOfRange);
    assert_eq!(refused("2026-01-01", Cycle::Weekly, Anchor::DayOfMonth(1)), ScheduleError::AnchorNeedsMonths);
    assert_eq!(
        refused("2026-01-01", Cycle::Monthly, Anchor::Weekday(Weekday::Monday)),
        ScheduleError::AnchorNeedsWeeks
    );
    let dated = |date, cycle| refused("2026-01-01", cycle, Anchor::Date(day(date)));
    assert_eq!(dated("2025-12-31", Cycle::Monthly), ScheduleError::AnchorBeyondCycle);
    assert_eq!(dated("2026-02-01", Cycle::Monthly), ScheduleError::AnchorBeyondCycle);
    assert_eq!(dated("2026-01-02", Cycle::Daily), ScheduleError::AnchorBeyondCycle);
    assert_eq!(refused("9999-06-01", Cycle::Yearly, Anchor::Rolling), ScheduleError::BeyondCalendar);
}

fn any_schedule() -> impl Strategy<Value = BillingSchedule> {
    let cycles = [Cycle::Daily, Cycle::Weekly, Cycle::Monthly, Cycle::Quarterly, Cycle::Yearly];
    let days = 0_i64..3_000;
    (days, prop::sample::select(cycles.to_vec()), prop_oneof![Just(0), 1_u32..=60]).prop_map(|(days, cycle, anchor)| {
        let first = NaiveDate::from_ymd_opt(2019, 1, 1).expect("a date") + chrono::Duration::days(days);
        let first = Day::new(first).expect("a day");
        let anchor = match anchor {
            0 => Anchor::Rolling,
            1..=28 => Anchor::DayOfMonth(anchor),
            29 => Anchor::Weekday(Weekday::Thursday),
            later => Anchor::Date(crate::period::plus_days(first, i64::from(later - 30)).expect("a day")),
        };
        BillingSchedule::new(first, cycle, anchor)
            .or_else(|_| BillingSchedule::new(first, cycle, Anchor::Rolling))
            .expect("a schedule")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn periods_tile_the_time_line(schedule in any_schedule(), zone in prop::sample::select(vec![
        "Europe/Amsterdam", "America/New_York", "America/Santiago", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC",
    ])) {
        let zone = TimeZone::parse(zone).expect("a zone");
        prop_assert_eq!(schedule.period(0).expect("a period").first(), schedule.first());
        for number in 0..60 {
            let (this, next) = (schedule.period(number).expect("a period"), schedule.period(number + 1).expect("a period"));
            prop_assert_eq!(this.after(), next.first());
            prop_assert_eq!(this.ends_at(zone), next.starts_at(zone));
            prop_assert!(this.days() > 0 && this.days() <= this.full_days());
            prop_assert_eq!(this.is_partial(), number == 0 && schedule.begins_in_part());
        }
    }

    #[test]
    fn every_day_lies_in_the_one_period_that_contains_it(schedule in any_schedule(), offset in 0_i64..4_000) {
        let day = Day::new(schedule.first().date() + chrono::Duration::days(offset)).expect("a day");
        let period = schedule.period_at(day).expect("a period").expect("not before the first");
        prop_assert!(period.contains(day));
        prop_assert_eq!(schedule.period(period.number()).expect("a period"), period);
        let before = Day::new(schedule.first().date() - chrono::Duration::days(1)).expect("a day");
        prop_assert_eq!(schedule.period_at(before), Ok(None));
    }

    #[test]
    fn a_rolling_month_never_drifts_from_its_first_day(schedule in any_schedule(), number in 0_u32..60) {
        use chrono::Datelike;
        prop_assume!(matches!(schedule.cycle(), Cycle::Monthly | Cycle::Quarterly | Cycle::Yearly));
        prop_assume!(schedule.anchor() == Anchor::Rolling);
        let first = schedule.period(number).expect("a period").first().date();
        let last_of_month = (first + chrono::Duration::days(1)).day() == 1;
        prop_assert!(first.day() == schedule.first().date().day() || last_of_month);
    }
}
