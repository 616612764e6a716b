//! Send a test event.

use records::{
    LoggedEvent,
    client_id::ClientId,
    logged_event::{EventActor, EventActorType, JsonText, start_of_day},
};
use shared::api::{Call, Committed, Created, PathId};
use store::Record;
use values::{ApiError, ErrorCode, Id};

use crate::{
    event_types::LEFT_OUT,
    fan_out::hand_over,
    records::{counts::added, delivery::WebhookDelivery, endpoint::WebhookEndpoint},
    rules::catalogue::TEST_EVENT,
};

/// Sends a test event to a webhook endpoint, whatever types it asks for.
pub async fn test(
    call: Call,
    PathId(id): PathId<WebhookEndpoint>,
) -> Result<Committed<Created<Record<WebhookDelivery>>>, ApiError> {
    let endpoint = call.get(id).await?;
    if !endpoint.body.is_enabled() {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "nothing is sent to a disabled endpoint"));
    }
    let event_id = event_id(&call);
    let body = WebhookDelivery::new(id, (event_id, TEST_EVENT), call.now, call.now);
    let body = WebhookDelivery { test_event: Some(event(&call, &endpoint)), ..body };
    let delivery = Record { id: WebhookDelivery::id_of(id, event_id), ..call.new_record(body, None) };
    let mut transaction = call.transaction();
    transaction.create(&delivery);
    transaction.count_rows(&added(std::slice::from_ref(&delivery)), WebhookDelivery::gone_after);
    let made = call.commit(transaction, Created(delivery.clone())).await?;
    // The answer stands. What cannot be handed over now is handed over by the sweep.
    drop(hand_over(&call.queue, &call, &[delivery]).await);
    Ok(made)
}

/// Dated now by the merchant's clock, as the ids of other events are by the change: lists of deliveries go by it. Those
/// of demo data, which documents name, are dated by the day.
fn event_id(call: &Call) -> Id<LoggedEvent> {
    let id: Id<LoggedEvent> = call.ids.next();
    let dated = if call.ids.is_numbered() { start_of_day(call.now) } else { call.now };
    let mut bytes = *id.uuid().as_bytes();
    bytes[..6].copy_from_slice(&dated.millis().to_be_bytes()[2..]);
    Id::new(uuid::Uuid::from_bytes(bytes))
}

/// The event says what the endpoint is, without what events of endpoints leave out: a replay would tell of an address
/// that was changed since.
fn event(call: &Call, endpoint: &Record<WebhookEndpoint>) -> LoggedEvent {
    let client_id = ClientId::new(call.tenant().merchant(), call.caller.client);
    LoggedEvent {
        event_type: TEST_EVENT.to_owned(),
        object_type: "webhook_endpoint".to_owned(),
        object_id: Id::new(endpoint.id.uuid()),
        object_version: endpoint.version,
        object: told(call, endpoint),
        previous_attributes: JsonText::empty(),
        actor: Some(EventActor { id: None, r#type: EventActorType::Client, client_id: Some(client_id.to_string()) }),
        request_id: Some(call.request_id.clone()),
        occurred_at: call.now,
        people: Vec::new(),
        expanded: JsonText::absent(),
        location_ids: Vec::new(),
    }
}

fn told(call: &Call, endpoint: &Record<WebhookEndpoint>) -> JsonText {
    let mut object = serde_json::to_value(endpoint.view(call.now)).unwrap_or_default();
    if let Some(fields) = object.as_object_mut() {
        fields.retain(|name, _| !LEFT_OUT.contains(&name.as_str()));
    }
    JsonText::of(&object)
}
