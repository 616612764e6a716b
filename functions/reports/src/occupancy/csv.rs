//! Export occupancy as comma-separated values.

use shared::api::{Call, Csv, Query, csv::Cell};
use values::ApiError;

use super::report::{HourFigures, OccupancyFigures, OccupancyQuery, by_hour, read};
use crate::percentage::Percentage;

const COLUMNS: [&str; 13] = [
    "by",
    "weekday",
    "hour",
    "date",
    "resource_type",
    "booked_minutes",
    "bookable_minutes",
    "occupancy_percent",
    "bookings",
    "cancelled_bookings",
    "cancelled_minutes",
    "no_show_bookings",
    "no_show_minutes",
];

/// Exports occupancy: lines by hour of the week, by day and by type of resource.
pub async fn export(call: Call, Query(query): Query<OccupancyQuery>) -> Result<Csv, ApiError> {
    let found = read(&call, &query).await?;
    let hours = by_hour(&found).into_iter().map(|hour| of_hour(&hour));
    let days = found
        .by_day
        .iter()
        .map(|(day, counted)| line([Cell::value("day"), none(), none(), Cell::value(day), none()], &(*counted).into()));
    let types = found.by_type.iter().map(|(resource_type, counted)| {
        line([Cell::value("resource_type"), none(), none(), none(), word(resource_type)], &(*counted).into())
    });
    Ok(Csv::of(COLUMNS, hours.chain(days).chain(types)))
}

fn none() -> Cell {
    Cell::value("")
}

/// A word of the API.
fn word(value: &impl serde::Serialize) -> Cell {
    let value = serde_json::to_value(value).unwrap_or_default();
    Cell::value(value.as_str().unwrap_or_default())
}

fn percent(value: Option<Percentage>) -> Cell {
    value.map_or_else(none, Cell::value)
}

fn of_hour(hour: &HourFigures) -> [Cell; COLUMNS.len()] {
    [
        Cell::value("hour"),
        word(&hour.weekday),
        Cell::value(hour.hour),
        none(),
        none(),
        Cell::value(hour.booked_minutes),
        Cell::value(hour.bookable_minutes),
        percent(hour.occupancy_percent),
        none(),
        none(),
        none(),
        none(),
        none(),
    ]
}

fn line([by, weekday, hour, date, of_type]: [Cell; 5], figures: &OccupancyFigures) -> [Cell; COLUMNS.len()] {
    [
        by,
        weekday,
        hour,
        date,
        of_type,
        Cell::value(figures.booked_minutes),
        Cell::value(figures.bookable_minutes),
        percent(figures.occupancy_percent),
        Cell::value(figures.bookings),
        Cell::value(figures.cancelled_bookings),
        Cell::value(figures.cancelled_minutes),
        Cell::value(figures.no_show_bookings),
        Cell::value(figures.no_show_minutes),
    ]
}
