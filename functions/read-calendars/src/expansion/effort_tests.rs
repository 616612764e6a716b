//! Rules of a few words that would take for ever, or all of the memory.

use calendars::outside_calendars::ReadingFailure;

use super::tests::{busy, event, expanded};

fn numbers(to: u32) -> String {
    (0..to).map(|number| number.to_string()).collect::<Vec<_>>().join(",")
}

#[test]
fn a_rule_with_a_time_every_minute_or_second_of_a_day_is_refused_whatever_it_repeats_by() {
    let (hours, minutes) = (numbers(24), numbers(60));
    let every_second = format!("BYHOUR={hours};BYMINUTE={minutes};BYSECOND={minutes}");
    for rule in [
        format!("FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;{every_second}"),
        format!("FREQ=DAILY;BYHOUR={hours};BYMINUTE={minutes}"),
        format!("FREQ=HOURLY;BYMINUTE={minutes}"),
        format!("FREQ=YEARLY;BYMONTHDAY={}", vec!["30"; 201].join(",")),
    ] {
        let lines = event(&format!("DTSTART:20261201T000000Z|DURATION:PT1S|RRULE:{rule}"));
        assert_eq!(expanded(&lines), Err(ReadingFailure::TooManyEvents), "{rule}");
    }
    let half_hours = format!("FREQ=DAILY;COUNT=96;BYHOUR={hours};BYMINUTE=0,30");
    assert_eq!(busy(&format!("DTSTART:20261201T000000Z|DURATION:PT1M|RRULE:{half_hours}")).len(), 96);
}

#[test]
fn rules_whose_day_never_comes_are_looked_at_a_few_times_and_then_refused() {
    let never = |rule: &str, uid: &str, number: usize| {
        let one = event(&format!("DTSTART:20200101T000000Z|DURATION:PT1S|RRULE:{rule}"));
        let all: Vec<String> = (0..number).map(|other| one.replace("UID:a", &format!("UID:{uid}{other}"))).collect();
        expanded(&all.join("|"))
    };
    assert_eq!(never("FREQ=DAILY;INTERVAL=7;BYDAY=TH", "few", 2), Ok(Vec::new()));
    let yearly = "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30";
    assert_eq!(never(yearly, "few", 1), Ok(Vec::new()));
    assert_eq!(never(yearly, "many", 4), Err(ReadingFailure::TooManyEvents));
    // What repeats hourly is not followed through centuries.
    let hourly = event("DTSTART:00010101T000000Z|DURATION:PT1S|RRULE:FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=29;BYHOUR=0");
    assert_eq!(expanded(&hourly), Err(ReadingFailure::TooManyEvents));
}

#[test]
fn rules_of_one_uid_are_each_a_rule() {
    let one = event("DTSTART:20261201T000000Z|DURATION:PT1H|RRULE:FREQ=DAILY;COUNT=1");
    assert_eq!(expanded(&vec![one; 2_001].join("|")), Err(ReadingFailure::TooManyEvents));
}

#[test]
fn a_rule_with_a_huge_number_of_times_is_followed_to_the_end_of_the_window() {
    let daily = "DTSTART:20261201T090000Z|DTEND:20261201T100000Z|RRULE:FREQ=DAILY;COUNT=1000000000";
    assert_eq!(busy(daily).len(), 395);
    let both = "DTSTART:20261201T090000Z|DTEND:20261201T100000Z|RRULE:FREQ=DAILY;COUNT=9;UNTIL=20261203T090000Z";
    assert_eq!(busy(both).len(), 3);
}

#[test]
fn a_rule_is_followed_from_the_last_of_several_beginnings() {
    let times =
        "DTSTART:20261201T090000Z|DTSTART:00010101T000000Z|DURATION:PT1H|RRULE:FREQ=HOURLY;BYMONTHDAY=-1;BYHOUR=5";
    assert_eq!(expanded(&event(times)), Err(ReadingFailure::TooManyEvents));
    let none = "DTSTART:20261301T090000Z|RECURRENCE-ID:00010101T000000Z|DURATION:PT1H|RRULE:FREQ=HOURLY;BYMONTHDAY=-1";
    assert!(busy(none).is_empty());
}

#[test]
fn a_definition_of_a_zone_may_have_much_in_it_and_be_named_by_many_events() {
    let zone = format!(
        "BEGIN:VTIMEZONE|TZID:ours|X-LIC-LOCATION:Asia/Tokyo|{}END:VTIMEZONE|",
        "X-NOTHING:a|".repeat(20_000)
    );
    // Each is an event by itself, of two clocks.
    let one = "BEGIN:VEVENT|DTSTART;TZID=ours:20261201T090000|DTEND;TZID=Europe/Amsterdam:20261201T090000|END:VEVENT|";
    let times = expanded(&format!("{zone}{}", one.repeat(10_000))).expect("a calendar");
    assert_eq!((times.len(), times[0].as_str()), (10_000, "12-01T00:00/12-01T08:00"));
}

#[test]
fn an_event_may_have_as_many_lines_as_times() {
    let many = "X-NOTHING:a|".repeat(200_000);
    let daily = event(&format!("{many}DTSTART:20000101T090000Z|DTEND:20000101T100000Z|RRULE:FREQ=DAILY"));
    assert_eq!(expanded(&daily).expect("a calendar").len(), 425);
}
