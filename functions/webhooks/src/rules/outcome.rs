//! What follows from an attempt: for its delivery, for the endpoint's state, and for the endpoint.

use chrono::Duration;
use values::{Id, Timestamp};

use super::schedule;
use crate::records::{
    delivery::{DeliveryAttempt, DeliveryStatus, WebhookDelivery},
    endpoint::{DisabledReason, WebhookEndpoint},
    endpoint_state::WebhookEndpointState,
};

/// After so many days in which nothing succeeded an endpoint is disabled.
const FAILING_DAYS_MAX: i64 = 5;
/// The answer of a receiver that wants no more events.
const GONE: i64 = 410;

/// The records of an attempt, before or after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttemptRecords {
    /// Delivery whose attempt it is.
    pub delivery: WebhookDelivery,
    /// Which deliveries are on their way to the endpoint, and whether they succeed.
    pub state: WebhookEndpointState,
    /// Endpoint that the event is sent to.
    pub endpoint: WebhookEndpoint,
}

/// What follows from `attempt`, which was made in this turn of the delivery with this id. `chance` is a random number
/// below [`schedule::CHANCES`].
#[must_use]
pub fn after(
    before: AttemptRecords,
    (id, turn): (Id<WebhookDelivery>, i64),
    attempt: DeliveryAttempt,
    now: Timestamp,
    chance: u64,
) -> AttemptRecords {
    let (is_success, is_gone) = (attempt.error.is_none(), attempt.response_status == Some(GONE));
    let is_test = before.delivery.test_event.is_some();
    // Failures of what somebody asked for are not held against the endpoint; a success shows that it works.
    let counts = !before.delivery.is_asked_for();
    let state = before.state.released(id);
    let state = match (counts, is_success) {
        (_, true) => state.succeeded(),
        (false, false) => state,
        (true, false) => {
            let probe = schedule::probe(state.failures_in_a_row.saturating_add(1), chance);
            state.failed(now, probe)
        }
    };
    let endpoint = if is_gone && before.endpoint.is_enabled() {
        before.endpoint.disabled(DisabledReason::Gone, now)
    } else if counts || is_success {
        judged(before.endpoint, &state, now)
    } else {
        before.endpoint
    };
    let delivery = before.delivery;
    let is_of_this_turn = delivery.turn == turn;
    if delivery.is_replay && delivery.awaits(delivery.turn) && !is_of_this_turn {
        // It was replayed while this attempt was on its way: the replay is still to be sent.
        return AttemptRecords { delivery: delivery.noted(attempt), state, endpoint };
    }
    let delivery = if is_of_this_turn { delivery.attempted(attempt) } else { delivery.noted(attempt) };
    let delivery = match (is_success, delivery.status) {
        (true, _) => delivery.delivered(now),
        (false, DeliveryStatus::Pending) if is_of_this_turn => failed(delivery, is_test, now, chance),
        // Another worker was quicker, or it was cancelled meanwhile.
        (false, _) => delivery,
    };
    AttemptRecords { delivery, state, endpoint }
}

/// The delivery after a failure: attempted again later, or given up. A test is not repeated.
fn failed(delivery: WebhookDelivery, is_test: bool, now: Timestamp, chance: u64) -> WebhookDelivery {
    let failures = delivery.failures.saturating_add(1);
    let delivery = WebhookDelivery { failures, ..delivery };
    let pause = if is_test { None } else { schedule::pause(failures, chance) };
    match pause {
        Some(pause) => delivery.waiting_until(now.plus(pause), now),
        None => delivery.given_up(),
    }
}

/// The endpoint by its state: its owner sees since when it fails, and after days it is disabled.
fn judged(endpoint: WebhookEndpoint, state: &WebhookEndpointState, now: Timestamp) -> WebhookEndpoint {
    let is_too_long = |since: Timestamp| since.plus(Duration::days(FAILING_DAYS_MAX)) <= now;
    if endpoint.is_enabled() && state.is_failing() && state.failing_since.is_some_and(is_too_long) {
        let endpoint = WebhookEndpoint { failing_since: state.failing_since, ..endpoint };
        return endpoint.disabled(DisabledReason::Failing, now);
    }
    let failing_since = if state.is_failing() { state.failing_since } else { None };
    WebhookEndpoint { failing_since, ..endpoint }
}
