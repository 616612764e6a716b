//! Definitions of zones that would take for ever, or mean nothing.

use std::fmt::Write as _;

use chrono::{DateTime, TimeDelta};
use values::Timestamp;

use super::{DefinedZone, tests::defined};
use crate::observance::DefinitionFault;

const STANDARD: &str = "BEGIN:STANDARD|DTSTART:19701025T030000|TZOFFSETFROM:+0200|TZOFFSETTO:+0100|END:STANDARD";

fn with(line: &str, other: &str) -> Result<DefinedZone, DefinitionFault> {
    assert!(STANDARD.contains(line), "{line}");
    defined(&STANDARD.replace(line, other), &mut 1_000_000)
}

#[test]
fn a_definition_without_offsets_a_beginning_or_a_rule_of_years_is_none() {
    for (line, other) in [
        ("TZOFFSETFROM:+0200|", ""),
        ("TZOFFSETTO:+0100|", ""),
        ("DTSTART:19701025T030000|", ""),
        ("+0200", "+9900"),
        ("+0100", "-2400"),
        ("+0100", "+0199"),
        ("+0100", "one"),
        ("19701025T030000", "19701325T030000"),
        ("END", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;BYHOUR=3|END"),
        ("END", "RRULE:FREQ=SECONDLY|END"),
        ("END", "RRULE:FREQ=YEARLY;BYDAY=20MO|END"),
        ("END", "RRULE:FREQ=YEARLY;BYYEARDAY=100|END"),
        ("END", "RRULE:RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=10|END"),
        ("END", "RRULE:never|END"),
        ("END", "RDATE:never|END"),
    ] {
        assert_eq!(with(line, other).err(), Some(DefinitionFault::Unreadable), "{line} {other}");
    }
    assert_eq!(defined("TZNAME:nothing", &mut 1_000).err(), Some(DefinitionFault::Unreadable));
    let half = format!("{STANDARD}|BEGIN:DAYLIGHT|DTSTART:19700329T020000|END:DAYLIGHT");
    assert_eq!(defined(&half, &mut 1_000).err(), Some(DefinitionFault::Unreadable));
}

#[test]
fn a_rule_that_never_matches_changes_nothing() {
    let at = |instant: &str| Timestamp::parse(instant).expect("an instant");
    for rule in ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYMONTH=5;BYDAY=6SU", "FREQ=YEARLY;UNTIL=19000101"]
    {
        let zone = with("END", &format!("RRULE:{rule}|END")).expect("a zone");
        assert_eq!(zone.changes.len(), 1, "{rule}");
        let july = at("2027-07-01T00:00:00Z");
        assert_eq!(zone.shows(july) - july.utc().naive_utc(), TimeDelta::hours(1), "{rule}");
        let before = at("1970-02-01T00:00:00Z");
        assert_eq!(zone.shows(before) - before.utc().naive_utc(), TimeDelta::hours(2), "{rule}");
    }
}

#[test]
fn thousands_of_dates_are_looked_at_and_more_are_refused() {
    let dates = |number: i64| {
        let mut lines = String::new();
        for date in 0..number {
            let day = DateTime::from_timestamp(date * 86_400, 0).expect("a day");
            write!(lines, "RDATE:{}|", day.format("%Y%m%dT000000")).expect("a line");
        }
        defined(&STANDARD.replace("END", &format!("{lines}END")), &mut 1_000_000)
    };
    assert_eq!(dates(4_999).expect("a zone").changes.len(), 5_000);
    assert_eq!(dates(5_000).err(), Some(DefinitionFault::TooMuch));
}

#[test]
fn what_is_looked_at_is_taken_from_what_is_left() {
    let yearly = STANDARD.replace("END", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU|END");
    let mut left = 10_000;
    assert_eq!(defined(&yearly, &mut left).expect("a zone").changes.len(), 60);
    assert_eq!(left, 10_000 - 60 * 31 - 60);
    assert_eq!(defined(&yearly, &mut 1_000).err(), Some(DefinitionFault::TooMuch));
    // A rule that began with the first year and is counted is followed from there.
    let counted = STANDARD.replace("19701025", "00010101").replace("END", "RRULE:FREQ=YEARLY;COUNT=3000;BYMONTH=1|END");
    let mut left = 100_000;
    assert_eq!(defined(&counted, &mut left).expect("a zone").changes.len(), 2_029);
    assert_eq!(left, 100_000 - 2_029 * 31 - 2_029);
}

#[test]
fn clocks_that_go_back_and_forth_by_a_day_each_hour_show_something() {
    let mut parts = String::new();
    for hour in 0..2_000_i64 {
        let start = DateTime::from_timestamp(1_800_000_000 + hour * 3_600, 0).expect("a time").format("%Y%m%dT%H%M%S");
        let [from, to] = if hour % 2 == 0 { ["-2359", "+2359"] } else { ["+2359", "-2359"] };
        write!(parts, "BEGIN:STANDARD|DTSTART:{start}|TZOFFSETFROM:{from}|TZOFFSETTO:{to}|END:STANDARD|")
            .expect("a part");
    }
    let zone = defined(&parts, &mut 1_000_000).expect("a zone");
    let shown = |hour: i64| DateTime::from_timestamp(1_800_000_000 + hour * 3_600, 0).expect("a time").naive_utc();
    let at = (-100..2_100).map(|hour| zone.at(shown(hour)).expect("an instant"));
    let near = at.map(|instant| instant.seconds() - 1_800_000_000);
    assert!(near.into_iter().all(|seconds| (-200 * 3_600..2_200 * 3_600).contains(&seconds)));
}
