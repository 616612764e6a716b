//! Replay what failed: some deliveries with each request, so that any number of them can be replayed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::api::{Body, Call, Committed, Data, Nullable, PathId, reply::Plain, retry};
use store::{List, Order, Record, lists::earliest_id};
use values::{ApiError, ErrorCode, Id, Timestamp};

use crate::{
    deliveries::replay::replayed,
    fan_out::hand_over,
    records::{delivery::WebhookDelivery, endpoint::WebhookEndpoint},
};

/// Deliveries that a request replays: each is an action of one transaction, which has a hundred at most.
const AT_ONCE_MAX: usize = 50;
/// Pages that a request looks at: the index lags, so those that were just replayed may still stand there.
const PAGES_MAX: usize = 10;

/// Which failed and cancelled deliveries are sent again.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FailedDeliveriesReplay {
    /// Only events since this instant.
    since: Timestamp,
    /// Only deliveries after this one: `next` of the answer before. What has failed anew since then is not replayed
    /// again.
    #[serde(default)]
    after: Nullable<Id<WebhookDelivery>>,
}

/// How many deliveries were sent again, and where to go on.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FailedDeliveriesReplayed {
    /// How many deliveries this request replayed.
    pub replayed: i64,
    /// Whether none is left.
    pub is_complete: bool,
    /// From where to go on: `after` of the next request. Null when none is left.
    pub next: Option<Id<WebhookDelivery>>,
}

/// Sends failed and cancelled deliveries again, up to 50 with each request.
pub async fn replay_failed(
    call: Call,
    PathId(id): PathId<WebhookEndpoint>,
    Body(input): Body<FailedDeliveriesReplay>,
) -> Result<Committed<Data<Plain<FailedDeliveriesReplayed>>>, ApiError> {
    let endpoint = call.get(id).await?;
    if !endpoint.body.is_enabled() {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "nothing is sent to a disabled endpoint: enable it"));
    }
    let (committed, deliveries) = retry(&call, || replay_some(&call, id, &input)).await?;
    // The answer stands. What cannot be handed over now is handed over by the sweep.
    drop(hand_over(&call.queue, &call, &deliveries).await);
    Ok(committed)
}

type Replayed = (Committed<Data<Plain<FailedDeliveriesReplayed>>>, Vec<Record<WebhookDelivery>>);

async fn replay_some(
    call: &Call,
    id: Id<WebhookEndpoint>,
    input: &FailedDeliveriesReplay,
) -> Result<Replayed, ApiError> {
    let (found, next) = find_undelivered(call, id, input).await?;
    let mut transaction = call.transaction();
    let mut after = Vec::with_capacity(found.len());
    for before in &found {
        let replayed = replayed(call, before);
        transaction.replace(before, &replayed);
        after.push(replayed);
    }
    let replayed = i64::try_from(after.len()).unwrap_or_default();
    let answer = Data(Plain(FailedDeliveriesReplayed { replayed, is_complete: next.is_none(), next }));
    let committed = if after.is_empty() { call.unchanged(answer)? } else { call.commit(transaction, answer).await? };
    Ok((committed, after))
}

/// The oldest deliveries that are to be replayed, as they are now, and after which one to go on; none when there are no
/// more.
async fn find_undelivered(
    call: &Call,
    id: Id<WebhookEndpoint>,
    input: &FailedDeliveriesReplay,
) -> Result<(Vec<Record<WebhookDelivery>>, Option<Id<WebhookDelivery>>), ApiError> {
    let mut from = beginning(call, input);
    let mut found: Vec<Record<WebhookDelivery>> = Vec::new();
    let mut looked_at = None;
    for _ in 0..PAGES_MAX {
        let list = List::by(&WebhookDelivery::UNDELIVERED, &id).ordered(Order::Ascending);
        let page = call.store.all(call.tenant(), &list.between(Some(from), None), AT_ONCE_MAX).await?;
        let ids: Vec<Id<WebhookDelivery>> = page.records.iter().map(|delivery| delivery.id).collect();
        // The index proposes; the records themselves say whether there is still something to replay.
        let mut present = call.store.find_all(call.tenant(), &ids).await?;
        present.retain(|delivery| delivery.body.is_undelivered());
        present.sort_by_key(|delivery| delivery.id);
        let room = AT_ONCE_MAX - found.len();
        if present.len() > room {
            present.truncate(room);
            found.extend(present);
            let last = found.last().map(|delivery| delivery.id);
            return Ok((found, last));
        }
        found.extend(present);
        looked_at = if page.has_more { ids.last().copied() } else { None };
        match looked_at {
            Some(last) if found.len() < AT_ONCE_MAX => from = after(last),
            _ => break,
        }
    }
    Ok((found, looked_at))
}

/// Before the first delivery that may be replayed: none is whose event is older than those of the list of deliveries.
fn beginning(call: &Call, input: &FailedDeliveriesReplay) -> String {
    let since = earliest_id(input.since.max(WebhookDelivery::shown_from(call.now)));
    input.after.into_option().map_or_else(|| since.clone(), |last| after(last).max(since.clone()))
}

/// Before every delivery that comes after this one.
fn after(last: Id<WebhookDelivery>) -> String {
    format!("{last}!")
}
