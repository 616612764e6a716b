//! From events to deliveries: which endpoints hear an event, and how a delivery comes to the function that attempts it.

use chrono::Duration;
use records::LoggedEvent;
use store::{List, Record};
use values::{ApiError, Id, Timestamp, tenant::Tenant};
use work::{
    UnitOfWork,
    queue::{WorkMessage, WorkQueue},
};

use crate::records::{
    delivery::WebhookDelivery,
    endpoint::{ENDPOINTS_MAX, WebhookEndpoint},
    endpoint_state::{WebhookEndpointState, state_of},
};

/// What is due of a failing endpoint is spread over so many seconds.
const SPREAD_SECONDS: u64 = 60;

/// The deliveries of these events of one merchant to its endpoints, to be stored in the transaction that stores the
/// events. Their ids follow from event and endpoint. What happened before an endpoint was made or enabled is not for
/// it. Endpoints are read once, and strongly consistent: one that was deleted before hears nothing.
///
/// An endpoint that is failing gets its deliveries as due later: one attempt at a time finds out whether it works
/// again.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn build_deliveries(
    work: &UnitOfWork,
    events: &[Record<LoggedEvent>],
) -> Result<Vec<Record<WebhookDelivery>>, ApiError> {
    if events.is_empty() {
        return Ok(Vec::new());
    }
    let most = usize::try_from(ENDPOINTS_MAX).unwrap_or_default();
    let endpoints = work.store.all(work.tenant(), &List::<WebhookEndpoint>::live(), most).await?.records;
    let failing: Vec<Id<WebhookEndpointState>> = endpoints
        .iter()
        .filter(|endpoint| endpoint.body.failing_since.is_some() && endpoint.body.is_enabled())
        .map(|endpoint| state_of(endpoint.id))
        .collect();
    let states = work.store.find_all(work.tenant(), &failing).await?;
    let mut deliveries = Vec::new();
    for event in events {
        for endpoint in endpoints.iter().filter(|endpoint| endpoint.body.hears(&event.body)) {
            let at = first_attempt_at(work, endpoint, &states);
            deliveries.push(delivery(work, endpoint.id, event, at));
        }
    }
    Ok(deliveries)
}

fn first_attempt_at(
    work: &UnitOfWork,
    endpoint: &Record<WebhookEndpoint>,
    states: &[Record<WebhookEndpointState>],
) -> Timestamp {
    let state = states.iter().find(|state| state.id == state_of(endpoint.id) && state.body.is_failing());
    match state.and_then(|state| state.body.next_probe_at) {
        Some(probe) => later_than(work, probe),
        None => work.now,
    }
}

/// Some time after `probe`, by chance.
#[must_use]
pub fn later_than(work: &UnitOfWork, probe: Timestamp) -> Timestamp {
    let spread = i64::try_from(1 + work.ids.below(SPREAD_SECONDS)).unwrap_or(1);
    probe.max(work.now).plus(Duration::seconds(spread))
}

fn delivery(
    work: &UnitOfWork,
    endpoint: Id<WebhookEndpoint>,
    event: &Record<LoggedEvent>,
    at: Timestamp,
) -> Record<WebhookDelivery> {
    let body = WebhookDelivery::new(endpoint, (event.id, &event.body.event_type), at, work.now);
    Record { id: WebhookDelivery::id_of(endpoint, event.id), ..work.new_record(body, None) }
}

/// The message by which the queue knows a delivery in its present turn.
#[must_use]
pub fn message(tenant: &Tenant, delivery: &Record<WebhookDelivery>) -> WorkMessage {
    WorkMessage {
        merchant: tenant.merchant(),
        record: delivery.id.uuid(),
        group: delivery.body.endpoint_id.uuid(),
        turn: delivery.body.turn,
        waits: 0,
        kind: None,
    }
}

/// Hands what is to be attempted now to the queue, after the commit that stored it. What cannot be handed over is due,
/// and the sweep hands it over some minutes later.
///
/// # Errors
/// 503 when the queue cannot be reached.
pub async fn hand_over(
    queue: &WorkQueue,
    work: &UnitOfWork,
    deliveries: &[Record<WebhookDelivery>],
) -> Result<(), ApiError> {
    let is_now = |delivery: &&Record<WebhookDelivery>| delivery.body.next_attempt_at.is_some_and(|at| at <= work.now);
    let messages: Vec<WorkMessage> =
        deliveries.iter().filter(is_now).map(|delivery| message(work.tenant(), delivery)).collect();
    queue.send(&messages, 0).await
}
