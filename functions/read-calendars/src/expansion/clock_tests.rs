//! What is busy when clocks change, and beyond all clocks.

use values::{TimeZone, Timestamp};

use super::{
    Expansion,
    tests::{busy, event, expanded},
};

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).expect("an instant")
}

#[test]
fn a_time_that_clocks_skip_or_show_twice_is_busy() {
    // Amsterdam skips 2:00 to 3:00 on 28 March 2027, and shows it twice on 31 October.
    let between = |zone: &str, from: &str, to: &str| busy(&format!("DTSTART{zone}:{from}|DTEND{zone}:{to}"));
    for zone in ["", ";TZID=Europe/Amsterdam", ";TZID=Nowhere"] {
        assert_eq!(between(zone, "20270328T023000", "20270328T040000"), ["03-28T01:30/03-28T02:00"], "{zone}");
        assert_eq!(between(zone, "20271031T023000", "20271031T040000"), ["10-31T00:30/10-31T03:00"], "{zone}");
        assert_eq!(between(zone, "20271031T010000", "20271031T023000"), ["10-30T23:00/10-31T00:30"], "{zone}");
    }
    let new_york = ";TZID=America/New_York";
    assert_eq!(between(new_york, "20270314T023000", "20270314T040000"), ["03-14T07:30/03-14T08:00"]);
}

#[test]
fn what_repeats_in_the_hour_that_a_clock_skips_or_shows_twice_is_busy_by_that_clock() {
    let daily = "DTSTART;TZID=America/New_York:20261031T013000|DTEND;TZID=America/New_York:20261031T014500|\
        RRULE:FREQ=DAILY;COUNT=3";
    assert_eq!(busy(daily), ["11-01T05:30/11-01T05:45", "11-02T06:30/11-02T06:45"]);
    let from_then_on = "DTSTART;TZID=America/New_York:20270314T023000|DTEND;TZID=America/New_York:20270314T024500|\
        RRULE:FREQ=DAILY;COUNT=2|EXDATE;TZID=America/New_York:20270315T023000";
    assert_eq!(busy(from_then_on), ["03-14T07:30/03-14T07:45"]);
}

#[test]
fn a_day_that_begins_in_an_hour_that_clocks_skip_is_a_day() {
    for (zone, day, expected) in [
        ("Africa/Cairo", "20270430", "2027-04-29T22:00:00.000Z 2027-04-30T21:00:00.000Z"),
        ("America/Santiago", "20270905", "2027-09-05T04:00:00.000Z 2027-09-06T03:00:00.000Z"),
    ] {
        let window = [at("2026-11-01T00:00:00Z"), at("2027-12-31T00:00:00Z")];
        let mut expansion = Expansion::new(TimeZone::parse(zone).expect("a zone"), window);
        let lines = event(&format!("DTSTART;VALUE=DATE:{day}"));
        let text = format!("BEGIN:VCALENDAR|{lines}|END:VCALENDAR|").replace('|', "\r\n");
        expansion.add(&text).expect("a calendar");
        let shown: Vec<String> =
            expansion.busy.iter().map(|busy| busy.time.map(|time| time.to_string()).join(" ")).collect();
        assert_eq!(shown, [expected], "{zone}");
    }
}

#[test]
fn what_begins_before_all_time_or_never_ends_is_busy() {
    let always = expanded(&event("DTSTART:16010101T000000Z|DTEND:99991231T235959Z")).expect("a calendar");
    assert_eq!(always, ["01-01T00:00/12-31T23:59"]);
    assert!(busy("DTSTART:16010101T000000|DTEND:16020101T000000").is_empty());
    assert_eq!(busy("DTSTART:20261201T090000Z|DURATION:P4000000000W"), ["12-01T09:00/12-31T23:59"]);
    assert!(busy("DTSTART:20261201T090000Z|DURATION:-P4000000000W").is_empty());
}
