//! What a resource adds to the sums of open hours (`docs/areas/reports.md`, 7).

use std::collections::BTreeSet;

use records::Location;
use scheduling::Resource;
use values::{Day, schedule::Weekday};

use super::{
    WEEK,
    open_hours::{WeekHours, open_hours},
};
use crate::{
    place::Place,
    resource_letters::{hour_letter, letter},
    sums::Sums,
};

/// Minutes of each hour of the week, for each unit; and for each day on which it is closed by date, the minutes of
/// which that day has less. Nothing of what cannot be booked.
#[must_use]
pub fn opening_sums(location: &Location, resource: &Resource) -> Sums {
    let mut sums = Sums::default();
    if !location.is_active || !resource.fields.is_active {
        return sums;
    }
    let hours = open_hours(location, &resource.fields.schedule);
    let units = i64::from(resource.fields.units);
    let of_type = letter(resource.fields.resource_type);
    for place in Place::summed(Some(resource.fields.location_id)) {
        for (number, weekday) in hours.iter().enumerate() {
            for (hour, minutes) in numbered(weekday) {
                sums.add(place, WEEK, &format!("{of_type}{number}{}", hour_letter(hour)), minutes * units);
            }
        }
        for day in closed_days(location, resource) {
            for (hour, minutes) in of_day(&hours, day) {
                let cell: String = [of_type, hour_letter(hour)].into_iter().collect();
                sums.add(place, &day.to_string(), &cell, minutes * units);
            }
        }
    }
    sums
}

fn closed_days(location: &Location, resource: &Resource) -> BTreeSet<Day> {
    let holidays = location.holidays.iter().map(|holiday| holiday.date);
    holidays.chain(resource.fields.schedule.closed_dates.iter().copied()).collect()
}

fn of_day(hours: &WeekHours, day: Day) -> impl Iterator<Item = (u8, i64)> {
    numbered(&hours[Weekday::of(day.date()) as usize])
}

fn numbered(hours: &[i64; 24]) -> impl Iterator<Item = (u8, i64)> {
    (0..24).zip(hours.iter().copied())
}
