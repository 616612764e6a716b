//! What is busy, by the texts that programs write.

use calendars::outside_calendars::ReadingFailure;
use values::{TimeZone, Timestamp};

use super::Expansion;

pub(super) fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).expect("an instant")
}

/// The times that are busy from 1 November 2026 to the end of 2027 by clocks in Amsterdam; `lines` are those of events,
/// separated by `|`.
pub(super) fn expanded(lines: &str) -> Result<Vec<String>, ReadingFailure> {
    let text = format!("BEGIN:VCALENDAR|VERSION:2.0|{lines}|END:VCALENDAR|").replace('|', "\r\n");
    let window = [at("2026-11-01T00:00:00Z"), at("2027-12-31T00:00:00Z")];
    let mut expansion = Expansion::new(TimeZone::parse("Europe/Amsterdam").expect("a zone"), window);
    expansion.add(&text)?;
    expansion.busy.sort_by_key(|busy| busy.time);
    let written = |instant: Timestamp| instant.utc().format("%m-%dT%H:%M").to_string();
    Ok(expansion.busy.iter().map(|busy| busy.time.map(written).join("/")).collect())
}

pub(super) fn event(lines: &str) -> String {
    format!("BEGIN:VEVENT|UID:a|{lines}|END:VEVENT")
}

pub(super) fn busy(lines: &str) -> Vec<String> {
    expanded(&event(lines)).expect("a calendar")
}

#[test]
fn times_are_those_of_utc_of_a_named_zone_or_of_the_location() {
    assert_eq!(busy("DTSTART:20261201T090000Z|DTEND:20261201T100000Z"), ["12-01T09:00/12-01T10:00"]);
    assert_eq!(busy("DTSTART:20261201T090000|DURATION:PT90M"), ["12-01T08:00/12-01T09:30"]);
    let new_york = "DTSTART;TZID=America/New_York:20261201T090000|DTEND;TZID=America/New_York:20261201T100000";
    assert_eq!(busy(new_york), ["12-01T14:00/12-01T15:00"]);
    let windows =
        "DTSTART;TZID=\"Eastern Standard Time\":20261201T090000|DTEND;TZID=\"Eastern Standard Time\":20261201T100000";
    assert_eq!(busy(windows), ["12-01T14:00/12-01T15:00"]);
    let unknown = "DTSTART;TZID=Nowhere:20261201T090000|DTEND;TZID=Nowhere:20261201T100000";
    assert_eq!(busy(unknown), ["12-01T08:00/12-01T09:00"]);
}

#[test]
fn a_zone_that_the_calendar_defines_is_the_one_that_it_names() {
    let zone = "BEGIN:VTIMEZONE|TZID:ours|X-LIC-LOCATION:America/New_York|BEGIN:STANDARD|DTSTART:19700101T000000|\
        TZOFFSETFROM:-0400|TZOFFSETTO:-0500|END:STANDARD|END:VTIMEZONE|";
    let event = event("DTSTART;TZID=ours:20261201T090000|DTEND;TZID=ours:20261201T100000");
    assert_eq!(expanded(&format!("{zone}{event}")).expect("a calendar"), ["12-01T14:00/12-01T15:00"]);
}

#[test]
fn a_day_is_that_of_the_location_whatever_its_clocks_do() {
    assert_eq!(busy("DTSTART;VALUE=DATE:20261201"), ["11-30T23:00/12-01T23:00"]);
    assert_eq!(busy("DTSTART;VALUE=DATE:20261201|DTEND;VALUE=DATE:20261203"), ["11-30T23:00/12-02T23:00"]);
    // The clocks go forward on 28 March 2027: the day has 23 hours.
    let sunday = "DTSTART;VALUE=DATE:20270327|DTEND;VALUE=DATE:20270328|RRULE:FREQ=DAILY;COUNT=2";
    assert_eq!(busy(sunday), ["03-26T23:00/03-27T23:00", "03-27T23:00/03-28T22:00"]);
}

#[test]
fn what_is_free_cancelled_or_without_length_takes_no_time() {
    let times = "DTSTART:20261201T090000Z|DTEND:20261201T100000Z";
    for line in ["TRANSP:TRANSPARENT", "STATUS:CANCELLED"] {
        assert!(busy(&format!("{times}|{line}")).is_empty(), "{line}");
    }
    assert_eq!(busy(&format!("{times}|STATUS:TENTATIVE|TRANSP:OPAQUE")).len(), 1);
    assert!(busy("DTSTART:20261201T090000Z").is_empty());
    assert!(busy("DTSTART:20261201T090000Z|DTEND:20261201T080000Z").is_empty());
    assert!(
        expanded("BEGIN:VTODO|UID:a|DTSTART:20261201T090000Z|DUE:20261201T100000Z|END:VTODO").expect("one").is_empty()
    );
}

#[test]
fn what_repeats_keeps_its_time_of_day_when_clocks_change() {
    let weekly = "DTSTART;TZID=Europe/Amsterdam:20270322T090000|DTEND;TZID=Europe/Amsterdam:20270322T100000|\
        RRULE:FREQ=WEEKLY;COUNT=2";
    assert_eq!(busy(weekly), ["03-22T08:00/03-22T09:00", "03-29T07:00/03-29T08:00"]);
}

#[test]
fn a_rule_ends_with_the_time_at_which_it_ends() {
    let until = |until: &str| {
        let start = "DTSTART;TZID=Europe/Amsterdam:20261201T090000|DTEND;TZID=Europe/Amsterdam:20261201T100000";
        busy(&format!("{start}|RRULE:FREQ=DAILY;UNTIL={until}")).len()
    };
    // The last one begins at 8:00 UTC, and it is the last.
    assert_eq!((until("20261203T080000Z"), until("20261203T075959Z")), (3, 2));
    assert_eq!((until("20261203"), until("20261203T090000")), (3, 3));
    assert_eq!(until("20261101T080000Z"), 1);
}

#[test]
fn exceptions_take_away_and_move_and_further_dates_add() {
    let weekly = "DTSTART:20261201T090000Z|DTEND:20261201T100000Z|RRULE:FREQ=WEEKLY;COUNT=4|EXDATE:20261208T090000Z|\
        RDATE:20261203T120000Z|SEQUENCE:1";
    let moved = "BEGIN:VEVENT|UID:a|RECURRENCE-ID:20261215T090000Z|SEQUENCE:3|DTSTART:20261215T140000Z|DTEND:20261215T150000Z|END:VEVENT";
    let cancelled = "BEGIN:VEVENT|UID:a|RECURRENCE-ID:20261222T090000Z|STATUS:CANCELLED|DTSTART:20261222T090000Z|DTEND:20261222T100000Z|END:VEVENT";
    let further = "BEGIN:VEVENT|UID:c|DTSTART:20261202T090000Z|DTEND:20261202T100000Z|\
        RDATE:20261209T090000Z,20261210T090000Z,20261211T090000Z,20261212T090000Z|EXDATE:20261209T090000Z|END:VEVENT|\
        BEGIN:VEVENT|UID:c|RECURRENCE-ID:20261210T090000Z|DTSTART:20261210T140000Z|DTEND:20261210T150000Z|END:VEVENT|\
        BEGIN:VEVENT|UID:c|RECURRENCE-ID:20261211T090000Z|STATUS:CANCELLED|DTSTART:20261211T090000Z|DTEND:20261211T100000Z|END:VEVENT";
    assert_eq!(
        expanded(further).expect("a calendar"),
        ["12-02T09:00/12-02T10:00", "12-10T14:00/12-10T15:00", "12-12T09:00/12-12T10:00"]
    );
    let others = "BEGIN:VEVENT|UID:b|DTSTART:20261215T090000Z|DTEND:20261215T093000Z|END:VEVENT";
    let lines = format!("{}|{moved}|{cancelled}|{others}", event(weekly));
    let expected =
        ["12-01T09:00/12-01T10:00", "12-03T12:00/12-03T13:00", "12-15T09:00/12-15T09:30", "12-15T14:00/12-15T15:00"];
    assert_eq!(expanded(&lines).expect("a calendar"), expected);
}

#[test]
fn what_began_long_ago_and_never_ends_is_followed_to_the_end_of_the_window() {
    let daily = "DTSTART:20000101T090000Z|DTEND:20000101T100000Z|RRULE:FREQ=DAILY";
    let days = busy(daily);
    assert_eq!((days.len(), days[0].as_str()), (425, "11-01T09:00/11-01T10:00"));
    assert!(busy("DTSTART:20300101T090000Z|DTEND:20300101T100000Z|RRULE:FREQ=DAILY").is_empty());
}

#[test]
fn a_rule_without_end_ends_at_a_limit() {
    for rule in ["FREQ=SECONDLY", "FREQ=MINUTELY;INTERVAL=5", "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30"] {
        let lines = event(&format!("DTSTART:19700101T000000Z|DURATION:PT1S|RRULE:{rule}"));
        assert_eq!(expanded(&lines), Err(ReadingFailure::TooManyEvents), "{rule}");
    }
    let hourly = event("DTSTART:19700101T000000Z|DURATION:PT1S|RRULE:FREQ=HOURLY");
    assert_eq!(expanded(&hourly), Err(ReadingFailure::TooManyEvents));
    let never = event("DTSTART:20200101T000000Z|DURATION:PT1S|RRULE:FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30");
    assert_eq!(expanded(&never), Ok(Vec::new()));
    let many: String = (0..2_001)
        .map(|number| {
            event("DTSTART:20261201T000000Z|DURATION:PT1H|RRULE:FREQ=DAILY;COUNT=1")
                .replace("UID:a", &format!("UID:{number}|X-A:1"))
                + "|"
        })
        .collect();
    assert_eq!(expanded(&many), Err(ReadingFailure::TooManyEvents));
}

#[test]
fn what_is_no_calendar_or_only_a_part_of_one_is_refused() {
    let window = [at("2026-11-01T00:00:00Z"), at("2027-12-31T00:00:00Z")];
    let whole = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART:20261201T090000Z\r\nDURATION:PT1H\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
    let add = |text: &str| Expansion::new(TimeZone::UTC, window).add(text);
    assert_eq!(add(whole), Ok(()));
    assert_eq!(add(&format!("\u{feff}{}", whole.replace("\r\n", "\n"))), Ok(()));
    for text in ["", "<html><body>Sign in</body></html>", "BEGIN:VCARD\r\nEND:VCARD\r\n", "{}", &whole[..60]] {
        assert_eq!(add(text), Err(ReadingFailure::NotACalendar), "{text}");
    }
}

#[test]
fn an_event_that_cannot_be_read_is_counted_and_the_others_are_read() {
    let readable = event("DTSTART:20261201T090000Z|DURATION:PT1H");
    let by_a_rule = readable.replace("UID:a", "UID:c|RRULE:FREQ=WEEKLY;BYDAY=XX");
    let lines = format!("{readable}|BEGIN:VEVENT|UID:b|SUMMARY:when?|END:VEVENT|{by_a_rule}");
    let text = format!("BEGIN:VCALENDAR|{lines}|END:VCALENDAR").replace('|', "\r\n");
    let mut expansion = Expansion::new(TimeZone::UTC, [at("2026-11-01T00:00:00Z"), at("2027-12-31T00:00:00Z")]);
    expansion.add(&text).expect("a calendar");
    // The first time of what repeats is taken in any case.
    assert_eq!((expansion.busy.len(), expansion.unreadable), (2, 2));
}
