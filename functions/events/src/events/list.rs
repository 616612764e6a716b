//! List events.

use scheduling::Resource;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    ApiError,
    api::{Call, Listing, Lists},
    domain::{Id, Location, SearchText, ShortText, Timestamp, audience::OfferAudience},
    store::{Expression, List, Order, expression::NOW},
};

use crate::{
    records::{event::Event, event_state::EventStatus},
    rules::showing,
};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventFilter {
    /// Only events at this location.
    location_id: Option<Id<Location>>,
    /// Only events that were made together with this one.
    series_id: Option<Id<Event>>,
    /// Only events that take this resource.
    resource_id: Option<Id<Resource>>,
    /// Only events in this state now.
    status: Option<EventStatus>,
    /// Only events of this category, exactly as it was written.
    category: Option<ShortText>,
    /// Only events with this visibility.
    visibility: Option<OfferAudience>,
    /// Only events that begin at this instant or later.
    from: Option<Timestamp>,
    /// Only events that begin before this instant.
    to: Option<Timestamp>,
    /// Beginnings of words of the title, the venue and the category.
    q: Option<SearchText>,
}

/// List events
pub async fn list(call: Call, Listing { filter, paging }: Listing<EventFilter>) -> Lists<Event> {
    if let (Some(from), Some(to)) = (filter.from, filter.to)
        && to < from
    {
        return Err(ApiError::rule("to", "end_before_start", "to must not be before from"));
    }
    let location = filter.location_id.as_ref().filter(|_| filter.series_id.is_some());
    let events = List::first_of([
        Event::BY_SERIES.asked(filter.series_id.as_ref()),
        Event::BY_LOCATION.asked(filter.location_id.as_ref()),
        Some(Event::ALL.of(&())),
    ])
    .ordered(Order::Ascending)
    .between(filter.from.map(|from| from.to_string()), filter.to.map(|to| to.to_string()))
    .only("location_id", location)
    .only("resource_id", filter.resource_id.as_ref())
    .only("category", filter.category.as_ref())
    .only("visibility", filter.visibility.as_ref())
    .matching(filter.status.map(|status| in_status(status, call.now)))
    .finding(filter.q.as_ref());
    let mut page = call.page(events, paging).await?;
    showing::with_seats(&call, &mut page.data).await?;
    Ok(page)
}

/// The condition of a status, out of the stored facts and the time: what was published is completed once it is over.
fn in_status(status: EventStatus, now: Timestamp) -> Expression {
    let stored = "#body.#status = :status";
    let with_time = |text: &str| {
        let timed = Expression::new(text).name("#end", "end_time").string(NOW, now.to_string());
        timed.string(":published", EventStatus::Published.as_str())
    };
    let expression = match status {
        EventStatus::Published => with_time("#body.#status = :published AND #body.#end > :now"),
        EventStatus::Completed => {
            with_time("#body.#status = :status OR (#body.#status = :published AND #body.#end <= :now)")
                .string(":status", status.as_str())
        }
        EventStatus::Draft | EventStatus::Cancelled => Expression::new(stored).string(":status", status.as_str()),
    };
    expression.name("#body", "body").name("#status", "status")
}
