//! Days and instants that are told relative to the present, so that the demo data always lies around it.
//!
//! | Told | Is |
//! |---|---|
//! | `now` | the instant of the first start |
//! | `hour+4` | four hours after the beginning of the present hour |
//! | `-2 tue` | the Tuesday of the week before the last one |
//! | `+1 fri 09:30 Asia/Tokyo` | half past nine in Tokyo on the Friday of next week; without a zone, in UTC |

use chrono::{Datelike as _, Duration, NaiveDate, NaiveTime, Weekday};
use values::{TimeZone, Timestamp};

/// The present, by which moments are told.
#[derive(Clone, Copy, Debug)]
pub struct Present {
    now: Timestamp,
    /// Monday of the present week, in UTC.
    monday: NaiveDate,
}

/// A day or an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// A whole day, told without a time.
    Day(NaiveDate),
    /// An instant: now, some hours from now, or a time of a day.
    Instant(Timestamp),
}

impl Present {
    /// This instant as the present.
    #[must_use]
    pub fn new(now: Timestamp) -> Self {
        let today = now.day_in(TimeZone::UTC);
        let monday = today - Duration::days(today.weekday().num_days_from_monday().into());
        Self { now, monday }
    }

    /// The instant that moments are told by.
    #[must_use]
    pub const fn now(&self) -> Timestamp {
        self.now
    }

    /// The day or instant that is told so; `None` when nothing is.
    #[must_use]
    pub fn moment(&self, told: &str) -> Option<Moment> {
        if told == "now" {
            return Some(Moment::Instant(self.now));
        }
        if let Some(hours) = told.strip_prefix("hour+") {
            let begun = Timestamp::from_millis(self.now.millis() - self.now.millis().rem_euclid(3_600_000))?;
            return Some(Moment::Instant(begun.plus(Duration::hours(hours.parse().ok()?))));
        }
        let mut words = told.split(' ');
        let week: i64 = words.next()?.parse().ok()?;
        let weekday: Weekday = words.next()?.parse().ok()?;
        let day = self.monday + Duration::days(7 * week + i64::from(weekday.num_days_from_monday()));
        let Some(time) = words.next() else { return Some(Moment::Day(day)) };
        let time = NaiveTime::parse_from_str(time, "%H:%M").ok()?;
        let zone = words.next().map_or(Some(TimeZone::UTC), TimeZone::parse)?;
        zone.at(day.and_time(time)).map(Moment::Instant)
    }
}

impl std::fmt::Display for Moment {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Day(day) => day.fmt(formatter),
            Self::Instant(instant) => instant.fmt(formatter),
        }
    }
}

#[cfg(test)]
mod tests {
    use values::Timestamp;

    use super::Present;

    #[test]
    fn a_moment_is_told_by_week_weekday_time_and_zone() {
        let told = |now: &str, text: &str| {
            let present = Present::new(Timestamp::parse(now).expect("an instant"));
            present.moment(text).map(|moment| moment.to_string()).unwrap_or_default()
        };
        // A Sunday evening, still of the week that began on the 16th.
        let sunday = "2026-11-22T23:40:10Z";
        assert_eq!(told(sunday, "now"), "2026-11-22T23:40:10.000Z");
        assert_eq!(told(sunday, "hour+2"), "2026-11-23T01:00:00.000Z");
        assert_eq!(told(sunday, "-1 tue"), "2026-11-10");
        assert_eq!(told(sunday, "+0 mon 09:30"), "2026-11-16T09:30:00.000Z");
        assert_eq!(told(sunday, "+1 fri 09:30 Asia/Tokyo"), "2026-11-27T00:30:00.000Z");
        assert_eq!(told("2026-11-23T00:00:00Z", "+0 mon"), "2026-11-23");
        for nonsense in ["", "boardroom", "1 day", "+1 fri 25:00", "+1 fri 09:00 Europe/Nowhere", "hour+x"] {
            assert_eq!(told(sunday, nonsense), "");
        }
    }
}
