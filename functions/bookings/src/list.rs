use chrono::Duration;
use records::Location;
use scheduling::{
    Booking,
    booking::{BOOKING_DAYS_MAX, BookingStatus},
    resource::{Resource, ResourceType},
};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists, UncountedFilter};
use store::{CalendarListName, CalendarSubject, Expression, List, Order, TimeList, expression::NOW};
use values::{ApiError, Day, Id, TimeZone, Timestamp, customer::Customer};

use crate::series::record::BookingSeries;

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BookingFilter {
    /// Only bookings of this status now.
    status: Option<BookingStatus>,
    /// Only bookings of this resource.
    resource_id: Option<Id<Resource>>,
    /// Only bookings of this customer.
    customer_id: Option<Id<Customer>>,
    /// Only bookings at this location.
    location_id: Option<Id<Location>>,
    /// Only bookings that start on this day or later; a UTC day, or with `location_id` the location's local day.
    start_date: Option<Day>,
    /// Only bookings that start on this day or earlier; a UTC day, or with `location_id` the location's local day.
    end_date: Option<Day>,
    /// Only bookings of resources that were of this type when they were booked.
    resource_type: Option<ResourceType>,
    /// Only bookings that end at this instant or later.
    ends_from: Option<Timestamp>,
    /// Only bookings that end before this instant.
    ends_before: Option<Timestamp>,
    /// Only bookings of this series.
    series_id: Option<Id<BookingSeries>>,
}

/// Lists bookings in order of their starts, counted by day where the filters allow it.
pub async fn list(call: Call, Listing { filter, paging }: Listing<BookingFilter>) -> Lists<Booking> {
    if let (Some(start), Some(end)) = (filter.start_date, filter.end_date)
        && end < start
    {
        return Err(ApiError::rule("end_date", "end_before_start", "end_date must not be before start_date"));
    }
    let (zone, is_there, series) = tokio::try_join!(
        read_zone_of_days(&call, &filter),
        is_at_location(&call, &filter),
        read_customer_of_series(&call, &filter)
    )?;
    let (is_there, filter) = match series {
        Some(of_series) => (is_there && of_series.is_some(), filter.of_customer(of_series)),
        None => (is_there, filter),
    };
    let query = filter.counted(zone, call.now);
    let query = if is_there { query } else { query.of_nothing() };
    let Some(field) = filter.uncounted() else { return call.page(query, paging).await };
    let bookings = query
        .whole()
        .only("resource_type", filter.resource_type.as_ref())
        .only("series_id", filter.series_id.as_ref())
        .matching(ending(filter.ends_from, filter.ends_before));
    let narrowing = "start_date and end_date, or by what is booked";
    let uncounted = UncountedFilter { field, records: "bookings", narrowing };
    call.page_through(&query, bookings, uncounted, paging).await
}

impl BookingFilter {
    /// The list as it is counted.
    fn counted(&self, zone: TimeZone, now: Timestamp) -> TimeList<Booking> {
        let resource = self.resource_id.map(|id| (CalendarSubject::Resource, id.uuid()));
        let customer = self.customer_id.map(|id| (CalendarSubject::Customer, id.uuid()));
        // A resource is at one location.
        let location = if resource.is_none() { self.location_id } else { None };
        let location = location.map(|id| (CalendarSubject::Location, id.uuid()));
        let list = List::first_of([
            Booking::BY_RESOURCE.asked(self.resource_id.as_ref()),
            Booking::BY_CUSTOMER.asked(self.customer_id.as_ref()),
            Booking::BY_LOCATION.asked(self.location_id.as_ref()),
            Some(Booking::ALL.of(&())),
        ]);
        let list = list
            .ordered(Order::Ascending)
            .only("customer_id", if resource.is_some() { self.customer_id.as_ref() } else { None })
            .only(
                "location_id",
                if resource.is_none() && customer.is_some() { self.location_id.as_ref() } else { None },
            )
            .matching(self.status.map(|status| of_status(status, now)));
        let longest = Duration::days(BOOKING_DAYS_MAX);
        let from = self.start_date.and_then(|day| day.start_in(zone));
        let to = self.end_date.and_then(|day| day.end_in(zone));
        // Nothing lasts longer, so that an end tells when it can have begun.
        let from = from.into_iter().chain(self.ends_from.map(|end| end.plus(-longest))).max();
        let to = to.into_iter().chain(self.ends_before).min();
        let name = CalendarListName([location, resource, customer].into_iter().flatten().collect());
        TimeList::of(list, name, now).between(from, to).in_states(self.status.map(|status| vec![status.number()]))
    }

    /// The same, of this customer where nothing else says what is booked or by whom.
    fn of_customer(self, customer: Option<Id<Customer>>) -> Self {
        let is_narrow = self.resource_id.is_some() || self.customer_id.is_some();
        if is_narrow { self } else { Self { customer_id: customer, ..self } }
    }

    /// The filter for which bookings are looked through.
    const fn uncounted(&self) -> Option<&'static str> {
        match (self.series_id, self.resource_type, self.ends_from, self.ends_before) {
            (Some(_), ..) => Some("series_id"),
            (None, Some(_), ..) => Some("resource_type"),
            (None, None, Some(_), _) => Some("ends_from"),
            (None, None, None, Some(_)) => Some("ends_before"),
            (None, None, None, None) => None,
        }
    }
}

/// Whether the resource that is asked for is at the location that is asked for; where it is never changes.
async fn is_at_location(call: &Call, filter: &BookingFilter) -> Result<bool, ApiError> {
    let (Some(resource_id), Some(location_id)) = (filter.resource_id, filter.location_id) else { return Ok(true) };
    let resource = call.store.find_any(call.tenant(), resource_id).await?;
    Ok(resource.is_some_and(|resource| resource.body.location_id == location_id))
}

/// Who books by the series that is asked for, so that only their bookings are looked through; nobody when there is no
/// such series, and none where no series is asked for.
async fn read_customer_of_series(
    call: &Call,
    filter: &BookingFilter,
) -> Result<Option<Option<Id<Customer>>>, ApiError> {
    let Some(series) = filter.series_id else { return Ok(None) };
    let series = call.store.find_any(call.tenant(), series).await?;
    Ok(Some(series.map(|series| series.body.customer_id)))
}

/// The condition of an end in this period.
fn ending(from: Option<Timestamp>, before: Option<Timestamp>) -> Option<Expression> {
    let tests = [("#body.#end >= :ends_from", from.is_some()), ("#body.#end < :ends_before", before.is_some())];
    let tests: Vec<&str> = tests.into_iter().filter(|(_, given)| *given).map(|(test, _)| test).collect();
    let mut condition = Expression::new(tests.join(" AND ")).name("#body", "body").name("#end", "end");
    for (placeholder, instant) in [(":ends_from", from), (":ends_before", before)] {
        if let Some(instant) = instant {
            condition = condition.string(placeholder, instant.to_string());
        }
    }
    if tests.is_empty() { None } else { Some(condition) }
}

/// With a location, days are local days of the location; without, or when there is no such location, UTC days.
async fn read_zone_of_days(call: &Call, filter: &BookingFilter) -> Result<TimeZone, ApiError> {
    let dated = filter.start_date.is_some() || filter.end_date.is_some();
    let location_id = if dated { filter.location_id } else { None };
    let Some(location_id) = location_id else { return Ok(TimeZone::UTC) };
    let location = call.store.find(&call.caller.tenant, location_id).await?;
    Ok(location.map_or(TimeZone::UTC, |location| location.body.time_zone))
}

/// The condition of a status, out of the stored facts and the time.
fn of_status(status: BookingStatus, now: Timestamp) -> Expression {
    let expression =
        |text: &str| Expression::new(text).name("#body", "body").name("#state", "state").name("#void", "void_at");
    let over = |text: &str| expression(text).name("#end", "end").string(":confirmed", "confirmed");
    let condition = match status {
        BookingStatus::Pending => {
            expression("#body.#state = :pending AND #body.#void > :now").string(":pending", "pending")
        }
        BookingStatus::Confirmed => over("#body.#state = :confirmed AND #body.#end > :now AND NOT #body.#void <= :now"),
        BookingStatus::Completed => over(
            "#body.#state = :completed OR #body.#state = :confirmed AND #body.#end <= :now AND NOT #body.#void <= :now",
        )
        .string(":completed", "completed"),
        BookingStatus::Cancelled => {
            expression("#body.#state = :cancelled OR #body.#void <= :now").string(":cancelled", "cancelled")
        }
    };
    // By this name a cursor knows what passes, and outlives it.
    condition.string(NOW, now.to_string())
}
