use records::Location;
use scheduling::Resource;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists, UncountedFilter};
use store::{CalendarListName, CalendarSubject, Expression, List, Order, Paging, TimeList, expression::NOW};
use values::{ApiError, Id, SearchText, ShortText, Timestamp, audience::OfferAudience};

use crate::{
    records::{
        event::{Event, calendar_entry},
        event_state::EventStatus,
    },
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

/// Lists events in order of their starts, with the seats that are taken.
pub async fn list(call: Call, Listing { filter, paging }: Listing<EventFilter>) -> Lists<Event> {
    if let (Some(from), Some(to)) = (filter.from, filter.to)
        && to < from
    {
        return Err(ApiError::rule("to", "end_before_start", "to must not be before from"));
    }
    let mut page = find_page(&call, &filter, paging).await?;
    showing::fill_in_seats_lagging(&call, &mut page.data).await?;
    Ok(page)
}

async fn find_page(call: &Call, filter: &EventFilter, paging: Paging) -> Lists<Event> {
    if let Some(series) = &filter.series_id {
        // A rule makes a few events at most.
        let list = List::by(&Event::BY_SERIES, series)
            .ordered(Order::Ascending)
            .between(filter.from.map(|from| from.to_string()), filter.to.map(|to| to.to_string()))
            .only("location_id", filter.location_id.as_ref())
            .matching(filter.status.map(|status| in_status(status, call.now)));
        return call.page(filter.narrowed(list), paging).await;
    }
    let location = find_location(call, filter).await?;
    let query = filter.counted(location, call.now);
    let query = if is_there(filter, location) { query } else { query.of_nothing() };
    let Some(field) = filter.uncounted() else { return call.page(query, paging).await };
    let uncounted = UncountedFilter { field, records: "events", narrowing: "location_id, status, from and to" };
    call.page_through(&query, filter.narrowed(query.whole()), uncounted, paging).await
}

/// The location that is asked for, or that of the resource that is; where that is never changes, and its events are
/// there.
async fn find_location(call: &Call, filter: &EventFilter) -> Result<Option<Id<Location>>, ApiError> {
    let Some(resource_id) = filter.resource_id else { return Ok(filter.location_id) };
    let resource = call.store.find_any(call.tenant(), resource_id).await?;
    Ok(resource.map(|resource| resource.body.location_id))
}

/// Whether the resource that is asked for is there, and at the location that is asked for.
fn is_there(filter: &EventFilter, location: Option<Id<Location>>) -> bool {
    let is_nowhere = filter.resource_id.is_some() && location.is_none();
    !is_nowhere && filter.location_id.is_none_or(|asked| location == Some(asked))
}

impl EventFilter {
    /// The list as it is counted.
    fn counted(&self, location: Option<Id<Location>>, now: Timestamp) -> TimeList<Event> {
        let list = List::first_of([Event::BY_LOCATION.asked(location.as_ref()), Some(Event::ALL.of(&()))])
            .ordered(Order::Ascending);
        let location = location.map(|location| (CalendarSubject::Location, location.uuid()));
        let list = list.matching(self.status.map(|status| in_status(status, now)));
        TimeList::of(list, CalendarListName(location.into_iter().collect()), now)
            .between(self.from, self.to)
            .in_states(self.status.map(|status| vec![calendar_entry::number(status)]))
    }

    /// The first filter that is not counted.
    fn uncounted(&self) -> Option<&'static str> {
        let filters = [
            ("resource_id", self.resource_id.is_some()),
            ("category", self.category.is_some()),
            ("visibility", self.visibility.is_some()),
            ("q", self.q.is_some()),
        ];
        filters.into_iter().find(|(_, is_given)| *is_given).map(|(field, _)| field)
    }

    /// A list with those filters.
    fn narrowed(&self, list: List<Event>) -> List<Event> {
        list.only("resource_id", self.resource_id.as_ref())
            .only("category", self.category.as_ref())
            .only("visibility", self.visibility.as_ref())
            .finding(self.q.as_ref())
    }
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
