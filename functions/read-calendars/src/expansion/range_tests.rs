//! Exceptions that change what comes after them.

use super::tests::{event, expanded};

/// What is busy of a weekly hour, four times from 1 December 2026 at 9:00 of universal time, with exceptions.
fn weekly(lines: &str, exceptions: &[&str]) -> Vec<String> {
    let master = event(&format!("DTSTART:20261201T090000Z|DTEND:20261201T100000Z|RRULE:FREQ=WEEKLY;COUNT=4{lines}"));
    let all = exceptions.iter().map(|exception| event(exception)).chain([master]).collect::<Vec<_>>().join("|");
    expanded(&all).expect("a calendar")
}

const LATER: &str =
    "RECURRENCE-ID;RANGE=THISANDFUTURE:20261208T090000Z|DTSTART:20261209T110000Z|DTEND:20261209T113000Z";

#[test]
fn a_range_moves_what_follows_by_as_much_and_makes_it_as_long() {
    let moved =
        ["12-01T09:00/12-01T10:00", "12-09T11:00/12-09T11:30", "12-16T11:00/12-16T11:30", "12-23T11:00/12-23T11:30"];
    assert_eq!(weekly("", &[LATER]), moved);
    // The other way round in the file, and with another value of the parameter, which changes one alone.
    let other = LATER.replace("THISANDFUTURE", "THISANDPRIOR");
    let one =
        ["12-01T09:00/12-01T10:00", "12-09T11:00/12-09T11:30", "12-15T09:00/12-15T10:00", "12-22T09:00/12-22T10:00"];
    assert_eq!(weekly("", &[&other]), one);
}

#[test]
fn of_several_ranges_the_last_that_has_begun_holds() {
    let second = "RECURRENCE-ID;RANGE=THISANDFUTURE:20261222T090000Z|DTSTART:20261222T080000Z|DURATION:PT3H";
    let moved =
        ["12-01T09:00/12-01T10:00", "12-09T11:00/12-09T11:30", "12-16T11:00/12-16T11:30", "12-22T08:00/12-22T11:00"];
    assert_eq!(weekly("", &[second, LATER]), moved);
}

#[test]
fn exceptions_and_dates_that_are_left_out_are_named_by_the_time_that_they_would_have_had() {
    let single = "RECURRENCE-ID:20261222T090000Z|DTSTART:20261222T060000Z|DURATION:PT1H";
    let moved = ["12-01T09:00/12-01T10:00", "12-09T11:00/12-09T11:30", "12-22T06:00/12-22T07:00"];
    assert_eq!(weekly("|EXDATE:20261215T090000Z", &[LATER, single]), moved);
    // The range begins with an occurrence that is left out: it is there nevertheless, as every exception.
    assert_eq!(weekly("|EXDATE:20261208T090000Z", &[LATER]).len(), 4);
    // Of further dates the same holds.
    let further = weekly("|RDATE:20261218T090000Z,20261202T090000Z", &[LATER]);
    assert!(further.contains(&"12-19T11:00/12-19T11:30".to_owned()), "{further:?}");
    assert!(further.contains(&"12-02T09:00/12-02T10:00".to_owned()), "{further:?}");
}

#[test]
fn a_range_that_is_cancelled_or_free_frees_what_follows() {
    for line in ["STATUS:CANCELLED", "TRANSP:TRANSPARENT"] {
        let free =
            format!("RECURRENCE-ID;RANGE=THISANDFUTURE:20261208T090000Z|DTSTART:20261208T090000Z|DURATION:PT1H|{line}");
        assert_eq!(weekly("", &[&free]), ["12-01T09:00/12-01T10:00"], "{line}");
    }
    // One after it takes time again.
    let free = "RECURRENCE-ID;RANGE=THISANDFUTURE:20261208T090000Z|STATUS:CANCELLED";
    let again = "RECURRENCE-ID;RANGE=THISANDFUTURE:20261222T090000Z|DTSTART:20261222T090000Z|DURATION:PT1H";
    assert_eq!(weekly("", &[free, again]), ["12-01T09:00/12-01T10:00", "12-22T09:00/12-22T10:00"]);
}

#[test]
fn what_a_range_brings_into_the_window_is_busy_and_what_it_takes_out_is_not() {
    // The window ends with 30 December 2027; the rule is followed as far as the range comes earlier.
    let yearly = |start: &str| {
        let master = event("DTSTART:20200201T090000Z|DTEND:20200201T100000Z|RRULE:FREQ=YEARLY");
        let range = event(&format!("RECURRENCE-ID;RANGE=THISANDFUTURE:20270201T090000Z|DTSTART:{start}|DURATION:PT1H"));
        expanded(&format!("{master}|{range}")).expect("a calendar")
    };
    assert_eq!(yearly("20261101T090000Z"), ["11-01T09:00/11-01T10:00", "11-01T09:00/11-01T10:00"]);
    assert_eq!(yearly("20270301T090000Z"), ["03-01T09:00/03-01T10:00"]);
    assert!(yearly("99990101T000000Z").is_empty());
    // So far back that the rule is followed through all years there are.
    assert!(!yearly("00010101T000000Z").is_empty());
}

#[test]
fn a_range_is_that_of_the_clock_of_what_repeats() {
    // From 9:00 to 10:00 in Amsterdam, given in universal time before clocks change on 28 March 2027.
    let master = event(
        "DTSTART;TZID=Europe/Amsterdam:20270322T090000|DTEND;TZID=Europe/Amsterdam:20270322T093000|\
        RRULE:FREQ=WEEKLY;COUNT=3",
    );
    let range = event("RECURRENCE-ID;RANGE=THISANDFUTURE:20270322T080000Z|DTSTART:20270322T090000Z|DURATION:PT1H");
    let moved = ["03-22T09:00/03-22T10:00", "03-29T08:00/03-29T09:00", "04-05T08:00/04-05T09:00"];
    assert_eq!(expanded(&format!("{master}|{range}")).expect("a calendar"), moved);
    let days = event("DTSTART;VALUE=DATE:20270322|RRULE:FREQ=WEEKLY;COUNT=2");
    let two = event(
        "RECURRENCE-ID;VALUE=DATE;RANGE=THISANDFUTURE:20270322|DTSTART;VALUE=DATE:20270321|DTEND;VALUE=DATE:20270323",
    );
    let moved = ["03-20T23:00/03-22T23:00", "03-27T23:00/03-29T22:00"];
    assert_eq!(expanded(&format!("{days}|{two}")).expect("a calendar"), moved);
}

#[test]
fn an_exception_that_says_nothing_of_its_time_keeps_it() {
    assert_eq!(weekly("", &["RECURRENCE-ID:20261208T090000Z|SUMMARY:Named"]).len(), 4);
    assert_eq!(weekly("", &["RECURRENCE-ID;RANGE=THISANDFUTURE:20261208T090000Z|SUMMARY:Named"]), weekly("", &[]));
}

#[test]
fn many_ranges_of_many_events_are_looked_at_and_more_are_refused() {
    let ranges: String = (0..9_000)
        .map(|day| {
            let date = chrono::NaiveDate::from_num_days_from_ce_opt(739_000 + day).expect("a day").format("%Y%m%d");
            event(&format!("RECURRENCE-ID;RANGE=THISANDFUTURE:{date}T090000Z|DTSTART:{date}T100000Z|DURATION:PT1H"))
                + "|"
        })
        .collect();
    let master = event("DTSTART:20261201T090000Z|DURATION:PT1H|RRULE:FREQ=DAILY;COUNT=3");
    assert_eq!(expanded(&format!("{ranges}{master}")).expect("a calendar").len(), 425);
    let masters = vec![master; 40].join("|");
    let refused = calendars::outside_calendars::ReadingFailure::TooManyEvents;
    assert_eq!(expanded(&format!("{ranges}{masters}")), Err(refused));
}

#[test]
fn an_exception_that_repeats_by_a_rule_of_its_own_replaces_its_occurrence_and_with_a_range_all_that_follow() {
    let own = "RECURRENCE-ID:20261208T090000Z|DTSTART:20261208T150000Z|DURATION:PT1H|RRULE:FREQ=DAILY;COUNT=2";
    let one = [
        "12-01T09:00/12-01T10:00",
        "12-08T15:00/12-08T16:00",
        "12-09T15:00/12-09T16:00",
        "12-15T09:00/12-15T10:00",
        "12-22T09:00/12-22T10:00",
    ];
    assert_eq!(weekly("", &[own]), one);
    let range = own.replace("RECURRENCE-ID:", "RECURRENCE-ID;RANGE=THISANDFUTURE:");
    assert_eq!(weekly("", &[&range]), one[..3]);
    // One at the time that its occurrence had, too.
    let same = own.replace("T150000Z", "T090000Z");
    assert_eq!(weekly("", &[&same])[1..3], ["12-08T09:00/12-08T10:00", "12-09T09:00/12-09T10:00"]);
}

#[test]
fn an_occurrence_is_left_out_or_moved_by_its_day_alone() {
    let kept = ["12-01T09:00/12-01T10:00", "12-15T09:00/12-15T10:00", "12-22T09:00/12-22T10:00"];
    assert_eq!(weekly("|EXDATE;VALUE=DATE:20261208", &[]), kept);
    let moved = weekly("", &["RECURRENCE-ID;VALUE=DATE:20261208|DTSTART:20261208T150000Z|DURATION:PT1H"]);
    assert_eq!(moved, [kept[0], "12-08T15:00/12-08T16:00", kept[1], kept[2]]);
    let range = "RECURRENCE-ID;VALUE=DATE;RANGE=THISANDFUTURE:20261215|DTSTART:20261215T100000Z|DURATION:PT1H";
    assert_eq!(weekly("", &[range])[2..], ["12-15T10:00/12-15T11:00", "12-22T10:00/12-22T11:00"]);
}
