//! Instants, days and zones. Nothing here reads a clock: the clock is handed in.

use std::{borrow::Cow, fmt};

use chrono::{
    DateTime, Datelike, Duration, NaiveDate, NaiveDateTime, Offset as _, SecondsFormat, TimeZone as _, Timelike, Utc,
};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Gives the present instant. Only the implementation in `context` reads the wall clock.
pub trait Clock: Send + Sync {
    /// The present instant.
    fn now(&self) -> Timestamp;
}

/// An instant in UTC with milliseconds, 1970 to 9999. Text form and time order are the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(DateTime<Utc>);

impl Timestamp {
    /// 1970-01-01T00:00:00Z.
    pub const EPOCH: Self = Self(DateTime::UNIX_EPOCH);

    /// The instant, cut to milliseconds; `None` before 1970 or after 9999.
    #[must_use]
    pub fn new(instant: DateTime<Utc>) -> Option<Self> {
        Self::from_millis(instant.timestamp_millis())
    }

    /// Milliseconds since 1970; `None` before 1970 or after 9999.
    #[must_use]
    pub fn from_millis(millis: i64) -> Option<Self> {
        let instant = Utc.timestamp_millis_opt(millis).single()?;
        (1970..=9999).contains(&instant.year()).then_some(Self(instant))
    }

    /// Reads RFC 3339 with any offset. Leap seconds (`:60`) and years outside 1970 to 9999 are refused.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if text.as_bytes().get(10) != Some(&b'T') {
            return None;
        }
        let instant = DateTime::parse_from_rfc3339(text).ok()?;
        if instant.nanosecond() >= 1_000_000_000 {
            return None;
        }
        Self::new(instant.with_timezone(&Utc))
    }

    /// Milliseconds since 1970.
    #[must_use]
    pub fn millis(self) -> i64 {
        self.0.timestamp_millis()
    }

    /// Whole seconds since 1970.
    #[must_use]
    pub fn seconds(self) -> i64 {
        self.0.timestamp()
    }

    /// The instant as chrono has it.
    #[must_use]
    pub const fn utc(self) -> DateTime<Utc> {
        self.0
    }

    /// This instant moved by `duration`, kept inside 1970 to 9999.
    #[must_use]
    pub fn plus(self, duration: Duration) -> Self {
        self.0.checked_add_signed(duration).and_then(Self::new).unwrap_or(self)
    }

    /// The local day in `zone`.
    #[must_use]
    pub fn day_in(self, zone: TimeZone) -> NaiveDate {
        self.0.with_timezone(&zone.0).date_naive()
    }

    /// What clocks in `zone` show, read as if it were UTC: of the hour that they repeat in autumn both passes are one. At the ends of 1970 and 9999
    /// the instant itself.
    #[must_use]
    pub fn shown_in(self, zone: TimeZone) -> Self {
        Self::new(self.0.with_timezone(&zone.0).naive_local().and_utc()).unwrap_or(self)
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0.to_rfc3339_opts(SecondsFormat::Millis, true))
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| de::Error::custom("not an RFC 3339 date-time"))
    }
}

impl JsonSchema for Timestamp {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Timestamp".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "format": "date-time"})
    }
}

/// A calendar day, `2026-11-21`, year 1970 to 9999.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(NaiveDate);

impl Day {
    /// This calendar day; `None` before 1970 or after 9999.
    #[must_use]
    pub fn new(date: NaiveDate) -> Option<Self> {
        (1970..=9999).contains(&date.year()).then_some(Self(date))
    }

    /// Reads `YYYY-MM-DD`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() != 10 {
            return None;
        }
        let date = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?;
        (date.to_string() == text).then(|| Self::new(date)).flatten()
    }

    /// The day as chrono has it.
    #[must_use]
    pub const fn date(self) -> NaiveDate {
        self.0
    }

    /// The first instant of this day in `zone`; where midnight does not exist, the first instant after the gap.
    #[must_use]
    pub fn start_in(self, zone: TimeZone) -> Option<Timestamp> {
        start_of_day(self.0, zone)
    }

    /// The first instant of the following day in `zone`.
    #[must_use]
    pub fn end_in(self, zone: TimeZone) -> Option<Timestamp> {
        start_of_day(self.0.succ_opt()?, zone)
    }
}

/// The first instant of a local day. Zones that change their clocks at midnight skip it: the day begins after the gap.
fn start_of_day(date: NaiveDate, zone: TimeZone) -> Option<Timestamp> {
    zone.first_at(date.and_hms_opt(0, 0, 0)?)
}

impl fmt::Display for Day {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, formatter)
    }
}

impl Serialize for Day {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| de::Error::custom("not a calendar day"))
    }
}

impl JsonSchema for Day {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Day".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "format": "date"})
    }
}

/// IANA time zone, such as `Europe/Amsterdam`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeZone(chrono_tz::Tz);

impl TimeZone {
    /// Universal time.
    pub const UTC: Self = Self(chrono_tz::UTC);

    /// The zone of this name, in the case IANA writes it.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        name.parse().ok().map(Self)
    }

    /// The first instant at which clocks here show this local time; where they skip it, the first instant after the gap.
    #[must_use]
    pub fn first_at(self, local: NaiveDateTime) -> Option<Timestamp> {
        // Gaps are at most three hours long, except where a zone skipped a whole day, and all end at a quarter of an
        // hour.
        let quarter =
            local - Duration::minutes(i64::from(local.minute() % 15)) - Duration::seconds(i64::from(local.second()));
        std::iter::once(local)
            .chain((1..=3 * 4).filter_map(|quarters| quarter.checked_add_signed(Duration::minutes(15 * quarters))))
            .find_map(|local| self.0.from_local_datetime(&local).earliest())
            .and_then(|instant| Timestamp::new(instant.with_timezone(&Utc)))
    }

    /// The first instant at which clocks here show this local time; one that they skip moves forward by the gap, so that
    /// half past two becomes half past three.
    #[must_use]
    pub fn at(self, local: NaiveDateTime) -> Option<Timestamp> {
        if let Some(instant) = self.0.from_local_datetime(&local).earliest() {
            return Timestamp::new(instant.with_timezone(&Utc));
        }
        // Offsets are less than a day, and clocks are not changed twice within two days.
        let before = self.0.offset_from_utc_datetime(&local.checked_sub_signed(Duration::days(1))?).fix();
        Timestamp::new(local.checked_sub_offset(before)?.and_utc())
    }

    /// Every instant at which clocks here show this local time: two when they go back over it. Where they skip it, the
    /// first instant after the gap.
    #[must_use]
    pub fn all_at(self, local: NaiveDateTime) -> Vec<Timestamp> {
        let shown = self.0.from_local_datetime(&local);
        let instants = shown.earliest().into_iter().chain(shown.latest());
        let mut instants: Vec<_> = instants.filter_map(|instant| Timestamp::new(instant.with_timezone(&Utc))).collect();
        instants.dedup();
        if instants.is_empty() { self.first_at(local).into_iter().collect() } else { instants }
    }

    /// The zone as chrono has it.
    #[must_use]
    pub const fn tz(self) -> chrono_tz::Tz {
        self.0
    }
}

impl Serialize for TimeZone {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name())
    }
}

impl<'de> Deserialize<'de> for TimeZone {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = Cow::<str>::deserialize(deserializer)?;
        Self::parse(&name).ok_or_else(|| de::Error::custom("not an IANA time zone"))
    }
}

impl JsonSchema for TimeZone {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "TimeZone".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "format": "iana-time-zone", "maxLength": 64})
    }
}

#[cfg(test)]
mod tests {
    use super::{Day, TimeZone, Timestamp};

    #[test]
    fn an_instant_is_answered_in_utc_with_milliseconds() {
        for (text, shown) in [
            ("2026-11-21T10:00:00+01:00", Some("2026-11-21T09:00:00.000Z")),
            ("2026-11-21T10:00:00.1234567Z", Some("2026-11-21T10:00:00.123Z")),
            ("9999-12-31T23:59:59Z", Some("9999-12-31T23:59:59.000Z")),
            ("2026-11-21T23:59:60Z", None),
            ("1969-12-31T23:59:59Z", None),
            ("2026-02-30T00:00:00Z", None),
            ("2026-11-21T24:00:00Z", None),
            ("2026-11-21 10:00:00Z", None),
            ("2026-11-21T10:00:00", None),
            ("+10000-01-01T00:00:00Z", None),
        ] {
            assert_eq!(Timestamp::parse(text).map(|instant| instant.to_string()).as_deref(), shown, "{text}");
        }
    }

    #[test]
    fn a_day_begins_and_ends_at_local_midnight() {
        let zone = TimeZone::parse("Europe/Amsterdam").expect("a zone");
        let day = Day::parse("2026-03-29").expect("a day"); // 23 hours long
        assert_eq!(day.start_in(zone).map(|at| at.to_string()).as_deref(), Some("2026-03-28T23:00:00.000Z"));
        assert_eq!(day.end_in(zone).map(|at| at.to_string()).as_deref(), Some("2026-03-29T22:00:00.000Z"));
    }

    #[test]
    fn a_day_without_midnight_begins_after_the_gap() {
        let zone = TimeZone::parse("America/Asuncion").expect("a zone"); // 2023-10-01 began at 01:00
        let day = Day::parse("2023-10-01").expect("a day");
        assert_eq!(day.start_in(zone).map(|at| at.to_string()).as_deref(), Some("2023-10-01T04:00:00.000Z"));
    }

    #[test]
    fn a_local_time_is_the_first_that_shows_it_and_a_skipped_one_moves_by_the_gap() {
        for (zone, local, expected) in [
            ("Europe/Amsterdam", "2026-03-29T01:59:00", "2026-03-29T00:59:00.000Z"),
            ("Europe/Amsterdam", "2026-03-29T02:00:00", "2026-03-29T01:00:00.000Z"),
            ("Europe/Amsterdam", "2026-03-29T02:30:00", "2026-03-29T01:30:00.000Z"),
            ("Europe/Amsterdam", "2026-10-25T02:30:00", "2026-10-25T00:30:00.000Z"),
            ("America/New_York", "2026-03-08T02:15:00", "2026-03-08T07:15:00.000Z"),
            ("America/New_York", "2026-11-01T01:30:00", "2026-11-01T05:30:00.000Z"),
            ("Australia/Lord_Howe", "2026-10-04T02:10:00", "2026-10-03T15:40:00.000Z"),
            ("Australia/Lord_Howe", "2026-04-05T01:45:00", "2026-04-04T14:45:00.000Z"),
            ("Pacific/Apia", "2011-12-30T10:00:00", "2011-12-30T20:00:00.000Z"),
        ] {
            let shown = local.parse().expect("a local time");
            let instant = TimeZone::parse(zone).expect("a zone").at(shown);
            assert_eq!(instant.map(|at| at.to_string()).as_deref(), Some(expected), "{zone} {local}");
        }
    }

    #[test]
    fn only_calendar_days_are_days() {
        for text in ["2026-02-30", "2026-13-01", "2026-1-01", "20260101", "2026-W01-1", "1969-12-31", ""] {
            assert!(Day::parse(text).is_none(), "{text}");
        }
    }
}
