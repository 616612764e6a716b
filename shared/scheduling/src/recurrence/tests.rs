use chrono::Datelike as _;
use proptest::prelude::*;
use values::{
    Day, TimeZone, Timestamp,
    recurrence::{Frequency, RecurrenceRule},
    schedule::Weekday,
};

use super::expand;

fn zone(name: &str) -> TimeZone {
    TimeZone::parse(name).expect("a zone")
}

fn instant(text: &str) -> Timestamp {
    Timestamp::parse(text).expect("an instant")
}

fn rule(frequency: Frequency, interval: u32, weekdays: &[Weekday], count: u32) -> RecurrenceRule {
    RecurrenceRule { frequency, interval, weekdays: weekdays.to_vec(), count: Some(count), until: None }
}

fn until(rule: RecurrenceRule, day: &str) -> RecurrenceRule {
    RecurrenceRule { count: None, until: Day::parse(day), ..rule }
}

/// Local starts, such as `2026-11-21 09:00`.
fn local(rule: &RecurrenceRule, first: &str, name: &str) -> Vec<String> {
    let starts = expand(rule, instant(first), zone(name)).expect("starts");
    starts.iter().map(|start| start.local_in(zone(name)).format("%Y-%m-%d %H:%M").to_string()).collect()
}

fn utc(rule: &RecurrenceRule, first: &str, name: &str) -> Vec<String> {
    let starts = expand(rule, instant(first), zone(name)).expect("starts");
    starts.iter().map(|start| start.to_string().replace(":00.000Z", "Z")).collect()
}

fn refusal(rule: &RecurrenceRule, first: &str) -> String {
    let error = expand(rule, instant(first), zone("Europe/Amsterdam")).expect_err("a refusal");
    let fields: Vec<String> = error.fields.iter().map(|field| format!("{} {}", field.field, field.reason)).collect();
    fields.join(", ")
}

#[test]
fn days_weeks_months_and_years_repeat_by_their_interval() {
    use Weekday::{Friday, Monday, Wednesday};
    let cases = [
        (rule(Frequency::Daily, 1, &[], 3), "2026-11-21", vec!["2026-11-21", "2026-11-22", "2026-11-23"]),
        (rule(Frequency::Daily, 10, &[], 3), "2026-12-20", vec!["2026-12-20", "2026-12-30", "2027-01-09"]),
        (rule(Frequency::Weekly, 1, &[], 3), "2026-12-21", vec!["2026-12-21", "2026-12-28", "2027-01-04"]),
        (
            // From a Wednesday on: Monday of that week is over.
            rule(Frequency::Weekly, 2, &[Friday, Monday, Wednesday], 5),
            "2026-12-02",
            vec!["2026-12-02", "2026-12-04", "2026-12-14", "2026-12-16", "2026-12-18"],
        ),
        (
            rule(Frequency::Monthly, 1, &[], 4),
            "2027-01-31",
            vec!["2027-01-31", "2027-03-31", "2027-05-31", "2027-07-31"],
        ),
        (rule(Frequency::Monthly, 3, &[], 3), "2026-11-30", vec!["2026-11-30", "2027-05-30", "2027-08-30"]),
        (rule(Frequency::Yearly, 1, &[], 3), "2028-02-29", vec!["2028-02-29", "2032-02-29", "2036-02-29"]),
        (rule(Frequency::Yearly, 52, &[], 2), "2026-12-31", vec!["2026-12-31", "2078-12-31"]),
    ];
    for (rule, first, expected) in cases {
        let expected: Vec<String> = expected.into_iter().map(|day| format!("{day} 12:00")).collect();
        assert_eq!(local(&rule, &format!("{first}T12:00:00Z"), "UTC"), expected, "{rule:?}");
    }
}

#[test]
fn months_repeat_by_the_weekday_of_the_first_start_and_a_fifth_is_the_last() {
    use Weekday::{Monday, Thursday, Tuesday};
    let cases = [
        (vec![Tuesday], "2026-12-08", vec!["2026-12-08", "2027-01-12", "2027-02-09", "2027-03-09"]),
        (vec![Monday], "2026-11-30", vec!["2026-11-30", "2026-12-28", "2027-01-25", "2027-02-22"]),
        (vec![Thursday], "2026-12-31", vec!["2026-12-31", "2027-01-28", "2027-02-25", "2027-03-25"]),
        // The second Monday and the second Tuesday, whichever comes first.
        (vec![Tuesday, Monday], "2026-12-08", vec!["2026-12-08", "2026-12-14", "2027-01-11", "2027-01-12"]),
    ];
    for (weekdays, first, expected) in cases {
        let rule = rule(Frequency::Monthly, 1, &weekdays, 4);
        let expected: Vec<String> = expected.into_iter().map(|day| format!("{day} 12:00")).collect();
        assert_eq!(local(&rule, &format!("{first}T12:00:00Z"), "UTC"), expected, "{weekdays:?}");
    }
}

#[test]
fn a_series_ends_on_its_last_local_day_which_is_included() {
    let daily = rule(Frequency::Daily, 1, &[], 1);
    // 23:30 in Amsterdam is still the day before in UTC.
    let starts = local(&until(daily.clone(), "2026-12-03"), "2026-12-01T22:30:00Z", "Europe/Amsterdam");
    assert_eq!(starts, ["2026-12-01 23:30", "2026-12-02 23:30", "2026-12-03 23:30"]);
    assert_eq!(local(&until(daily, "2026-12-01"), "2026-12-01T22:30:00Z", "Europe/Amsterdam").len(), 1);
}

#[test]
fn local_time_stays_when_clocks_change() {
    let daily = rule(Frequency::Daily, 1, &[], 3);
    for (name, first, expected) in [
        (
            "Europe/Amsterdam",
            "2026-03-28T08:00:00Z",
            ["2026-03-28T08:00Z", "2026-03-29T07:00Z", "2026-03-30T07:00Z"],
        ),
        (
            "Europe/Amsterdam",
            "2026-10-24T07:00:00Z",
            ["2026-10-24T07:00Z", "2026-10-25T08:00Z", "2026-10-26T08:00Z"],
        ),
        (
            "America/New_York",
            "2026-03-07T14:00:00Z",
            ["2026-03-07T14:00Z", "2026-03-08T13:00Z", "2026-03-09T13:00Z"],
        ),
        (
            "America/New_York",
            "2026-10-31T13:00:00Z",
            ["2026-10-31T13:00Z", "2026-11-01T14:00Z", "2026-11-02T14:00Z"],
        ),
        // Half an hour: from UTC+10:30 to UTC+11.
        (
            "Australia/Lord_Howe",
            "2026-10-02T22:30:00Z",
            ["2026-10-02T22:30Z", "2026-10-03T22:00Z", "2026-10-04T22:00Z"],
        ),
    ] {
        assert_eq!(utc(&daily, first, name), expected, "{name}");
    }
}

#[test]
fn a_skipped_local_time_moves_by_the_gap_and_of_a_repeated_one_the_first_is_taken() {
    let daily = rule(Frequency::Daily, 1, &[], 3);
    for (name, first, expected) in [
        // 02:30, on the 29th 03:30, then 02:30 again.
        (
            "Europe/Amsterdam",
            "2026-03-28T01:30:00Z",
            ["2026-03-28T01:30Z", "2026-03-29T01:30Z", "2026-03-30T00:30Z"],
        ),
        // 02:30 twice on the 25th: the first is in summer time.
        (
            "Europe/Amsterdam",
            "2026-10-24T00:30:00Z",
            ["2026-10-24T00:30Z", "2026-10-25T00:30Z", "2026-10-26T01:30Z"],
        ),
        (
            "America/New_York",
            "2026-03-07T07:30:00Z",
            ["2026-03-07T07:30Z", "2026-03-08T07:30Z", "2026-03-09T06:30Z"],
        ),
        (
            "America/New_York",
            "2026-10-31T05:30:00Z",
            ["2026-10-31T05:30Z", "2026-11-01T05:30Z", "2026-11-02T06:30Z"],
        ),
        // 02:10 is 02:40 on the day whose clocks skip half an hour.
        (
            "Australia/Lord_Howe",
            "2026-10-02T15:40:00Z",
            ["2026-10-02T15:40Z", "2026-10-03T15:40Z", "2026-10-04T15:10Z"],
        ),
    ] {
        assert_eq!(utc(&daily, first, name), expected, "{name}");
    }
}

#[test]
fn the_first_occurrence_is_the_first_start_even_where_clocks_show_it_twice() {
    let starts = utc(&rule(Frequency::Daily, 1, &[], 2), "2026-10-25T01:30:00Z", "Europe/Amsterdam");
    assert_eq!(starts, ["2026-10-25T01:30Z", "2026-10-26T01:30Z"]);
}

#[test]
fn a_rule_that_contradicts_itself_is_refused_with_the_reason() {
    use Weekday::{Monday, Tuesday};
    let first = "2026-12-01T09:00:00Z"; // a Tuesday
    let daily = rule(Frequency::Daily, 1, &[], 1);
    let cases = [
        (RecurrenceRule { count: None, ..daily.clone() }, "rule.count end_required"),
        (RecurrenceRule { until: Day::parse("2026-12-03"), ..daily.clone() }, "rule.until count_or_until"),
        (rule(Frequency::Daily, 1, &[Tuesday], 2), "rule.weekdays weekdays_not_allowed"),
        (rule(Frequency::Yearly, 1, &[Tuesday], 2), "rule.weekdays weekdays_not_allowed"),
        (rule(Frequency::Weekly, 1, &[Monday], 2), "rule.weekdays first_start_not_in_rule"),
        (rule(Frequency::Monthly, 1, &[Monday], 2), "rule.weekdays first_start_not_in_rule"),
        (rule(Frequency::Daily, 1, &[], 201), "rule.count too_many_occurrences"),
        (until(daily.clone(), "2027-06-19"), "rule.until too_many_occurrences"),
        (until(daily.clone(), "2026-11-30"), "rule.until until_before_first_start"),
        (rule(Frequency::Yearly, 52, &[], 200), "rule.count out_of_range"),
    ];
    for (rule, expected) in cases {
        assert_eq!(refusal(&rule, first), expected, "{rule:?}");
    }
    assert_eq!(local(&rule(Frequency::Daily, 1, &[], 200), first, "UTC").len(), 200);
    assert_eq!(local(&until(daily, "2027-06-18"), first, "UTC").len(), 200);
}

/// Whether a local day belongs to a rule, told day by day and without any arithmetic on months.
fn belongs(rule: &RecurrenceRule, first: chrono::NaiveDate, day: chrono::NaiveDate) -> bool {
    let interval = i64::from(rule.interval);
    let monday =
        |day: chrono::NaiveDate| day.num_days_from_ce() - i32::try_from(day.weekday().num_days_from_monday()).unwrap();
    let months = i64::from(day.year() - first.year()) * 12 + i64::from(day.month()) - i64::from(first.month());
    let named = if rule.weekdays.is_empty() {
        Weekday::of(day) == Weekday::of(first)
    } else {
        rule.weekdays.contains(&Weekday::of(day))
    };
    match rule.frequency {
        Frequency::Daily => (day - first).num_days() % interval == 0,
        Frequency::Weekly => named && i64::from((monday(day) - monday(first)) / 7) % interval == 0,
        Frequency::Monthly if rule.weekdays.is_empty() => months % interval == 0 && day.day() == first.day(),
        Frequency::Monthly => {
            let is_last = (day + chrono::Duration::days(7)).month() != day.month();
            let number = (first.day() - 1) / 7;
            let fits = if number == 4 { is_last } else { (day.day() - 1) / 7 == number };
            months % interval == 0 && named && fits
        }
        Frequency::Yearly => {
            day.month() == first.month()
                && day.day() == first.day()
                && i64::from(day.year() - first.year()) % interval == 0
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn occurrences_are_exactly_the_days_of_the_rule_at_the_local_time(
        frequency in prop::sample::select(vec![Frequency::Daily, Frequency::Weekly, Frequency::Monthly, Frequency::Yearly]),
        interval in 1_u32..6,
        day in 0_i64..1_500,
        minute in 0_i64..1_440,
        also in prop::collection::btree_set(prop::sample::select(vec![
            Weekday::Monday, Weekday::Tuesday, Weekday::Wednesday, Weekday::Thursday, Weekday::Friday, Weekday::Saturday,
            Weekday::Sunday,
        ]), 0..4),
        length in 0_i64..900,
        name in prop::sample::select(vec!["Europe/Amsterdam", "America/New_York", "Australia/Lord_Howe", "UTC"]),
    ) {
        let zone = zone(name);
        let first = instant("2026-01-01T00:00:00Z").plus(chrono::Duration::minutes(day * 1_440 + minute));
        let (date, time) = (first.local_in(zone).date(), first.local_in(zone).time());
        let weekdays = match frequency {
            Frequency::Weekly | Frequency::Monthly if !also.is_empty() => {
                also.iter().copied().chain([Weekday::of(date)]).collect::<std::collections::BTreeSet<_>>().into_iter().collect()
            }
            _ => Vec::new(),
        };
        let last = date + chrono::Duration::days(length);
        let rule = RecurrenceRule { frequency, interval, weekdays, count: None, until: Day::new(last) };
        let expected: Vec<_> =
            date.iter_days().take_while(|day| *day <= last).filter(|day| belongs(&rule, date, *day)).collect();
        match expand(&rule, first, zone) {
            Err(_) => prop_assert!(expected.len() > 200),
            Ok(starts) => {
                let days: Vec<_> = starts.iter().map(|start| start.local_in(zone).date()).collect();
                prop_assert_eq!(days, expected);
                prop_assert!(starts.is_sorted_by(|one, next| one < next));
                for start in &starts[1..] {
                    // The wall clock shows the time of the first, or that time moved by a gap.
                    let ahead = start.local_in(zone).time() - time;
                    prop_assert!(ahead.is_zero() || [30, 60].contains(&ahead.num_minutes()), "{} {}", start, ahead);
                }
            }
        }
    }
}
