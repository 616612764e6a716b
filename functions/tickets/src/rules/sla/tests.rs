//! The clock against a reference that looks at every minute by itself.

use chrono::{Duration, NaiveDate};
use proptest::prelude::*;
use records::{Location, location::Holiday};
use values::{
    CustomerTier, Day, Period, ShortText, TimeZone, Timestamp,
    schedule::{OpeningHours, Weekday, minute_of_day},
};

use scheduling::opening::{Schedule, open_periods};

use super::{BusinessHours, PAUSES_MAX, milliseconds, shortened};
use crate::records::sla_clock::SlaClock;

/// Days that the reference looks at.
const DAYS: i64 = 20;
const ZONES: [&str; 4] = ["Europe/Amsterdam", "America/New_York", "Australia/Lord_Howe", "Asia/Tokyo"];
const WEEK: [Weekday; 7] = [
    Weekday::Monday,
    Weekday::Tuesday,
    Weekday::Wednesday,
    Weekday::Thursday,
    Weekday::Friday,
    Weekday::Saturday,
    Weekday::Sunday,
];

fn due_at(clock: &SlaClock, minutes: u32, location: &Location) -> Option<Timestamp> {
    super::due_at(clock, minutes, &mut BusinessHours::of(location))
}

fn counted_ms(clock: &SlaClock, by: Timestamp, location: &Location) -> i64 {
    super::counted_ms(clock, by, &mut BusinessHours::of(location))
}

/// When so many minutes are over, looked for day by day.
fn walked(since: Timestamp, minutes: u32, location: &Location, days: i64) -> Option<Timestamp> {
    let mut left = i64::from(minutes) * 60_000;
    for day in 0..days {
        let start = since.plus(Duration::days(day));
        let within = Period::new(start, start.plus(Duration::days(1))).expect("a day");
        for open in open_periods(location, &Schedule::default(), CustomerTier::Public, within) {
            if left <= milliseconds(open) {
                return Some(open.start().plus(Duration::milliseconds(left)));
            }
            left -= milliseconds(open);
        }
    }
    None
}

fn at(text: &str) -> Timestamp {
    Timestamp::parse(&format!("{text}:00Z")).expect("an instant")
}

fn location(zone: &str, hours: Vec<OpeningHours>, holidays: &[&str]) -> Location {
    let fields = serde_json::json!({"name": "Canal House", "time_zone": zone, "currency": "EUR"});
    let mut location: Location = serde_json::from_value(fields).expect("a location");
    location.public_hours = hours;
    let holiday = |day: &&str| Holiday { date: Day::parse(day).expect("a day"), name: ShortText::default() };
    location.holidays = holidays.iter().map(holiday).collect();
    location
}

fn on(days: &[Weekday], opens: &str, closes: &str) -> Vec<OpeningHours> {
    let hours = |weekday: &Weekday| OpeningHours { weekday: *weekday, opens: opens.into(), closes: closes.into() };
    days.iter().map(hours).collect()
}

fn office() -> Vec<OpeningHours> {
    on(&WEEK[..5], "09:00", "17:00")
}

/// The first quarter of an hour at which the local clock shows or has passed a time of a day, found by looking at one
/// after the other.
fn first_shown(location: &Location, date: NaiveDate, minutes: u32) -> Timestamp {
    let wanted = date.and_hms_opt(0, 0, 0).expect("a midnight") + Duration::minutes(minutes.into());
    let begin = Timestamp::new(wanted.and_utc()).expect("an instant").plus(-Duration::hours(15));
    let quarters = (0..30 * 4).map(|quarter| begin.plus(Duration::minutes(15 * quarter)));
    let shows = |at: &Timestamp| wanted <= at.local_in(location.time_zone);
    quarters.into_iter().find(shows).expect("a time that the clock shows")
}

/// Business hours from an instant for some days, holidays apart.
fn spans(location: &Location, since: Timestamp, days: i64) -> Vec<(Timestamp, Timestamp)> {
    let mut spans = Vec::new();
    for date in (-2..days + 2).map(|day| since.utc().date_naive() + Duration::days(day)) {
        for hours in location.public_hours.iter().filter(|hours| hours.weekday == Weekday::of(date)) {
            let (opens, closes) = (minute_of_day(&hours.opens), minute_of_day(&hours.closes));
            let closes = if closes <= opens { closes + 24 * 60 } else { closes };
            spans.push((first_shown(location, date, opens), first_shown(location, date, closes)));
        }
    }
    spans
}

/// Whether a minute is one of business hours.
fn is_open(location: &Location, spans: &[(Timestamp, Timestamp)], minute: Timestamp) -> bool {
    let local = minute.day_in(location.time_zone);
    let is_holiday = location.holidays.iter().any(|holiday| holiday.date.date() == local);
    let is_within = || spans.iter().any(|(opens, closes)| *opens <= minute && minute < *closes);
    !is_holiday && (location.public_hours.is_empty() || is_within())
}

fn runs(clock: &SlaClock, minute: Timestamp) -> bool {
    clock.running_times().iter().any(|(from, until)| *from <= minute && until.is_none_or(|until| minute < until))
}

/// When so many minutes are over, counted one by one for `days`.
fn reference(clock: &SlaClock, minutes: u32, location: &Location, days: i64) -> Option<Timestamp> {
    let (mut left, spans) = (minutes, spans(location, clock.since, days));
    for passed in 0..days * 24 * 60 {
        let minute = clock.since.plus(Duration::minutes(passed));
        if runs(clock, minute) && is_open(location, &spans, minute) {
            left -= 1;
            if left == 0 {
                return Some(minute.plus(Duration::minutes(1)));
            }
        }
    }
    None
}

fn due(location: &Location, since: &str, minutes: u32) -> String {
    due_at(&SlaClock::running(at(since)), minutes, location).map(|at| at.to_string()).unwrap_or_default()
}

#[test]
fn nights_weekends_and_holidays_do_not_count() {
    let amsterdam = location("Europe/Amsterdam", office(), &["2026-12-25"]);
    // Friday, 16:00 in Amsterdam: one hour that day, the rest on Monday.
    assert_eq!(due(&amsterdam, "2026-11-20T15:00", 240), "2026-11-23T11:00:00.000Z");
    // Thursday before Christmas: the Friday is a holiday.
    assert_eq!(due(&amsterdam, "2026-12-24T15:00", 120), "2026-12-28T09:00:00.000Z");
    // In the night it begins in the morning, and ends when the location closes.
    assert_eq!(due(&amsterdam, "2026-11-23T01:00", 480), "2026-11-23T16:00:00.000Z");
}

#[test]
fn a_location_without_hours_is_open_around_the_clock() {
    let always = location("Europe/Amsterdam", Vec::new(), &["2026-11-22"]);
    assert_eq!(due(&always, "2026-11-21T22:00", 120), "2026-11-23T00:00:00.000Z");
}

#[test]
fn an_hour_that_the_clocks_skip_or_repeat_counts_as_long_as_it_lasts() {
    let night = location("Europe/Amsterdam", on(&WEEK, "00:00", "06:00"), &[]);
    // 29 March 2026: the night has five hours; 25 October 2026: seven.
    assert_eq!(due(&night, "2026-03-28T23:00", 5 * 60), "2026-03-29T04:00:00.000Z");
    assert_eq!(due(&night, "2026-10-24T22:00", 7 * 60), "2026-10-25T05:00:00.000Z");
    let office = location("Europe/Amsterdam", office(), &[]);
    // Friday 15:00 local before the change, four hours: Monday 11:00 local, an hour earlier in UTC than before.
    assert_eq!(due(&office, "2026-03-27T14:00", 240), "2026-03-30T09:00:00.000Z");
    assert_eq!(due(&office, "2026-10-23T13:00", 240), "2026-10-26T10:00:00.000Z");
}

#[test]
fn other_hours_and_another_zone_are_those_from_the_beginning() {
    let mut place = location("Europe/Amsterdam", office(), &[]);
    assert_eq!(due(&place, "2026-11-23T14:00", 240), "2026-11-24T10:00:00.000Z");
    place.public_hours = on(&WEEK[..5], "08:00", "18:00");
    assert_eq!(due(&place, "2026-11-23T14:00", 240), "2026-11-24T08:00:00.000Z");
    place.time_zone = TimeZone::parse("America/New_York").expect("a zone");
    assert_eq!(due(&place, "2026-11-23T14:00", 240), "2026-11-23T18:00:00.000Z");
}

#[test]
fn a_clock_that_stands_still_ends_never_unless_it_had_ended() {
    let place = location("Europe/Amsterdam", office(), &[]);
    let mut clock = SlaClock::running(at("2026-11-23T08:00"));
    clock.pause(at("2026-11-23T10:00"));
    assert_eq!(due_at(&clock, 240, &place), None);
    assert_eq!(due_at(&clock, 60, &place), Some(at("2026-11-23T09:00")));
    clock.resume(at("2026-11-24T08:00"));
    assert_eq!(due_at(&clock, 240, &place), Some(at("2026-11-24T10:00")));
    assert_eq!(counted_ms(&clock, at("2026-11-24T09:00"), &place), 3 * 3_600_000);
}

#[test]
fn what_never_opens_is_never_due() {
    let shut: Vec<String> = (1..=7).map(|day| format!("2026-01-0{day}")).collect();
    let shut: Vec<&str> = shut.iter().map(String::as_str).collect();
    let place = location("Europe/Amsterdam", on(&WEEK[..1], "09:00", "09:01"), &shut);
    assert_eq!(due_at(&SlaClock::running(at("2026-01-01T00:00")), 100_000, &place), None);
}

#[test]
fn a_page_of_tickets_looks_at_few_weeks_of_a_location() {
    let minute = |minute: u32| on(&WEEK, &format!("08:{minute:02}"), &format!("08:{:02}", minute + 1));
    let mut place = location("Europe/Amsterdam", (0..14).flat_map(|number| minute(number * 2)).collect(), &[]);
    place.ticket_settings.resolution_minutes.normal = 100_000;
    let mut hours = BusinessHours::of(&place);
    for day in 0..100 {
        let clock = SlaClock::running(at("2026-01-05T10:00").plus(Duration::days(day)));
        assert_eq!(super::due_at(&clock, 100_000, &mut hours), None);
    }
    // Those in which the tickets begin and in which their five years end, and those around the changes of clocks.
    assert!(hours.looked_at() < 60, "{}", hours.looked_at());
}

prop_compose! {
    fn hours()(days in prop::collection::btree_set(0_usize..7, 0..5), opens in 0_u32..96, length in 1_u32..90)
        -> Vec<OpeningHours> {
        let closes = (opens + length) % 96;
        let text = |quarter: u32| format!("{:02}:{:02}", quarter / 4, quarter % 4 * 15);
        days.into_iter()
            .map(|day| OpeningHours { weekday: WEEK[day], opens: text(opens), closes: text(closes) })
            .collect()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn the_end_of_a_ticket_is_that_of_counting_minute_by_minute(
        zone in 0_usize..4,
        hours in hours(),
        // Around the changes of clocks in spring and in autumn.
        begin in prop_oneof![1_774_569_600_i64..1_775_260_800, 1_792_713_600_i64..1_793_664_000],
        pauses in prop::collection::vec((1_i64..900, 1_i64..900), 0..5),
        is_paused in any::<bool>(),
        minutes in 1_u32..1_500,
    ) {
        let place = location(ZONES[zone], hours, &["2026-03-30", "2026-10-27"]);
        let since = Timestamp::from_millis(begin / 60 * 60_000).expect("an instant");
        let mut clock = SlaClock::running(since);
        let mut now = since;
        for (runs, stands) in pauses {
            now = now.plus(Duration::minutes(runs));
            clock.pause(now);
            now = now.plus(Duration::minutes(stands));
            clock.resume(now);
        }
        if is_paused {
            clock.pause(now.plus(Duration::minutes(500)));
        }
        let expected = reference(&clock, minutes, &place, DAYS);
        let found = due_at(&clock, minutes, &place);
        if let Some(expected) = expected {
            prop_assert_eq!(found, Some(expected));
            prop_assert_eq!(counted_ms(&clock, expected, &place), i64::from(minutes) * 60_000);
        } else {
            prop_assert!(found.is_none_or(|found| found > since.plus(Duration::days(DAYS))));
        }
    }

    #[test]
    fn weeks_that_are_not_looked_at_count_as_those_that_are(
        zone in 0_usize..4,
        hours in hours(),
        hour in 0_i64..20_000,
        holidays in prop::collection::btree_set(0_i64..900, 0..30),
        minutes in 1_u32..100_000,
    ) {
        let since = at("2026-01-01T00:00").plus(Duration::hours(hour));
        let holidays = holidays.into_iter().map(|days| since.plus(Duration::days(days)).to_string()[..10].to_owned());
        let holidays: Vec<String> = holidays.collect();
        let place = location(ZONES[zone], hours, &holidays.iter().map(String::as_str).collect::<Vec<_>>());
        let clock = SlaClock::running(since);
        let (expected, found) = (walked(since, minutes, &place, 261 * 7), due_at(&clock, minutes, &place));
        prop_assert_eq!(found, expected);
        if let Some(found) = found {
            prop_assert_eq!(counted_ms(&clock, found, &place), i64::from(minutes) * 60_000);
        }
    }

    #[test]
    fn a_clock_with_many_pauses_counts_as_if_it_had_kept_them(minutes in 1_u32..20_000) {
        let mut place = location("Europe/Amsterdam", office(), &[]);
        place.ticket_settings.resolution_minutes.urgent = minutes;
        let mut clock = SlaClock::running(at("2026-03-02T08:00"));
        let mut now = clock.since;
        for _ in 0..PAUSES_MAX * 2 {
            now = now.plus(Duration::minutes(177));
            clock.pause(now);
            now = now.plus(Duration::minutes(61));
            clock.resume(now);
        }
        let short = shortened(clock.clone(), &place);
        prop_assert_eq!(short.pauses.len(), PAUSES_MAX);
        prop_assert_eq!(counted_ms(&short, now, &place), counted_ms(&clock, now, &place));
        let (kept, forgotten) = (due_at(&clock, minutes, &place), due_at(&short, minutes, &place));
        prop_assert_eq!(forgotten, kept);
        // Other minutes than those of the location then are over when it began to count at the latest.
        let (kept, forgotten) = (due_at(&clock, minutes + 1, &place), due_at(&short, minutes + 1, &place));
        prop_assert!(kept <= forgotten && forgotten <= kept.map(|kept| kept.max(short.since)));
    }
}
