//! Get how much a resource is used, day by day.

use records::Location;
use scheduling::{Resource, calendar::Calendar, slot::distinct};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::api::{Call, Data, PathId, Plain, Query};
use values::{ApiError, Day, Id, TimeZone};

use crate::usage::{Usage, UsageView, of_day};

/// Most days: a quarter.
const DAYS_MAX: i64 = 92;

/// Local days whose utilisation is asked for, at most 92.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UtilisationQuery {
    /// First local day of the location.
    from: Day,
    /// Last local day, at most 92 days in all.
    to: Day,
}

/// How much a resource is used.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Utilisation {
    /// Resource whose utilisation this is.
    resource_id: Id<Resource>,
    /// Location at which the resource is.
    location_id: Id<Location>,
    /// Time zone of the location, in which days are.
    time_zone: TimeZone,
    /// First local day of the figures.
    from: Day,
    /// Last local day of the figures, included.
    to: Day,
    /// All days together; a booking on several days is counted once.
    #[serde(flatten)]
    total: UsageView,
    /// Figures of each single day, in order.
    days: Vec<DayUtilisation>,
}

/// How much a resource is used on a day.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DayUtilisation {
    /// Local day of the location that these figures are about.
    date: Day,
    /// Open, booked and blocked time of the day.
    #[serde(flatten)]
    usage: UsageView,
}

/// How much a resource was open, booked and blocked, day by day and in total.
pub async fn get(
    call: Call,
    PathId(id): PathId<Resource>,
    Query(query): Query<UtilisationQuery>,
) -> Result<Data<Plain<Utilisation>>, ApiError> {
    let (first, last) = days_of(&query)?;
    // A local day lies within the UTC days before and after it. No calendar goes on beyond the year 9999.
    let [before, after] = [first.pred_opt(), last.succ_opt()].map(|day| day.and_then(Day::new));
    let (before, after) = (before.map_or(first, Day::date), after.map_or(last, Day::date));
    let (resource, calendar) = tokio::join!(call.get(id), Calendar::read_resource(&call, id.uuid(), before, after));
    let (resource, slots) = (resource?, calendar?.slots_of(id));
    let location = call.get(resource.body.location_id).await?;
    let slots = distinct(&slots, call.now);
    let mut total = Usage::default();
    let mut days = Vec::new();
    for date in first.iter_days().take_while(|date| *date <= last).filter_map(Day::new) {
        let usage = of_day(&resource.body, &location.body, &slots, date);
        total.add(&usage);
        days.push(DayUtilisation { date, usage: usage.view() });
    }
    Ok(Data(Plain(Utilisation {
        resource_id: id,
        location_id: location.id,
        time_zone: location.body.time_zone,
        from: query.from,
        to: query.to,
        total: total.view(),
        days,
    })))
}

/// First and last day, at most so many.
fn days_of(query: &UtilisationQuery) -> Result<(chrono::NaiveDate, chrono::NaiveDate), ApiError> {
    let (first, last) = (query.from.date(), query.to.date());
    if last < first {
        return Err(ApiError::rule("to", "to_before_from", "to must not be before from"));
    }
    if (last - first).num_days() >= DAYS_MAX {
        return Err(ApiError::rule("to", "period_too_long", format!("from and to are at most {DAYS_MAX} days")));
    }
    Ok((first, last))
}
