//! Instants and days. Nothing here reads a clock: the clock is handed in.

use std::{borrow::Cow, fmt};

use chrono::{DateTime, Datelike, Duration, NaiveDate, SecondsFormat, TimeZone as _, Timelike, Utc};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Gives the present instant. Only the implementation in `context` reads the wall clock.
pub trait Clock: Send + Sync {
    /// The instant at which it is asked.
    fn now(&self) -> Timestamp;
}

/// An instant in UTC with milliseconds, 1970 to 9999. Text form and time order are the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(DateTime<Utc>);

impl Timestamp {
    /// Midnight at the start of 1970 in UTC, the earliest instant there is.
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

    /// Milliseconds since the start of 1970 in UTC.
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

    /// Reads a day written as `YYYY-MM-DD`; `None` for anything else.
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

#[cfg(test)]
mod tests {
    use super::{Day, Timestamp};

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
    fn only_calendar_days_are_days() {
        for text in ["2026-02-30", "2026-13-01", "2026-1-01", "20260101", "2026-W01-1", "1969-12-31", ""] {
            assert!(Day::parse(text).is_none(), "{text}");
        }
    }
}
