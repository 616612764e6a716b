//! Zones that calendars define, as programs write them, against those of the IANA database.

use std::sync::LazyLock;

use calcard::{
    Entry, Parser,
    icalendar::{ICalendar, ICalendarComponent, ICalendarComponentType},
};
use chrono::{DateTime, NaiveDateTime};
use proptest::prelude::{ProptestConfig, prop_assert_eq, proptest};
use values::{TimeZone, Timestamp};

use super::DefinedZone;
use crate::observance::DefinitionFault;

/// The last year of the definitions that are made here, and looked at.
const LAST_YEAR: i32 = 2_029;
/// Zones of all kinds: north and south, half hours, clocks that stand, clocks that change with the moon, by night
/// before midnight, by half an hour, and those whose rules changed; of none of them do the releases of the database
/// that `calcard` and we have say something else.
const ZONES: [&str; 22] = [
    "Africa/Cairo",
    "Africa/Johannesburg",
    "America/Asuncion",
    "America/Mexico_City",
    "America/New_York",
    "America/Nuuk",
    "America/Santiago",
    "America/Sao_Paulo",
    "America/St_Johns",
    "Asia/Beirut",
    "Asia/Gaza",
    "Asia/Jerusalem",
    "Asia/Kathmandu",
    "Asia/Tehran",
    "Atlantic/Azores",
    "Australia/Lord_Howe",
    "Europe/Amsterdam",
    "Europe/Dublin",
    "Europe/Istanbul",
    "Europe/London",
    "Pacific/Apia",
    "Pacific/Chatham",
];

/// The zone that lines define, which are separated by `|`.
pub(super) fn defined(lines: &str, days_left: &mut usize) -> Result<DefinedZone, DefinitionFault> {
    let text = format!("BEGIN:VCALENDAR|BEGIN:VTIMEZONE|TZID:ours|{lines}|END:VTIMEZONE|END:VCALENDAR|");
    let Entry::ICalendar(calendar) = Parser::new(&text.replace('|', "\r\n")).entry() else { panic!("{text}") };
    zone(&calendar, days_left)
}

fn zone(calendar: &ICalendar, days_left: &mut usize) -> Result<DefinedZone, DefinitionFault> {
    let is_part = |part: &&ICalendarComponent| {
        matches!(part.component_type, ICalendarComponentType::Standard | ICalendarComponentType::Daylight)
    };
    let parts: Vec<ICalendarComponent> = calendar.components.iter().filter(is_part).cloned().collect();
    DefinedZone::of(&parts, LAST_YEAR, days_left)
}

/// A zone of the database as `calcard` defines it, since the year 1985.
fn made(name: &str) -> DefinedZone {
    let component_type = ICalendarComponentType::VCalendar;
    let mut calendar =
        ICalendar { components: vec![ICalendarComponent { component_type, ..ICalendarComponent::default() }] };
    let [from, to] = [seconds("1985-01-01T00:00:00Z"), seconds("2030-01-01T00:00:00Z")];
    calendar.add_timezone(name, from, to).expect("a zone that calcard knows");
    let written = calendar.to_string();
    let Entry::ICalendar(read) = Parser::new(&written).entry() else { panic!("{written}") };
    zone(&read, &mut 1_000_000).expect("a definition")
}

fn seconds(instant: &str) -> i64 {
    Timestamp::parse(instant).expect("an instant").seconds()
}

fn shown(seconds: i64) -> NaiveDateTime {
    DateTime::from_timestamp(seconds, 0).expect("a time").naive_utc()
}

fn agree(zone: &DefinedZone, name: &str, from: &str) {
    let known = TimeZone::parse(name).expect("a zone");
    // A step that comes to each quarter of an hour of each time of day.
    for seconds in (seconds(from)..seconds("2029-12-30T00:00:00Z")).step_by(8_100) {
        let instant = Timestamp::from_millis(seconds * 1_000).expect("an instant");
        assert_eq!(zone.shows(instant), instant.local_in(known), "{name} at {instant}");
        assert_eq!(zone.at(shown(seconds)), known.at(shown(seconds)), "{name} shows {}", shown(seconds));
    }
}

static MADE: LazyLock<Vec<DefinedZone>> = LazyLock::new(|| ZONES.iter().map(|name| made(name)).collect());

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, ..ProptestConfig::default() })]

    #[test]
    fn a_definition_of_a_zone_is_that_zone(index in 0..ZONES.len(), seconds in 504_921_600_i64..1_893_000_000) {
        let (made, known) = (&MADE[index], TimeZone::parse(ZONES[index]).expect("a zone"));
        let instant = Timestamp::from_millis(seconds * 1_000).expect("an instant");
        prop_assert_eq!(made.shows(instant), instant.local_in(known), "{} at {}", ZONES[index], instant);
        prop_assert_eq!(made.at(shown(seconds)), known.at(shown(seconds)), "{} shows {}", ZONES[index], shown(seconds));
    }
}

#[test]
fn a_zone_as_outlook_writes_it_is_that_zone() {
    let central_european = "BEGIN:STANDARD|DTSTART:16010101T030000|TZOFFSETFROM:+0200|TZOFFSETTO:+0100|\
        RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10|END:STANDARD|\
        BEGIN:DAYLIGHT|DTSTART:16010101T020000|TZOFFSETFROM:+0100|TZOFFSETTO:+0200|\
        RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3|END:DAYLIGHT";
    agree(&defined(central_european, &mut 10_000).expect("a zone"), "Europe/Amsterdam", "2000-01-01T00:00:00Z");
    let eastern = "BEGIN:STANDARD|DTSTART:16011104T020000|RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11|\
        TZOFFSETFROM:-0400|TZOFFSETTO:-0500|END:STANDARD|\
        BEGIN:DAYLIGHT|DTSTART:16010311T020000|RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3|\
        TZOFFSETFROM:-0500|TZOFFSETTO:-0400|END:DAYLIGHT";
    agree(&defined(eastern, &mut 10_000).expect("a zone"), "America/New_York", "2008-01-01T00:00:00Z");
    let india = "BEGIN:STANDARD|DTSTART:16010101T000000|TZOFFSETFROM:+0530|TZOFFSETTO:+0530|END:STANDARD";
    agree(&defined(india, &mut 10_000).expect("a zone"), "Asia/Kolkata", "2000-01-01T00:00:00Z");
}

#[test]
fn a_zone_as_google_writes_it_is_that_zone() {
    let sydney = "X-LIC-LOCATION:Nowhere|BEGIN:STANDARD|TZOFFSETFROM:+1100|TZOFFSETTO:+1000|TZNAME:AEST|\
        DTSTART:19700405T030000|RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=1SU|END:STANDARD|\
        BEGIN:DAYLIGHT|TZOFFSETFROM:+1000|TZOFFSETTO:+1100|TZNAME:AEDT|\
        DTSTART:19701004T020000|RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=1SU|END:DAYLIGHT";
    agree(&defined(sydney, &mut 10_000).expect("a zone"), "Australia/Sydney", "2008-06-01T00:00:00Z");
}

#[test]
fn a_zone_as_apple_writes_it_is_that_zone_before_and_after_its_rules_changed() {
    let eastern = "BEGIN:DAYLIGHT|TZOFFSETFROM:-0500|TZOFFSETTO:-0400|TZNAME:EDT|DTSTART:19870405T020000|\
        RRULE:FREQ=YEARLY;UNTIL=20060402T070000Z;BYMONTH=4;BYDAY=1SU|END:DAYLIGHT|\
        BEGIN:DAYLIGHT|TZOFFSETFROM:-0500|TZOFFSETTO:-0400|DTSTART:20070311T020000|TZNAME:EDT|\
        RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU|END:DAYLIGHT|\
        BEGIN:STANDARD|TZOFFSETFROM:-0400|TZOFFSETTO:-0500|TZNAME:EST|DTSTART:19671029T020000|\
        RRULE:FREQ=YEARLY;UNTIL=20061029T060000Z;BYMONTH=10;BYDAY=-1SU|END:STANDARD|\
        BEGIN:STANDARD|TZOFFSETFROM:-0400|DTSTART:20071104T020000|TZNAME:EST|TZOFFSETTO:-0500|\
        RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU|END:STANDARD";
    agree(&defined(eastern, &mut 20_000).expect("a zone"), "America/New_York", "1988-01-01T00:00:00Z");
}

#[test]
fn a_zone_may_name_days_of_the_month_single_dates_and_how_often() {
    // As libical writes the Friday before the last Sunday of March, and the last Sunday of October.
    let israel = "BEGIN:DAYLIGHT|TZOFFSETFROM:+0200|TZOFFSETTO:+0300|DTSTART:20130329T020000|\
        RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=FR;BYMONTHDAY=23,24,25,26,27,28,29|END:DAYLIGHT|\
        BEGIN:STANDARD|TZOFFSETFROM:+0300|TZOFFSETTO:+0200|DTSTART:20131027T020000|\
        RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU|END:STANDARD";
    agree(&defined(israel, &mut 100_000).expect("a zone"), "Asia/Jerusalem", "2013-06-01T00:00:00Z");
    let istanbul = "BEGIN:DAYLIGHT|TZOFFSETFROM:+0200|TZOFFSETTO:+0300|DTSTART:20070325T030000|\
        RRULE:FREQ=YEARLY;COUNT=4;BYMONTH=3;BYDAY=-1SU|END:DAYLIGHT|\
        BEGIN:DAYLIGHT|TZOFFSETFROM:+0200|TZOFFSETTO:+0300|DTSTART:20110328T030000|\
        RDATE:20120325T030000,20130331T030000|RDATE;VALUE=PERIOD:20140331T030000/PT1H|\
        RDATE:20150329T030000|RDATE:20160327T030000|END:DAYLIGHT|\
        BEGIN:STANDARD|TZOFFSETFROM:+0300|TZOFFSETTO:+0200|DTSTART:20071028T040000|\
        RRULE:FREQ=YEARLY;UNTIL=20141026T010000Z;BYMONTH=10;BYDAY=-1SU|RDATE:20151108T040000|END:STANDARD";
    agree(&defined(istanbul, &mut 100_000).expect("a zone"), "Europe/Istanbul", "2007-06-01T00:00:00Z");
}
