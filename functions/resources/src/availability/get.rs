//! Get availability of one resource.

use records::Location;
use scheduling::{
    Resource,
    booking::{BookingOutcome, availability::FreePeriod},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::api::{Call, Data, PathId, Plain, Query};
use values::{ApiError, Customer, Id, TimeZone, Timestamp};

use super::{
    asked::{Asked, read_entitlements},
    calendars,
};
use crate::asked_period::period_of;

/// Longest period that is looked at, in days: a calendar month.
const DAYS_MAX: i64 = 31;

/// Period, length, units and customer for which a resource's availability is asked.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AvailabilityQuery {
    /// First instant that is looked at; may be in the past.
    from: Timestamp,
    /// First instant after it, at most 31 days later.
    to: Timestamp,
    /// Length of a booking, for `start_times`.
    #[schemars(range(min = 1, max = 44640))]
    duration_minutes: Option<u32>,
    /// Units that must be free; 1 when left out.
    #[schemars(range(min = 1, max = 10_000))]
    units: Option<u32>,
    /// For whom: a member or a company; somebody who is not a member when left out.
    customer_id: Option<Id<Customer>>,
}

/// When a resource is free.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Availability {
    /// Resource whose availability this is.
    resource_id: Id<Resource>,
    /// Location at which the resource is.
    location_id: Id<Location>,
    /// Time zone of the location, in which opening hours and steps are.
    time_zone: TimeZone,
    /// First instant that was looked at.
    from: Timestamp,
    /// First instant after what was looked at.
    to: Timestamp,
    /// Units that must be free.
    units: u32,
    /// What becomes of a booking, of time that is free, by the customer as of `from`, or of now if that is later;
    /// without `customer_id` by somebody who is not a member.
    outcome: BookingOutcome,
    /// The longest periods in which it is open and the units are free, in order.
    periods: Vec<FreePeriod>,
    /// When a booking of `duration_minutes` may start, in order; only when that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    start_times: Option<Vec<Timestamp>>,
}

/// Periods in which a resource is free, and at which instants a booking may start.
pub async fn get(
    call: Call,
    PathId(id): PathId<Resource>,
    Query(query): Query<AvailabilityQuery>,
) -> Result<Data<Plain<Availability>>, ApiError> {
    let period = period_of(query.from, query.to, DAYS_MAX)?;
    let resource = call.get(id).await?;
    let (location, calendars) = tokio::join!(
        call.get(resource.body.location_id),
        calendars::ResourceCalendars::read(&call, std::slice::from_ref(&resource), period)
    );
    let (location, calendars) = (location?, calendars?);
    let entitlements = read_entitlements(&call, query.customer_id, &location).await?;
    let customer = (query.customer_id, entitlements);
    let asked = Asked::new(&call, period, (query.units, query.duration_minutes), customer);
    let calendars = calendars.read_free_bookings(&call, std::slice::from_ref(&resource), &asked).await?;
    let site = calendars.site(&resource, &location.body);
    let (periods, start_times) = calendars::Room::default().answer(&site, &asked, calendars.has_all_free(id))?;
    Ok(Data(Plain(Availability {
        resource_id: id,
        location_id: location.id,
        time_zone: location.body.time_zone,
        from: query.from,
        to: query.to,
        units: asked.units,
        outcome: calendars::outcome(&resource.body, &location.body, &asked),
        periods,
        start_times,
    })))
}
