//! Carries out a replay, after its request was answered (decision 52): each step is one transaction that stores some
//! deliveries and how far the replay has come, so none is done twice.

use std::time::Duration;

use event_history::EventList;
use records::LoggedEvent;
use shared::api::{Call, retry};
use store::{AtMost, Record};
use values::{ApiError, Id, operation::OperationStatus};

use crate::{
    deliveries::replay::replayed,
    fan_out::hand_over,
    records::{
        counts::added,
        delivery::WebhookDelivery,
        endpoint::WebhookEndpoint,
        replay::{EventReplay, ReplayPlace},
    },
};

/// Events of a step: each delivery is an action of its transaction, and may be of a day of its own in two counts.
const AT_ONCE_MAX: usize = 30;
/// With less time than this left no other step is begun in the same process.
const STEP_TIME: Duration = Duration::from_secs(4);

/// An endpoint after a step, with what the step made of deliveries.
type Stepped = (Record<WebhookEndpoint>, Vec<Record<WebhookDelivery>>);

/// Does the steps of an endpoint's replay that there is time for; whether there was anything to do.
///
/// # Errors
/// 503 when that cannot be done now; it stays due.
pub async fn carry_on(call: &Call, id: Id<WebhookEndpoint>) -> Result<bool, ApiError> {
    let mut is_any = false;
    while let Some((endpoint, deliveries)) = retry(call, || step(call, id)).await? {
        is_any = true;
        // What cannot be handed over now is due, and the sweep hands it over.
        drop(hand_over(&call.queue, call, &deliveries).await);
        if call.time_left() < STEP_TIME && endpoint.body.open_replay().is_some() {
            drop(call.hasten(&endpoint).await);
            break;
        }
    }
    Ok(is_any)
}

/// Does the next step; none when there is nothing to do.
async fn step(call: &Call, id: Id<WebhookEndpoint>) -> Result<Option<Stepped>, ApiError> {
    let Some(endpoint) = call.store.find(call.tenant(), id).await? else { return Ok(None) };
    let Some(replay) = endpoint.body.open_replay().cloned() else { return Ok(None) };
    if !endpoint.body.is_enabled() {
        return write(call, &endpoint, replay.ended(OperationStatus::Cancelled, call.now), Vec::new()).await.map(Some);
    }
    let Some((list, after)) = replay.next() else {
        return write(call, &endpoint, replay.ended(OperationStatus::Succeeded, call.now), Vec::new()).await.map(Some);
    };
    let events = list.read(call, (replay.range.from, replay.range.to), after, AT_ONCE_MAX).await?;
    let changes = find_changes(call, (&endpoint, &replay), &events.records).await?;
    let counts = (events.records.len(), changes.len());
    let advanced = replay.advanced(place(&list, &events), counts, call.now);
    write(call, &endpoint, advanced, changes).await.map(Some)
}

fn place(list: &EventList, events: &AtMost<Record<LoggedEvent>>) -> ReplayPlace {
    let last = events.records.last().filter(|_| events.has_more);
    ReplayPlace { list: list.name(), after: last.map(|event| event.id) }
}

/// A delivery before a step, if there was one, and after it.
type Change = (Option<Record<WebhookDelivery>>, Record<WebhookDelivery>);

/// Which deliveries are begun anew, or made.
async fn find_changes(
    call: &Call,
    (endpoint, replay): (&Record<WebhookEndpoint>, &EventReplay),
    events: &[Record<LoggedEvent>],
) -> Result<Vec<Change>, ApiError> {
    let heard: Vec<&Record<LoggedEvent>> = events.iter().filter(|event| endpoint.body.is_for(&event.body)).collect();
    let ids: Vec<Id<WebhookDelivery>> =
        heard.iter().map(|event| WebhookDelivery::id_of(endpoint.id, event.id)).collect();
    let mut found = call.store.find_all(call.tenant(), &ids).await?;
    let mut changes = Vec::with_capacity(heard.len());
    for (event, id) in heard.into_iter().zip(ids) {
        let before = found.iter().position(|delivery| delivery.id == id).map(|position| found.swap_remove(position));
        if !replay.range.which.has(before.as_ref().map(|delivery| delivery.body.is_undelivered())) {
            continue;
        }
        let after = match &before {
            Some(before) => replayed(call, before),
            None => missing(call, endpoint.id, event),
        };
        changes.push((before, after));
    }
    Ok(changes)
}

/// A delivery of an event that was never to be sent there.
fn missing(call: &Call, endpoint: Id<WebhookEndpoint>, event: &Record<LoggedEvent>) -> Record<WebhookDelivery> {
    let body = WebhookDelivery::new(endpoint, (event.id, &event.body.event_type), call.now, call.now);
    let body = WebhookDelivery { is_replay: true, ..body };
    Record { id: WebhookDelivery::id_of(endpoint, event.id), ..call.new_record(body, None) }
}

async fn write(
    call: &Call,
    endpoint: &Record<WebhookEndpoint>,
    replay: EventReplay,
    changes: Vec<Change>,
) -> Result<Stepped, ApiError> {
    let body = WebhookEndpoint { replay: Some(replay), ..endpoint.body.clone() };
    let after = call.next_version(endpoint, body, None);
    let mut transaction = call.transaction();
    transaction.replace(endpoint, &after);
    let mut made = Vec::new();
    for (before, delivery) in &changes {
        if let Some(before) = before {
            transaction.replace(before, delivery);
        } else {
            transaction.begin(delivery);
            made.push(delivery.clone());
        }
    }
    transaction.count_rows(&added(&made), WebhookDelivery::gone_after);
    call.store.commit(transaction).await?;
    Ok((after, changes.into_iter().map(|(_, delivery)| delivery).collect()))
}
