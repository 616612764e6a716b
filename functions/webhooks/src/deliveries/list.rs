//! List webhook deliveries.

use chrono::Duration;
use schemars::JsonSchema;
use serde::Deserialize;
use shared::{
    api::{Call, Listing, Lists},
    domain::{Id, LoggedEvent, Timestamp},
    store::{List, list::earliest_id},
};

use crate::records::{
    delivery::{DELIVERY_DAYS, DeliveryStatus, WebhookDelivery},
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

/// List webhook deliveries
pub async fn list(call: Call, Listing { filter, paging }: Listing<WebhookDeliveryFilter>) -> Lists<WebhookDelivery> {
    let WebhookDeliveryFilter { endpoint_id, event_id, status, from, to } = filter;
    let undelivered = matches!(status, Some(DeliveryStatus::Failed | DeliveryStatus::Cancelled));
    let list = List::first_of([
        WebhookDelivery::BY_EVENT.asked(event_id.as_ref()),
        WebhookDelivery::UNDELIVERED.asked(endpoint_id.as_ref().filter(|_| undelivered)),
        WebhookDelivery::BY_ENDPOINT.asked(endpoint_id.as_ref()),
    ]);
    let list = list
        // DynamoDB deletes late what is over.
        .ahead("made_at", call.now.plus(-Duration::days(DELIVERY_DAYS)))
        .only("endpoint_id", endpoint_id.as_ref())
        .only("status", status.as_ref())
        .between(from.map(earliest_id), to.map(earliest_id));
    call.page(list, paging).await
}
