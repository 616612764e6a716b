//! How the deliveries to an endpoint go: which are on their way, and whether they succeed. It changes with every
//! attempt, so it is no part of the endpoint, whose version clients rely on.

use chrono::Duration;
use serde::{Deserialize, Serialize};
use store::Entity;
use values::{Id, Kind, KindName, Timestamp};

use super::{delivery::WebhookDelivery, endpoint::WebhookEndpoint};

/// Most attempts at one endpoint at the same moment.
pub const IN_FLIGHT_MAX: usize = 10;
/// After so many failures in a row an endpoint counts as failing: one attempt at a time finds out whether it works
/// again.
pub const FAILING_AFTER: i64 = 3;
/// How long an attempt counts as on its way, in seconds: it takes at most 10.
pub const ATTEMPT_SECONDS_MAX: i64 = 30;

/// The state of the endpoint whose id it has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebhookEndpointState {
    /// Attempts that are on their way.
    pub in_flight: Vec<InFlight>,
    /// Attempts that failed since the last that succeeded; those of a replay or a test do not count.
    pub failures_in_a_row: i64,
    /// When the first of them failed.
    pub failing_since: Option<Timestamp>,
    /// While the endpoint is failing: before this instant no attempt is made.
    pub next_probe_at: Option<Timestamp>,
}

/// An attempt that is on its way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InFlight {
    /// Delivery that the attempt belongs to.
    pub delivery_id: Id<WebhookDelivery>,
    /// Until when it counts, if its process dies: real time, which a test clock does not shorten.
    pub until: Timestamp,
}

/// Whether an attempt may begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It may: the state with it.
    Taken(WebhookEndpointState),
    /// Others are on their way.
    Busy,
    /// The endpoint is failing; not before this instant.
    NotBefore(Timestamp),
}

impl WebhookEndpointState {
    /// Whether nearly everything fails.
    #[must_use]
    pub const fn is_failing(&self) -> bool {
        self.failures_in_a_row >= FAILING_AFTER
    }

    /// How many attempts are on their way at this instant of real time.
    #[must_use]
    pub fn on_their_way(&self, real: Timestamp) -> usize {
        self.in_flight.iter().filter(|attempt| real < attempt.until).count()
    }

    /// Whether an attempt at this delivery may begin at `now` by the merchant's clock. What somebody asked for does not
    /// wait for a failing endpoint.
    #[must_use]
    pub fn claimed(&self, id: Id<WebhookDelivery>, is_asked_for: bool, now: Timestamp, real: Timestamp) -> Claim {
        let mut in_flight: Vec<InFlight> = self.in_flight.iter().filter(|other| real < other.until).cloned().collect();
        if in_flight.iter().any(|other| other.delivery_id == id) {
            return Claim::Busy;
        }
        let is_probe = self.is_failing() && !is_asked_for;
        if let Some(at) = self.next_probe_at.filter(|at| is_probe && now < *at) {
            return Claim::NotBefore(at);
        }
        if in_flight.len() >= if is_probe { 1 } else { IN_FLIGHT_MAX } {
            return Claim::Busy;
        }
        in_flight.push(InFlight { delivery_id: id, until: real.plus(Duration::seconds(ATTEMPT_SECONDS_MAX)) });
        Claim::Taken(Self { in_flight, ..self.clone() })
    }

    /// The same without the attempt at this delivery.
    #[must_use]
    pub fn released(mut self, id: Id<WebhookDelivery>) -> Self {
        self.in_flight.retain(|other| other.delivery_id != id);
        self
    }

    /// The same after an attempt that succeeded.
    #[must_use]
    pub fn succeeded(self) -> Self {
        Self { failures_in_a_row: 0, failing_since: None, next_probe_at: None, ..self }
    }

    /// The same after an attempt that failed; `probe` is how long a failing endpoint is left alone.
    #[must_use]
    pub fn failed(self, now: Timestamp, probe: Duration) -> Self {
        let failures_in_a_row = self.failures_in_a_row.saturating_add(1);
        let next_probe_at = (failures_in_a_row >= FAILING_AFTER).then(|| now.plus(probe));
        Self { failures_in_a_row, failing_since: self.failing_since.or(Some(now)), next_probe_at, ..self }
    }
}

impl Kind for WebhookEndpointState {
    const KIND: KindName = KindName::WebhookEndpointState;
}

impl Entity for WebhookEndpointState {
    const PATH: &'static str = "/webhook-endpoint-states";
    type View = ();

    /// No operation shows it.
    fn view(&self, _now: Timestamp) {}
}

/// The state of an endpoint has the endpoint's id.
#[must_use]
pub const fn state_of(endpoint: Id<WebhookEndpoint>) -> Id<WebhookEndpointState> {
    endpoint.cast()
}

#[cfg(test)]
mod tests {
    use chrono::Duration;
    use uuid::Uuid;
    use values::{Id, Timestamp};

    use super::{Claim, IN_FLIGHT_MAX, WebhookEndpointState};

    fn at(second: i64) -> Timestamp {
        Timestamp::from_millis(1_800_000_000_000 + second * 1_000).expect("an instant")
    }

    fn taken(state: &WebhookEndpointState, number: u128, now: Timestamp) -> WebhookEndpointState {
        match state.claimed(Id::new(Uuid::from_u128(number)), false, now, now) {
            Claim::Taken(state) => state,
            other => panic!("{number}: {other:?}"),
        }
    }

    #[test]
    fn at_most_ten_attempts_at_an_endpoint_are_on_their_way() {
        let full = (0..10).fold(WebhookEndpointState::default(), |state, number| taken(&state, number, at(0)));
        assert_eq!(full.in_flight.len(), IN_FLIGHT_MAX);
        assert_eq!(full.claimed(Id::new(Uuid::from_u128(11)), false, at(29), at(29)), Claim::Busy);
        // The process of one that began died: it does not count for ever.
        assert_eq!(taken(&full, 11, at(30)).in_flight.len(), 1);
        assert_eq!(taken(&full.released(Id::new(Uuid::from_u128(3))), 11, at(1)).in_flight.len(), 10);
    }

    #[test]
    fn one_delivery_is_on_its_way_once() {
        let state = taken(&WebhookEndpointState::default(), 1, at(0));
        assert_eq!(state.claimed(Id::new(Uuid::from_u128(1)), false, at(1), at(1)), Claim::Busy);
        // Its merchant's test clock may be advanced by days meanwhile.
        assert_eq!(state.claimed(Id::new(Uuid::from_u128(1)), false, at(900_000), at(9)), Claim::Busy);
    }

    #[test]
    fn a_failing_endpoint_gets_one_attempt_at_a_time_and_what_was_asked_for_does_not_wait() {
        let failed = |state: WebhookEndpointState| state.failed(at(0), Duration::minutes(1));
        let two = failed(failed(WebhookEndpointState::default()));
        assert!(!two.is_failing() && two.next_probe_at.is_none());
        let three = failed(two);
        let id = Id::new(Uuid::from_u128(1));
        assert_eq!(three.claimed(id, false, at(59), at(59)), Claim::NotBefore(at(60)));
        assert!(matches!(three.claimed(id, true, at(59), at(59)), Claim::Taken(_)));
        let probing = taken(&three, 1, at(60));
        assert_eq!(probing.claimed(Id::new(Uuid::from_u128(2)), false, at(60), at(60)), Claim::Busy);
        let well = probing.released(id).succeeded();
        assert!(!well.is_failing() && well.failing_since.is_none());
        assert_eq!(taken(&taken(&well, 2, at(61)), 3, at(61)).in_flight.len(), 2);
    }
}
