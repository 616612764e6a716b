//! Weekly opening hours in local time. An interval may cross midnight; intervals of a schedule do not overlap.

use chrono::{Datelike, NaiveDate};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ApiError;

/// Minutes of a day and of a week.
const DAY_MINUTES: u32 = 24 * 60;
const WEEK_MINUTES: u32 = 7 * DAY_MINUTES;

/// Day of the week.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Weekday {
    /// Monday in the location's time zone.
    Monday,
    /// Tuesday in the location's time zone.
    Tuesday,
    /// Wednesday in the location's time zone.
    Wednesday,
    /// Thursday in the location's time zone.
    Thursday,
    /// Friday in the location's time zone.
    Friday,
    /// Saturday in the location's time zone.
    Saturday,
    /// Sunday in the location's time zone.
    Sunday,
}

impl Weekday {
    /// The weekday of a calendar day.
    #[must_use]
    pub fn of(date: NaiveDate) -> Self {
        match date.weekday() {
            chrono::Weekday::Mon => Self::Monday,
            chrono::Weekday::Tue => Self::Tuesday,
            chrono::Weekday::Wed => Self::Wednesday,
            chrono::Weekday::Thu => Self::Thursday,
            chrono::Weekday::Fri => Self::Friday,
            chrono::Weekday::Sat => Self::Saturday,
            chrono::Weekday::Sun => Self::Sunday,
        }
    }
}

/// Hours of one weekday, in local time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpeningHours {
    /// Day on which they begin.
    pub weekday: Weekday,
    /// Local time at which they begin, `HH:MM`.
    #[schemars(regex(pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$"), length(max = 5))]
    pub opens: String,
    /// Local time at which they end, `HH:MM` up to `24:00`; at or before `opens` it is on the next day.
    #[schemars(regex(pattern = "^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$"), length(max = 5))]
    pub closes: String,
}

impl OpeningHours {
    /// First minute of the week and first minute after it; the end may lie in the following week.
    #[must_use]
    pub fn week_minutes(&self) -> (u32, u32) {
        let day = self.weekday as u32 * DAY_MINUTES;
        let (opens, closes) = (minute_of_day(&self.opens), minute_of_day(&self.closes));
        let closes = if closes <= opens { closes + DAY_MINUTES } else { closes };
        (day + opens, day + closes)
    }
}

/// Minutes since midnight of `HH:MM`; requests are checked against the pattern before.
#[must_use]
pub fn minute_of_day(text: &str) -> u32 {
    let (hours, minutes) = text.split_once(':').unwrap_or((text, "0"));
    hours.parse::<u32>().unwrap_or(0) * 60 + minutes.parse::<u32>().unwrap_or(0)
}

/// Refuses a schedule whose intervals overlap; the week is a circle.
///
/// # Errors
/// 422 `schedule_overlap` naming the second of two overlapping intervals as `field[n]`.
pub fn check_no_overlap(schedule: &[OpeningHours], field: &str) -> Result<(), ApiError> {
    let spans: Vec<(u32, u32)> = schedule.iter().map(OpeningHours::week_minutes).collect();
    for (later, &(start, end)) in spans.iter().enumerate() {
        let overlaps = |&(other_start, other_end): &(u32, u32)| {
            [0, WEEK_MINUTES].iter().any(|shift| {
                (start < other_end + shift && other_start + shift < end)
                    || (start + shift < other_end && other_start < end + shift)
            })
        };
        if spans[..later].iter().any(overlaps) {
            let message = "intervals of a schedule must not overlap";
            return Err(ApiError::rule(format!("{field}[{later}]"), "schedule_overlap", message));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{OpeningHours, Weekday, check_no_overlap};

    fn hours(weekday: Weekday, opens: &str, closes: &str) -> OpeningHours {
        OpeningHours { weekday, opens: opens.to_owned(), closes: closes.to_owned() }
    }

    #[test]
    fn intervals_may_touch_and_cross_midnight_but_not_overlap() {
        use Weekday::{Friday, Monday, Saturday, Sunday};
        for (schedule, ok) in [
            (vec![hours(Monday, "09:00", "12:00"), hours(Monday, "12:00", "17:00")], true),
            (vec![hours(Monday, "09:00", "12:00"), hours(Monday, "11:59", "17:00")], false),
            (vec![hours(Friday, "22:00", "02:00"), hours(Saturday, "02:00", "03:00")], true),
            (vec![hours(Friday, "22:00", "02:00"), hours(Saturday, "01:00", "03:00")], false),
            (vec![hours(Sunday, "22:00", "06:00"), hours(Monday, "05:00", "12:00")], false),
            (vec![hours(Monday, "05:00", "12:00"), hours(Sunday, "22:00", "06:00")], false),
            (vec![hours(Monday, "00:00", "24:00"), hours(Sunday, "00:00", "24:00")], true),
        ] {
            assert_eq!(check_no_overlap(&schedule, "opening_hours").is_ok(), ok, "{schedule:?}");
        }
    }
}
