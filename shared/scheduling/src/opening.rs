//! Opening of a resource: weekly hours for members and for everybody else, and days on which it is closed.

use chrono::{Duration, NaiveDate, NaiveDateTime};
use records::Location;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use values::{
    CustomerTier, Day, Period, TimeZone, Timestamp,
    schedule::{OpeningHours, Weekday},
};

use crate::levels::Levels;

/// Minutes of a day.
const DAY_MINUTES: u32 = 24 * 60;

/// When a resource can be used, in the local time of its location.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Schedule {
    /// Hours for members; around the clock when empty.
    #[schemars(length(max = 100))]
    pub default: Vec<OpeningHours>,
    /// Hours for everybody else; as `default` when empty.
    #[schemars(length(max = 100))]
    pub public: Vec<OpeningHours>,
    /// Local days on which it is closed from midnight to midnight.
    #[schemars(length(max = 100), extend("uniqueItems" = true))]
    pub closed_dates: Vec<Day>,
}

impl Schedule {
    /// The weekly hours that apply to a customer; empty means around the clock.
    #[must_use]
    pub fn hours(&self, tier: CustomerTier) -> &[OpeningHours] {
        match tier {
            CustomerTier::Public if !self.public.is_empty() => &self.public,
            CustomerTier::Public | CustomerTier::Member => &self.default,
        }
    }

    /// Whether it is open through the whole period for a customer, judged by the clock of `zone`.
    #[must_use]
    pub fn is_open(&self, period: Period, zone: TimeZone, tier: CustomerTier) -> bool {
        !touches_closed_day(&self.closed_dates, period, zone) && covers(self.hours(tier), period, zone)
    }
}

/// The parts of `within` in which a location and a resource of it are both open for a customer, in order.
#[must_use]
pub fn open_periods(location: &Location, schedule: &Schedule, tier: CustomerTier, within: Period) -> Vec<Period> {
    const LOCATION: usize = 0;
    const RESOURCE: usize = 1;
    const CLOSED: usize = 2;
    let zone = location.time_zone;
    let mut levels = Levels::<3>::new(within);
    for (amount, hours) in [(LOCATION, location.hours(tier)), (RESOURCE, schedule.hours(tier))] {
        let spans = if hours.is_empty() { vec![within] } else { spans(hours, within, zone) };
        for span in spans {
            levels.add(amount, span, 1);
        }
    }
    let holidays = location.holidays.iter().map(|holiday| holiday.date);
    let (first, last) = (within.start().day_in(zone), within.end().day_in(zone));
    let closed = holidays.chain(schedule.closed_dates.iter().copied());
    let near = closed.filter(|day| first <= day.date() && day.date() <= last);
    for whole in near.filter_map(|day| day.whole_in(zone)) {
        levels.add(CLOSED, whole, 1);
    }
    let is_open = |amounts: &[i64; 3]| amounts[LOCATION] > 0 && amounts[RESOURCE] > 0 && amounts[CLOSED] == 0;
    levels.spans().into_iter().filter(|(_, amounts)| is_open(amounts)).map(|(span, _)| span).collect()
}

/// When a location closes that people are in at an instant: at the end of the opening in which that is, which may reach
/// over midnight; otherwise, on a holiday and where it is open around the clock, at the end of the local day.
#[must_use]
pub fn closes_at(location: &Location, now: Timestamp) -> Timestamp {
    let zone = location.time_zone;
    let today = Day::new(now.day_in(zone)).and_then(|day| day.whole_in(zone));
    let Some(today) = today else { return now };
    let is_holiday = location.holidays.iter().any(|holiday| holiday.date.whole_in(zone) == Some(today));
    if is_holiday {
        return today.end();
    }
    let mut open_until = now;
    let until_tomorrow = Period::new(now, today.end().plus(Duration::days(1)));
    for span in until_tomorrow.map(|rest| spans(&location.opening_hours, rest, zone)).unwrap_or_default() {
        if span.start() <= open_until {
            open_until = open_until.max(span.end());
        }
    }
    // What is open through the whole of tomorrow too is open around the clock.
    let closes = now < open_until && until_tomorrow.is_some_and(|rest| open_until < rest.end());
    if closes { open_until } else { today.end() }
}

/// Whether any of the period lies on one of these local days.
#[must_use]
pub fn touches_closed_day(closed: &[Day], period: Period, zone: TimeZone) -> bool {
    closed.iter().any(|day| day.whole_in(zone).is_some_and(|whole| whole.overlaps(period)))
}

/// Whether weekly hours cover the whole period without a gap; no hours at all are around the clock.
///
/// Hours that touch, such as two days from 00:00 to 24:00, count as one opening. Hours begin and end when the local
/// clock first shows or passes their time, so that an hour that the clocks skip or repeat does not make a gap.
#[must_use]
pub fn covers(hours: &[OpeningHours], period: Period, zone: TimeZone) -> bool {
    if hours.is_empty() {
        return true;
    }
    let mut open_until = period.start();
    for span in spans(hours, period, zone) {
        if open_until < span.start() {
            return false;
        }
        open_until = open_until.max(span.end());
    }
    period.end() <= open_until
}

/// Weekly hours as periods of time, as far as a period touches them, sorted by start. They may overlap where the clocks
/// go back.
fn spans(hours: &[OpeningHours], period: Period, zone: TimeZone) -> Vec<Period> {
    // Hours of the day before may cross midnight into the first day.
    let first = period.start().day_in(zone) - Duration::days(1);
    let last = period.end().day_in(zone);
    let mut spans: Vec<Period> = first
        .iter_days()
        .take_while(|date| *date <= last)
        .flat_map(|date| spans_of_day(hours, date, zone))
        .filter(|span| span.overlaps(period))
        .collect();
    spans.sort_by_key(|span| span.start());
    spans
}

/// The hours that begin on a local day, as instants.
fn spans_of_day(hours: &[OpeningHours], date: NaiveDate, zone: TimeZone) -> impl Iterator<Item = Period> {
    let weekday = Weekday::of(date);
    hours.iter().filter(move |hours| hours.weekday == weekday).filter_map(move |hours| {
        let (opens, closes) = hours.week_minutes();
        let day = weekday as u32 * DAY_MINUTES;
        Period::new(instant(date, opens - day, zone)?, instant(date, closes - day, zone)?)
    })
}

/// The first instant at which the local clock shows or passes so many minutes after a day's midnight.
fn instant(date: NaiveDate, minutes: u32, zone: TimeZone) -> Option<Timestamp> {
    let local: NaiveDateTime = date.and_hms_opt(0, 0, 0)? + Duration::minutes(i64::from(minutes));
    zone.first_at(local)
}

#[cfg(test)]
mod tests {
    use super::{CustomerTier, OpeningHours, Period, Schedule, TimeZone, Timestamp, Weekday};
    use values::Day;

    const WEEK: [Weekday; 7] = [
        Weekday::Monday,
        Weekday::Tuesday,
        Weekday::Wednesday,
        Weekday::Thursday,
        Weekday::Friday,
        Weekday::Saturday,
        Weekday::Sunday,
    ];

    fn every_day(opens: &str, closes: &str) -> Vec<OpeningHours> {
        WEEK.map(|weekday| OpeningHours { weekday, opens: opens.to_owned(), closes: closes.to_owned() }).to_vec()
    }

    /// Whether a schedule is open from one instant to another in Amsterdam: UTC+1, in summer UTC+2.
    fn open(schedule: &Schedule, tier: CustomerTier, start: &str, end: &str) -> bool {
        let instant = |text: &str| Timestamp::parse(&format!("{text}:00Z")).expect("an instant");
        let period = Period::new(instant(start), instant(end)).expect("a period");
        schedule.is_open(period, TimeZone::parse("Europe/Amsterdam").expect("a zone"), tier)
    }

    #[test]
    fn a_schedule_without_hours_is_open_around_the_clock_for_everybody() {
        let schedule = Schedule::default();
        for tier in [CustomerTier::Member, CustomerTier::Public] {
            assert!(open(&schedule, tier, "2026-11-21T02:00", "2026-12-21T03:00"));
        }
    }

    #[test]
    fn a_period_must_lie_in_hours_of_the_local_clock() {
        let schedule = Schedule { default: every_day("09:00", "17:00"), ..Schedule::default() };
        for (start, end, expected) in [
            ("2026-11-21T08:00", "2026-11-21T16:00", true),
            ("2026-11-21T07:59", "2026-11-21T09:00", false),
            ("2026-11-21T15:00", "2026-11-21T16:01", false),
            ("2026-11-21T17:00", "2026-11-21T18:00", false),
            ("2026-11-21T15:00", "2026-11-22T09:00", false),
            ("2026-07-21T07:00", "2026-07-21T15:00", true),
            ("2026-07-21T15:00", "2026-07-21T15:30", false),
        ] {
            assert_eq!(open(&schedule, CustomerTier::Member, start, end), expected, "{start} to {end}");
        }
    }

    #[test]
    fn hours_may_cross_midnight_and_touch() {
        let night = Schedule { default: every_day("20:00", "04:00"), ..Schedule::default() };
        assert!(open(&night, CustomerTier::Member, "2026-11-21T19:00", "2026-11-22T03:00"));
        assert!(open(&night, CustomerTier::Member, "2026-11-22T01:00", "2026-11-22T03:00"));
        assert!(!open(&night, CustomerTier::Member, "2026-11-22T02:00", "2026-11-22T03:01"));
        let always = Schedule { default: every_day("00:00", "24:00"), ..Schedule::default() };
        assert!(open(&always, CustomerTier::Member, "2026-10-20T10:00", "2026-11-03T10:00"));
    }

    #[test]
    fn a_skipped_and_a_repeated_hour_open_no_gap() {
        // Two o'clock does not exist on 2026-03-29 and comes twice on 2026-10-25.
        let mut hours = every_day("00:00", "02:30");
        hours.extend(every_day("02:30", "24:00"));
        let schedule = Schedule { default: hours, ..Schedule::default() };
        assert!(open(&schedule, CustomerTier::Member, "2026-03-28T23:00", "2026-03-29T22:00"));
        assert!(open(&schedule, CustomerTier::Member, "2026-10-24T22:00", "2026-10-25T23:00"));
        let morning = Schedule { default: every_day("09:00", "12:00"), ..Schedule::default() };
        assert!(open(&morning, CustomerTier::Member, "2026-03-28T08:00", "2026-03-28T11:00"));
        assert!(open(&morning, CustomerTier::Member, "2026-03-29T07:00", "2026-03-29T10:00"));
    }

    #[test]
    fn a_location_closes_at_the_end_of_its_hours_or_of_the_day() {
        let closes = |hours: Vec<OpeningHours>, now: &str| {
            let mut location = crate::booking::sample::location();
            location.opening_hours = hours;
            location.holidays = vec![records::location::Holiday {
                date: Day::parse("2026-12-25").expect("a day"),
                name: values::ShortText::default(),
            }];
            let now = Timestamp::parse(&format!("{now}:00Z")).expect("an instant");
            super::closes_at(&location, now).to_string()
        };
        let office = || [every_day("09:00", "12:00"), every_day("12:00", "18:00")].concat();
        assert_eq!(closes(office(), "2026-11-23T08:30"), "2026-11-23T17:00:00.000Z", "hours that touch");
        assert_eq!(closes(office(), "2026-11-23T18:00"), "2026-11-23T23:00:00.000Z", "outside of the hours");
        assert_eq!(closes(office(), "2026-12-25T09:00"), "2026-12-25T23:00:00.000Z", "a holiday");
        assert_eq!(closes(Vec::new(), "2026-11-23T09:00"), "2026-11-23T23:00:00.000Z", "around the clock");
        let night = every_day("20:00", "04:00");
        assert_eq!(closes(night.clone(), "2026-11-23T20:00"), "2026-11-24T03:00:00.000Z");
        assert_eq!(closes(night, "2026-11-24T01:00"), "2026-11-24T03:00:00.000Z");
        let two_parts = [every_day("18:00", "24:00"), every_day("00:00", "04:00")].concat();
        assert_eq!(closes(two_parts, "2026-11-23T22:45"), "2026-11-24T03:00:00.000Z", "hours that touch at midnight");
        assert_eq!(closes(every_day("00:00", "24:00"), "2026-11-23T09:00"), "2026-11-23T23:00:00.000Z");
    }

    #[test]
    fn others_have_the_public_hours_when_there_are_some() {
        let mut schedule = Schedule { default: every_day("06:00", "23:00"), ..Schedule::default() };
        assert!(open(&schedule, CustomerTier::Public, "2026-11-21T05:00", "2026-11-21T06:00"));
        schedule.public = every_day("09:00", "17:00");
        assert!(!open(&schedule, CustomerTier::Public, "2026-11-21T05:00", "2026-11-21T06:00"));
        assert!(open(&schedule, CustomerTier::Member, "2026-11-21T05:00", "2026-11-21T06:00"));
    }

    #[test]
    fn a_closed_day_is_closed_from_midnight_to_midnight() {
        let closed_dates = vec![Day::parse("2026-12-25").expect("a day")];
        for default in [Vec::new(), every_day("20:00", "04:00")] {
            let schedule = Schedule { default, closed_dates: closed_dates.clone(), ..Schedule::default() };
            assert!(open(&schedule, CustomerTier::Member, "2026-12-24T22:00", "2026-12-24T23:00"));
            assert!(!open(&schedule, CustomerTier::Member, "2026-12-24T22:00", "2026-12-24T23:01"));
            assert!(!open(&schedule, CustomerTier::Member, "2026-12-25T22:00", "2026-12-25T23:00"));
            assert!(open(&schedule, CustomerTier::Member, "2026-12-25T23:00", "2026-12-26T01:00"));
        }
    }
}
