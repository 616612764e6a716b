//! Zones that the calendar defines by itself.

use calendars::outside_calendars::ReadingFailure;

use values::TimeZone;

use super::{
    Expansion,
    tests::{at, event, expanded},
};

/// A zone three hours behind universal time, two from the first Sunday of March to the last of October.
const OURS: &str = "BEGIN:VTIMEZONE|TZID:ours|\
    BEGIN:STANDARD|DTSTART:19701025T020000|TZOFFSETFROM:-0200|TZOFFSETTO:-0300|\
    RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU|END:STANDARD|\
    BEGIN:DAYLIGHT|DTSTART:19700301T020000|TZOFFSETFROM:-0300|TZOFFSETTO:-0200|\
    RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=1SU|END:DAYLIGHT|\
    END:VTIMEZONE|";

fn busy(zone: &str, lines: &str) -> Vec<String> {
    expanded(&format!("{zone}{}", event(lines))).expect("a calendar")
}

#[test]
fn times_are_those_of_the_zone_that_the_calendar_defines() {
    let hour = "DTSTART;TZID=ours:20261201T090000|DTEND;TZID=ours:20261201T100000";
    assert_eq!(busy(OURS, hour), ["12-01T12:00/12-01T13:00"]);
    // What repeats keeps its time of day.
    let weekly = "DTSTART;TZID=ours:20270302T090000|DTEND;TZID=ours:20270302T100000|RRULE:FREQ=WEEKLY;COUNT=2";
    assert_eq!(busy(OURS, weekly), ["03-02T12:00/03-02T13:00", "03-09T11:00/03-09T12:00"]);
    // With a name that may be a guess, and without a definition.
    let guessed = |zone: &str| busy(zone, &hour.replace("ours", "\"(UTC-05:00) Ours\""));
    assert_eq!(guessed(&OURS.replace("ours", "(UTC-05:00) Ours")), ["12-01T12:00/12-01T13:00"]);
    assert_eq!(guessed(""), ["12-01T14:00/12-01T15:00"]);
}

#[test]
fn other_clocks_are_understood_beside_that_of_a_defined_zone() {
    let mixed = "DTSTART;TZID=ours:20261201T090000|DTEND:20261201T123000Z|RRULE:FREQ=DAILY;UNTIL=20261205T120000Z|\
        EXDATE:20261202T120000Z|EXDATE;TZID=Europe/Amsterdam:20261203T130000|EXDATE;TZID=ours:20261204T090000|\
        RDATE:20261207T150000Z|RDATE:20261208T090000";
    let expected =
        ["12-01T12:00/12-01T12:30", "12-05T12:00/12-05T12:30", "12-07T15:00/12-07T15:30", "12-08T12:00/12-08T12:30"];
    assert_eq!(busy(OURS, mixed), expected);
    let moved = format!(
        "{OURS}{}|{}",
        event("DTSTART;TZID=ours:20261201T090000|DURATION:PT1H|RRULE:FREQ=DAILY;COUNT=2"),
        event("RECURRENCE-ID:20261202T120000Z|DTSTART;TZID=Europe/Amsterdam:20261202T090000|DURATION:PT1H")
    );
    assert_eq!(expanded(&moved).expect("a calendar"), ["12-01T12:00/12-01T13:00", "12-02T08:00/12-02T09:00"]);
}

#[test]
fn a_time_that_a_defined_clock_skips_or_shows_twice_is_busy() {
    let between = |from: &str, to: &str| busy(OURS, &format!("DTSTART;TZID=ours:{from}|DTEND;TZID=ours:{to}"));
    assert_eq!(between("20270307T023000", "20270307T040000"), ["03-07T05:30/03-07T06:00"]);
    assert_eq!(between("20271031T013000", "20271031T023000"), ["10-31T03:30/10-31T05:30"]);
}

#[test]
fn a_name_that_everybody_knows_is_not_what_the_calendar_says_of_it() {
    for name in ["Europe/Amsterdam", "W. Europe Standard Time"] {
        let zone = OURS.replace("ours", name);
        let hour = format!("DTSTART;TZID={name}:20261201T090000|DTEND;TZID={name}:20261201T100000");
        assert_eq!(busy(&zone, &hour), ["12-01T08:00/12-01T09:00"], "{name}");
    }
}

#[test]
fn a_definition_that_cannot_be_used_leaves_the_clock_of_the_location() {
    let hour = "DTSTART;TZID=ours:20261201T090000|DTEND;TZID=ours:20261201T100000";
    for (part, other) in
        [("TZOFFSETTO:-0300|", ""), ("-0300|RRULE", "-9900|RRULE"), ("BYDAY=1SU", "BYDAY=1SU;BYSETPOS=1")]
    {
        assert!(OURS.contains(part), "{part}");
        assert_eq!(busy(&OURS.replace(part, other), hour), ["12-01T08:00/12-01T09:00"], "{part}");
    }
    // A zone in a zone is none of the calendar's parts.
    let nested = "BEGIN:VTIMEZONE|TZID:ours|".repeat(5_000) + &"END:VTIMEZONE|".repeat(5_000);
    assert_eq!(busy(&nested, hour), ["12-01T08:00/12-01T09:00"]);
}

#[test]
fn the_same_definition_in_each_of_many_texts_is_followed_once_and_others_are_refused() {
    let window = [at("2026-11-01T00:00:00Z"), at("2027-12-31T00:00:00Z")];
    let all = |zone: &dyn Fn(usize) -> String| {
        let mut expansion = Expansion::new(TimeZone::UTC, window);
        let hour = event("DTSTART;TZID=ours:20261201T090000|DTEND;TZID=ours:20261201T100000");
        let add = |number: usize| {
            expansion.add(&format!("BEGIN:VCALENDAR|{}{hour}|END:VCALENDAR|", zone(number)).replace('|', "\r\n"))
        };
        (0..4_000).try_for_each(add).map(|()| expansion.busy.len())
    };
    assert_eq!(all(&|_| OURS.to_owned()), Ok(4_000));
    let other = |number: usize| {
        OURS.replace("19700301T020000", &format!("19700301T02{:02}{:02}", number / 60 % 60, number % 60))
    };
    assert_eq!(all(&other), Err(ReadingFailure::TooManyEvents));
}

#[test]
fn objects_of_a_collection_that_define_one_name_in_turn_differently_are_each_read_by_their_own() {
    let other = OURS.replace("-0300", "-0400");
    let window = [at("2026-11-01T00:00:00Z"), at("2027-12-31T00:00:00Z")];
    let mut expansion = Expansion::new(TimeZone::parse("Europe/Amsterdam").expect("a zone"), window);
    for number in 0..4_000 {
        let zone = if number % 2 == 0 { OURS } else { &other };
        let event = event("DTSTART;TZID=ours:20261201T090000|DURATION:PT1H").replace("UID:a", &format!("UID:{number}"));
        let object = format!("BEGIN:VCALENDAR|VERSION:2.0|{zone}{event}|END:VCALENDAR|").replace('|', "\r\n");
        assert!(expansion.add(&object).is_ok(), "{number}");
    }
    let at_noon = expansion.busy.iter().filter(|busy| busy.time[0] == at("2026-12-01T12:00:00Z")).count();
    assert_eq!((at_noon, expansion.busy.len()), (2_000, 4_000));
}
