//! Search availability across the resources of a location.

use records::Location;
use scheduling::{
    Resource,
    booking::{BookingOutcome, availability::FreePeriod},
    resource::ResourceType,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::api::{Call, Listing, Page, Plain};
use store::{Expression, List, Record};
use values::{ApiError, Customer, Id, Name, Period, ShortText, Timestamp};

use super::{
    asked::{Asked, read_entitlements},
    calendars::{self, ResourceCalendars, Room},
};
use crate::asked_period::period_of;

/// Longest period that is looked at, in days: a week.
const DAYS_MAX: i64 = 7;

/// Location, period and demands by which free resources are looked for.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AvailabilityFilter {
    /// Location whose active resources are looked through.
    location_id: Id<Location>,
    /// First instant that is looked at; may be in the past.
    from: Timestamp,
    /// First instant after it, at most 7 days later.
    to: Timestamp,
    /// Only resources of this type.
    #[serde(rename = "type")]
    resource_type: Option<ResourceType>,
    /// Only resources that take so many people; those without a limit do.
    #[schemars(range(min = 1, max = 100_000))]
    capacity: Option<u32>,
    /// Only resources that have this amenity, as it is written there.
    amenity: Option<ShortText>,
    /// Units that must be free; 1 when left out.
    #[schemars(range(min = 1, max = 10_000))]
    units: Option<u32>,
    /// Length of a booking, for `start_times`.
    #[schemars(range(min = 1, max = 44640))]
    duration_minutes: Option<u32>,
    /// For whom: a member or a company; somebody who is not a member when left out.
    customer_id: Option<Id<Customer>>,
}

/// When one of several resources is free.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ResourceAvailability {
    /// Resource whose availability this is.
    resource_id: Id<Resource>,
    /// What people call it.
    name: Name,
    /// Type of the resource, such as a meeting room.
    #[serde(rename = "type")]
    resource_type: ResourceType,
    /// Most people at a time; no limit when null.
    capacity: Option<u32>,
    /// What becomes of a booking, of time that is free, by the customer as of `from`, or of now if that is later;
    /// without `customer_id` by somebody who is not a member.
    outcome: BookingOutcome,
    /// Whether it is open and the units are free from `from` to `to`.
    is_free: bool,
    /// The longest periods in which it is open and the units are free, in order.
    periods: Vec<FreePeriod>,
    /// When a booking of `duration_minutes` may start, in order; only when that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    start_times: Option<Vec<Timestamp>>,
}

/// Availability of the active resources of a location, within at most 7 days.
pub async fn search(
    call: Call,
    Listing { filter, paging }: Listing<AvailabilityFilter>,
) -> Result<Page<Plain<ResourceAvailability>>, ApiError> {
    let period = period_of(filter.from, filter.to, DAYS_MAX)?;
    let resources = List::by(&Resource::BY_LOCATION, &filter.location_id)
        .only("is_active", Some(&true))
        .only("type", filter.resource_type.as_ref())
        .containing("amenities", filter.amenity.as_ref())
        .matching(filter.capacity.map(has_capacity));
    let (location, page) =
        tokio::join!(call.require_reference(filter.location_id, "location_id"), call.page(resources, paging));
    let (location, page) = (location?, page?);
    let (calendars, entitlements) = tokio::join!(
        ResourceCalendars::read(&call, &page.data, period),
        read_entitlements(&call, filter.customer_id, &location),
    );
    let (calendars, location) = (calendars?, location.body);
    let customer = (filter.customer_id, entitlements?);
    let asked = Asked::new(&call, period, (filter.units, filter.duration_minutes), customer);
    let calendars = calendars.read_free_bookings(&call, &page.data, &asked).await?;
    let (mut room, mut data) = (Room::default(), Vec::new());
    for resource in &page.data {
        // So that the deadline can come in between.
        tokio::task::yield_now().await;
        let site = calendars.site(resource, &location);
        data.push(Plain(shown(
            resource,
            &location,
            &asked,
            room.answer(&site, &asked, calendars.has_all_free(resource.id))?,
        )));
    }
    Ok(Page { data, pagination: page.pagination })
}

/// It states no capacity, or at least this one.
fn has_capacity(least: u32) -> Expression {
    Expression::new("#body.#capacity >= :capacity OR attribute_type(#body.#capacity, :none)")
        .name("#body", "body")
        .name("#capacity", "capacity")
        .number(":capacity", least.into())
        .string(":none", "NULL")
}

fn shown(
    resource: &Record<Resource>,
    location: &Location,
    asked: &Asked,
    (periods, start_times): (Vec<FreePeriod>, Option<Vec<Timestamp>>),
) -> ResourceAvailability {
    let free = periods.first().and_then(|first| Period::new(first.start_time, first.end_time));
    ResourceAvailability {
        resource_id: resource.id,
        name: resource.body.name.clone(),
        resource_type: resource.body.resource_type,
        capacity: resource.body.capacity,
        outcome: calendars::outcome(&resource.body, location, asked),
        is_free: free == Some(asked.within),
        periods,
        start_times,
    }
}
