//! Send the events of a range of time again: many of them, in steps after the answer.

use event_history::EventList;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::api::{Body, Call, ChangesOrAccepts, Data, OrAccepted, PathId, reply::Plain, retry};
use store::Record;
use values::{ApiError, ErrorCode, Id, Timestamp};

use crate::{
    records::{
        delivery::WebhookDelivery,
        endpoint::WebhookEndpoint,
        event_pattern::{EventPattern, names_type},
        replay::{EventReplay, ReplayedEvents, ReplayedRange},
    },
    rules::catalogue,
};

/// Most events of one replay.
const EVENTS_MAX: i64 = 10_000;

/// Which events are sent again.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventsReplay {
    /// Events from this instant on; of those of the last 30 UTC days.
    from: Timestamp,
    /// Events before this instant; all until now when left out.
    to: Option<Timestamp>,
    /// Only events of these types, such as `booking.*`, as far as the endpoint lists them; all that it lists when left
    /// out.
    #[schemars(length(min = 1, max = 100), extend("uniqueItems" = true))]
    event_types: Option<Vec<EventPattern>>,
    /// Which of them, by what became of them there; `all` when left out.
    #[serde(default)]
    which: ReplayedEvents,
}

/// How many events a replay would look at.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EventsReplayPreview {
    /// Which events.
    #[serde(flatten)]
    range: ReplayedRange,
    /// How many events of these types there are in the range: as many are sent at the most. Fewer are where the endpoint
    /// is limited to locations, and where `which` leaves some out.
    total: i64,
    /// Most events of one replay.
    limit: i64,
}

/// Sends the events of a range again: in steps, after the answer.
pub async fn replay(
    call: Call,
    PathId(id): PathId<WebhookEndpoint>,
    Body(input): Body<EventsReplay>,
) -> ChangesOrAccepts<WebhookEndpoint> {
    let (answer, endpoint) = retry(&call, || begin(&call, id, &input)).await?;
    if endpoint.body.open_replay().is_some() {
        // What the queue does not get, the sweep finds.
        drop(call.hasten(&endpoint).await);
    }
    Ok(answer)
}

type Begun = (
    shared::api::Committed<OrAccepted<Data<Record<WebhookEndpoint>>, Record<WebhookEndpoint>>>,
    Record<WebhookEndpoint>,
);

async fn begin(call: &Call, id: Id<WebhookEndpoint>, input: &EventsReplay) -> Result<Begun, ApiError> {
    let before = call.get_for_change(id).await?;
    check_state(&before.body)?;
    let range = range(call, &before.body, input)?;
    let total = count(call, &range).await?;
    if total > EVENTS_MAX {
        let message =
            format!("there are {total} events; a replay has at most {EVENTS_MAX}: ask for a part of the range");
        return Err(ApiError::rule("from", "too_many_events", message));
    }
    let replay = EventReplay::new(range, total, call.now);
    let is_nothing = total == 0;
    let replay =
        if is_nothing { replay.ended(values::operation::OperationStatus::Succeeded, call.now) } else { replay };
    let body = WebhookEndpoint { replay: Some(replay), ..before.body.clone() };
    let after = call.next_version(&before, body, None);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    let answer = if is_nothing {
        call.commit(transaction, Data(after.clone())).await?.done()
    } else {
        call.commit(transaction, OrAccepted::Accepted(after.clone())).await?
    };
    Ok((answer, after))
}

/// Tells how many events a replay would look at.
pub async fn preview(
    call: Call,
    PathId(id): PathId<WebhookEndpoint>,
    Body(input): Body<EventsReplay>,
) -> Result<Data<Plain<EventsReplayPreview>>, ApiError> {
    let endpoint = call.get(id).await?;
    let range = range(&call, &endpoint.body, &input)?;
    let total = count(&call, &range).await?;
    Ok(Data(Plain(EventsReplayPreview { range, total, limit: EVENTS_MAX })))
}

fn check_state(endpoint: &WebhookEndpoint) -> Result<(), ApiError> {
    if !endpoint.is_enabled() {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "nothing is sent to a disabled endpoint: enable it"));
    }
    if endpoint.open_replay().is_some() {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "events are being sent again there: wait for the end"));
    }
    Ok(())
}

/// What is asked for, within what can be replayed.
fn range(call: &Call, endpoint: &WebhookEndpoint, input: &EventsReplay) -> Result<ReplayedRange, ApiError> {
    let to = input.to.map_or(call.now, |to| to.min(call.now));
    if to <= input.from {
        return Err(ApiError::rule("to", "not_after_from", "to must be after from, and from in the past"));
    }
    let event_types = match &input.event_types {
        None => endpoint.event_types.clone(),
        Some(patterns) => {
            catalogue::check(patterns)?;
            check_listed(patterns, endpoint)?;
            patterns.iter().flat_map(|pattern| listed(pattern, endpoint)).collect()
        }
    };
    let from = input.from.max(WebhookDelivery::shown_from(call.now)).min(to);
    Ok(ReplayedRange { from, to, event_types, which: input.which })
}

/// A pattern as far as the endpoint lists its types.
fn listed(pattern: &EventPattern, endpoint: &WebhookEndpoint) -> Vec<EventPattern> {
    let is_listed = |event_type: &&str| names_type(&endpoint.event_types, event_type);
    let (heard, others): (Vec<&str>, Vec<&str>) =
        catalogue::event_types().filter(|event_type| pattern.names(event_type)).partition(is_listed);
    if others.is_empty() { vec![pattern.clone()] } else { heard.into_iter().map(EventPattern::of_type).collect() }
}

/// Refuses a pattern of which the endpoint lists no type: nothing would be sent.
fn check_listed(patterns: &[EventPattern], endpoint: &WebhookEndpoint) -> Result<(), ApiError> {
    let is_listed = |pattern: &EventPattern| {
        let mut types = catalogue::event_types().filter(|event_type| pattern.names(event_type));
        types.any(|event_type| names_type(&endpoint.event_types, event_type))
    };
    match patterns.iter().position(|pattern| !is_listed(pattern)) {
        None => Ok(()),
        Some(position) => {
            let message = "the endpoint lists no such type";
            Err(ApiError::rule(format!("event_types[{position}]"), "not_listed", message))
        }
    }
}

async fn count(call: &Call, range: &ReplayedRange) -> Result<i64, ApiError> {
    let lists = EventList::of_types(|event_type| names_type(&range.event_types, event_type));
    let mut total = 0;
    for list in lists {
        total += list.count(call, (range.from, range.to)).await?;
    }
    Ok(i64::try_from(total).unwrap_or(i64::MAX))
}
