use records::LoggedEvent;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Call, Listing, Lists};
use store::{
    List, ListQuery, TimeList,
    lists::{DayList, earliest_id},
};
use values::{Id, Timestamp};

use crate::records::{
    counts::{all_deliveries, to_endpoint},
    delivery::{DeliveryStatus, WebhookDelivery},
    endpoint::WebhookEndpoint,
};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WebhookDeliveryFilter {
    /// Only deliveries to this endpoint.
    endpoint_id: Option<Id<WebhookEndpoint>>,
    /// Only deliveries of this event.
    event_id: Option<Id<LoggedEvent>>,
    /// Only deliveries that are so far.
    status: Option<DeliveryStatus>,
    /// Only deliveries of events from this instant on.
    from: Option<Timestamp>,
    /// Only deliveries of events before this instant.
    to: Option<Timestamp>,
}

/// Lists deliveries in order of their events, newest first.
pub async fn list(call: Call, Listing { filter, paging }: Listing<WebhookDeliveryFilter>) -> Lists<WebhookDelivery> {
    let list = matching(&filter);
    let asked = list.clone().between(filter.from.map(earliest_id), filter.to.map(earliest_id));
    let shown_from = WebhookDelivery::shown_from(call.now);
    let from = filter.from.map_or(shown_from, |from| from.max(shown_from));
    let to = filter.to.map(|to| to.max(from));
    let deliveries: ListQuery<WebhookDelivery> = match counted(&filter) {
        Some(counted) => TimeList::of_days(list, counted, call.now).between(Some(from), to).into(),
        None => list.between(Some(earliest_id(from)), to.map(earliest_id)).into(),
    };
    call.page(deliveries.asked_as(asked), paging).await
}

/// The list out of the index that has the fewest others.
fn matching(filter: &WebhookDeliveryFilter) -> List<WebhookDelivery> {
    let WebhookDeliveryFilter { endpoint_id, event_id, status, .. } = filter;
    let undelivered = matches!(status, Some(DeliveryStatus::Failed | DeliveryStatus::Cancelled));
    let list = List::first_of([
        WebhookDelivery::BY_EVENT.asked(event_id.as_ref()),
        WebhookDelivery::UNDELIVERED.asked(if undelivered { endpoint_id.as_ref() } else { None }),
        WebhookDelivery::BY_ENDPOINT.asked(endpoint_id.as_ref()),
    ]);
    // All that an index of an endpoint has is of that endpoint.
    let other_endpoints = if event_id.is_some() { endpoint_id.as_ref() } else { None };
    list.only("endpoint_id", other_endpoints).only("status", status.as_ref())
}

/// How the list is counted; none for what must be read to be counted: of an event there are few, and a status changes.
fn counted(filter: &WebhookDeliveryFilter) -> Option<DayList> {
    match (filter.event_id, filter.status, filter.endpoint_id) {
        (None, None, None) => Some(all_deliveries()),
        (None, None, Some(endpoint)) => Some(to_endpoint(endpoint)),
        _ => None,
    }
}
