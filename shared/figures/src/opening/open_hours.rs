//! The minutes of each hour of a week in which a resource is open for members.

use records::Location;
use scheduling::opening::{Schedule, open_periods};
use values::{CustomerTier, Day, Period, TimeZone, schedule::Weekday};

use crate::occupancy::booked_hours::minutes_by_hour;

/// Minutes by weekday and hour, Monday first.
pub type WeekHours = [[i64; 24]; 7];

/// A week that begins on a Monday.
const MONDAY: &str = "2024-01-01";
const SUNDAY: &str = "2024-01-07";

/// Minutes by weekday and hour, in a week in which clocks do not change and nothing is closed by date.
#[must_use]
pub fn open_hours(location: &Location, schedule: &Schedule) -> WeekHours {
    let mut hours = WeekHours::default();
    let undated = Location { time_zone: TimeZone::UTC, holidays: Vec::new(), ..location.clone() };
    let weekly = Schedule { closed_dates: Vec::new(), ..schedule.clone() };
    let day = |text| Day::parse(text);
    let start = day(MONDAY).and_then(|day| day.start_in(TimeZone::UTC));
    let end = day(SUNDAY).and_then(|day| day.end_in(TimeZone::UTC));
    let Some(week) = start.zip(end).and_then(|(start, end)| Period::new(start, end)) else { return hours };
    for open in open_periods(&undated, &weekly, CustomerTier::Member, week) {
        let within = Period::new(open.start().max(week.start()), open.end().min(week.end()));
        for ((day, hour), minutes) in within.map(|open| minutes_by_hour(open, TimeZone::UTC)).unwrap_or_default() {
            hours[Weekday::of(day.date()) as usize][usize::from(hour)] += minutes;
        }
    }
    hours
}
