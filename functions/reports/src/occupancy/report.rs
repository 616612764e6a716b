//! Report occupancy.

use figures::{complete, occupancy, opening, place::Place, resource_letters::RESOURCE_TYPES, rows};
use records::Location;
use scheduling::resource::ResourceType;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::api::{Call, Data, Plain, Query};
use values::{ApiError, Day, Id, Timestamp, schedule::Weekday};

use super::{
    hours::Opening,
    summing::{Counted, Occupancy, summed},
};
use crate::{
    percentage::Percentage,
    range,
    rule::{Rule, rules},
};

/// How each figure is made (`docs/areas/reports.md`, 4 to 7).
const RULES: [(&str, &str); 6] = [
    (
        "booked_minutes",
        "Minutes of bookings that are confirmed or completed, of each resource that a booking takes times the units that it takes there, \
         in the hours and days that clocks at the location show. An early check-out ends a booking. Requests that wait for approval, \
         cancelled bookings, no-shows, blocks and assignments are not counted.",
    ),
    (
        "bookable_minutes",
        "Minutes in which the location and a resource of it are open for members, times its units, by the opening hours, closed days \
         and resources of this moment, whatever they were then. Resources and locations that are not active are not counted. Days are \
         taken as 24 hours long, also where clocks change.",
    ),
    (
        "occupancy_percent",
        "Booked minutes in percent of bookable minutes; null where nothing can be booked. It is above 100 where bookings lie outside \
         the hours of now, or of resources that are gone.",
    ),
    ("bookings", "Bookings that are confirmed or completed, on the local day on which they begin."),
    (
        "cancelled_bookings",
        "Bookings that the customer or the operator cancelled, on the day on which they were to begin, and their minutes; without \
         requests that were declined or expired.",
    ),
    (
        "no_show_bookings",
        "Bookings that were released or marked because nobody came, on the day on which they began, and their minutes.",
    ),
];

/// Of which days, and where.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OccupancyQuery {
    /// First local day.
    from: Day,
    /// Last local day; at most 366 days together.
    to: Day,
    /// Only what is at this location.
    location_id: Option<Id<Location>>,
    /// Only resources of this type.
    resource_type: Option<ResourceType>,
}

/// Booked and bookable minutes of some days.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OccupancyReport {
    /// First local day.
    from: Day,
    /// Last local day, included.
    to: Day,
    /// Where; null for all locations.
    location_id: Option<Id<Location>>,
    /// Of which resources; null for all types.
    resource_type: Option<ResourceType>,
    /// When it was read.
    as_of: Timestamp,
    /// Whether everything is counted; false while figures of before an update are still to be built.
    is_complete: bool,
    /// How each figure is made.
    rules: Vec<Rule>,
    /// All together.
    total: OccupancyFigures,
    /// Each hour of the week, from Monday's first.
    by_hour: Vec<HourFigures>,
    /// Each day.
    by_day: Vec<DayFigures>,
    /// Each type of resource that has anything.
    by_resource_type: Vec<TypeFigures>,
}

/// Booked and bookable minutes, and bookings.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OccupancyFigures {
    /// Minutes that are booked.
    pub booked_minutes: i64,
    /// Minutes that can be booked.
    pub bookable_minutes: i64,
    /// Booked minutes in percent of bookable ones; null where nothing can be booked.
    pub occupancy_percent: Option<Percentage>,
    /// Bookings that stand.
    pub bookings: i64,
    /// Bookings that were cancelled.
    pub cancelled_bookings: i64,
    /// Minutes of cancelled bookings.
    pub cancelled_minutes: i64,
    /// Bookings to which nobody came.
    pub no_show_bookings: i64,
    /// Minutes of bookings to which nobody came.
    pub no_show_minutes: i64,
}

/// Booked and bookable minutes of an hour of the week.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "OccupancyHour")]
pub struct HourFigures {
    /// Day of the week.
    pub weekday: Weekday,
    /// Local hour, 0 to 23.
    pub hour: u8,
    /// Minutes that are booked.
    pub booked_minutes: i64,
    /// Minutes that can be booked.
    pub bookable_minutes: i64,
    /// Booked minutes in percent of bookable ones; null where nothing can be booked.
    pub occupancy_percent: Option<Percentage>,
}

/// What is counted of a day.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "OccupancyDay")]
pub struct DayFigures {
    /// Local day.
    pub date: Day,
    /// What is counted of it.
    #[serde(flatten)]
    pub figures: OccupancyFigures,
}

/// What is counted of a type of resource.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "OccupancyResourceType")]
pub struct TypeFigures {
    /// Type of the resources.
    pub resource_type: ResourceType,
    /// What is counted of them.
    #[serde(flatten)]
    pub figures: OccupancyFigures,
}

impl From<Counted> for OccupancyFigures {
    fn from(counted: Counted) -> Self {
        Self {
            booked_minutes: counted.booked,
            bookable_minutes: counted.bookable,
            occupancy_percent: Percentage::of(counted.booked, counted.bookable),
            bookings: counted.bookings,
            cancelled_bookings: counted.cancelled[0],
            cancelled_minutes: counted.cancelled[1],
            no_show_bookings: counted.no_shows[0],
            no_show_minutes: counted.no_shows[1],
        }
    }
}

/// Report occupancy
pub async fn get(call: Call, Query(query): Query<OccupancyQuery>) -> Result<Data<Plain<OccupancyReport>>, ApiError> {
    let found = read(&call, &query).await?;
    let by_day = found.by_day.iter().map(|(date, counted)| DayFigures { date: *date, figures: (*counted).into() });
    let by_type = found.by_type.iter();
    Ok(Data(Plain(OccupancyReport {
        from: query.from,
        to: query.to,
        location_id: query.location_id,
        resource_type: query.resource_type,
        as_of: call.now,
        is_complete: complete::is_complete(&call).await?,
        rules: rules(&RULES),
        total: found.total.into(),
        by_hour: by_hour(&found),
        by_day: by_day.collect(),
        by_resource_type: by_type
            .map(|(resource_type, counted)| TypeFigures { resource_type: *resource_type, figures: (*counted).into() })
            .collect(),
    })))
}

/// The figures of what is asked.
pub async fn read(call: &Call, query: &OccupancyQuery) -> Result<Occupancy, ApiError> {
    let days = range::days(query.from, query.to)?;
    if let Some(location) = query.location_id {
        call.require_reference(location, "location_id").await?;
    }
    let place = Place::of(query.location_id);
    let (from, to) = (query.from.to_string(), query.to.to_string());
    let booked = rows::read(call, occupancy::BOOK.rows, place, &from, &to).await?;
    let week = rows::read(call, opening::BOOK.rows, place, opening::WEEK, opening::WEEK).await?;
    let closed = rows::read(call, opening::BOOK.rows, place, &from, &to).await?;
    let types: Vec<ResourceType> =
        RESOURCE_TYPES.into_iter().filter(|own| query.resource_type.is_none_or(|asked| asked == *own)).collect();
    Ok(summed(&days, &types, booked, &Opening::of(week, closed)))
}

/// Each hour of the week.
#[must_use]
pub fn by_hour(found: &Occupancy) -> Vec<HourFigures> {
    const WEEK: [Weekday; 7] = [
        Weekday::Monday,
        Weekday::Tuesday,
        Weekday::Wednesday,
        Weekday::Thursday,
        Weekday::Friday,
        Weekday::Saturday,
        Weekday::Sunday,
    ];
    let of_day = |(weekday, hours): (Weekday, &[[i64; 2]; 24])| {
        (0..24).zip(*hours).map(move |(hour, [booked, bookable])| HourFigures {
            weekday,
            hour,
            booked_minutes: booked,
            bookable_minutes: bookable,
            occupancy_percent: Percentage::of(booked, bookable),
        })
    };
    WEEK.into_iter().zip(&found.by_hour).flat_map(of_day).collect()
}
