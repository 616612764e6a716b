//! Webhook delivery: one event for one endpoint, with the attempts at it.

use chrono::Duration;
use records::LoggedEvent;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::{Entity, Index, IndexBy, Indexes};
use values::{Id, Kind, KindName, Timestamp};

use super::endpoint::WebhookEndpoint;

/// Attempts that are kept.
pub const ATTEMPTS_KEPT: usize = 20;
/// Attempts of which the beginning of the answer is kept: twenty of them would not fit a record.
const ANSWERS_KEPT: usize = 5;
/// After how many minutes the sweep hands a delivery to the queue that was to be there.
pub const HANDED_OVER_MINUTES: i64 = 5;

/// A delivery of an event to an endpoint, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebhookDelivery {
    /// Where the event is sent.
    pub endpoint_id: Id<WebhookEndpoint>,
    /// Identifier of the event that is delivered.
    pub event_id: Id<LoggedEvent>,
    /// Type of the event, such as `member.created`.
    pub event_type: String,
    /// How far it is.
    pub status: DeliveryStatus,
    /// Why it was cancelled.
    pub cancelled_reason: Option<CancelledReason>,
    /// How many attempts were made.
    pub attempt_count: i64,
    /// The last of them, oldest first.
    pub attempts: Vec<DeliveryAttempt>,
    /// When the next attempt is made.
    pub next_attempt_at: Option<Timestamp>,
    /// When it was delivered last.
    pub delivered_at: Option<Timestamp>,
    /// When the sweep looks at it.
    pub due_at: Option<Timestamp>,
    /// Failed attempts since it was made or replayed: what its place in the schedule follows from.
    pub failures: i64,
    /// Whether its attempts are those of a replay, which count for nothing but this delivery.
    pub is_replay: bool,
    /// Number of its present turn: a message of another one is out of date.
    pub turn: i64,
    /// The event itself, of one that was made for trying the endpoint out and stands in no log.
    #[serde(default)]
    pub test_event: Option<LoggedEvent>,
    /// When it was made, by the merchant's clock.
    pub made_at: Timestamp,
}

/// How far a delivery is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryStatus {
    /// An attempt is to be made.
    Pending,
    /// The receiver took it.
    Delivered,
    /// Every attempt has failed.
    Failed,
    /// No attempt is made any more.
    Cancelled,
}

/// Why no attempt is made any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CancelledReason {
    /// The endpoint was disabled.
    EndpointDisabled,
    /// The endpoint was deleted.
    EndpointDeleted,
    /// The event is not kept any more.
    EventGone,
    /// The API client of the endpoint may not read what the event is about: it lost the scope, was revoked or has
    /// expired.
    ScopeNotHeld,
}

/// An attempt to deliver an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "WebhookDeliveryAttempt")]
pub struct DeliveryAttempt {
    /// Instant at which the attempt began.
    pub at: Timestamp,
    /// How long it took, in milliseconds.
    pub duration_ms: i64,
    /// Status of the answer; null when there was none.
    pub response_status: Option<i64>,
    /// What went wrong; null when the receiver took the event.
    pub error: Option<AttemptError>,
    /// The first kilobyte of the answer as text, without control characters; empty for all but the last five attempts.
    pub response_body: String,
}

/// What went wrong with an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AttemptError {
    /// The answer had a status other than 2xx. Redirects are not followed.
    Status,
    /// The answer did not come within 10 seconds.
    Timeout,
    /// The name has no address.
    NameNotFound,
    /// The name leads to an address that is not a public one.
    AddressNotAllowed,
    /// The address is not one that events are sent to.
    UrlNotAllowed,
    /// No connection could be made, or it broke.
    Connection,
    /// The receiver's certificate was not accepted, or it does not speak TLS.
    Tls,
    /// The answer was not HTTP.
    InvalidAnswer,
}

impl WebhookDelivery {
    /// Deliveries to an endpoint, newest first.
    pub const BY_ENDPOINT: IndexBy<Self, Id<WebhookEndpoint>> = IndexBy::new(Index::First, "endpoint");
    /// Deliveries of an event.
    pub const BY_EVENT: IndexBy<Self, Id<LoggedEvent>> = IndexBy::new(Index::Second, "event");
    /// Deliveries to an endpoint that failed or were cancelled.
    pub const UNDELIVERED: IndexBy<Self, Id<WebhookEndpoint>> = IndexBy::new(Index::Third, "undelivered");

    /// A delivery that is to be attempted at `at`.
    #[must_use]
    pub fn new(endpoint: Id<WebhookEndpoint>, event: (Id<LoggedEvent>, &str), at: Timestamp, now: Timestamp) -> Self {
        let (event_id, event_type) = event;
        Self {
            endpoint_id: endpoint,
            event_id,
            event_type: event_type.to_owned(),
            status: DeliveryStatus::Pending,
            cancelled_reason: None,
            attempt_count: 0,
            attempts: Vec::new(),
            next_attempt_at: Some(at),
            delivered_at: None,
            due_at: Some(looked_at(at, now)),
            failures: 0,
            is_replay: false,
            turn: 1,
            test_event: None,
            made_at: now,
        }
    }

    /// The id of the delivery of an event to an endpoint: the same whoever makes it, so that there is one. It is dated
    /// as the event is.
    #[must_use]
    pub fn id_of(endpoint: Id<WebhookEndpoint>, event: Id<LoggedEvent>) -> Id<Self> {
        let digest = Sha256::new()
            .chain_update(b"colonnade webhook delivery\n")
            .chain_update(event.uuid().as_bytes())
            .chain_update(endpoint.uuid().as_bytes())
            .finalize();
        let mut bytes = *event.uuid().as_bytes();
        bytes[6..].copy_from_slice(&digest[..10]);
        Id::new(uuid::Builder::from_bytes(bytes).with_version(uuid::Version::SortRand).into_uuid())
    }

    /// Whether a message of this turn still holds.
    #[must_use]
    pub const fn awaits(&self, turn: i64) -> bool {
        matches!(self.status, DeliveryStatus::Pending) && self.turn == turn
    }

    /// Whether somebody asked for it, by a replay or a test: it waits for no failing endpoint, and is not held against
    /// one.
    #[must_use]
    pub const fn is_asked_for(&self) -> bool {
        self.is_replay || self.test_event.is_some()
    }

    /// Whether no attempt is made any more although the receiver did not take it.
    #[must_use]
    pub const fn is_undelivered(&self) -> bool {
        matches!(self.status, DeliveryStatus::Failed | DeliveryStatus::Cancelled)
    }

    /// The same with an attempt of its present turn, which ends with it.
    #[must_use]
    pub fn attempted(self, attempt: DeliveryAttempt) -> Self {
        let turn = self.turn.saturating_add(1);
        Self { turn, ..self.noted(attempt) }
    }

    /// The same with an attempt of whichever turn. Of the earlier ones the last are kept, and the beginnings of the
    /// last answers.
    #[must_use]
    pub fn noted(mut self, attempt: DeliveryAttempt) -> Self {
        self.attempt_count = self.attempt_count.saturating_add(1);
        self.attempts.push(attempt);
        let superfluous = self.attempts.len().saturating_sub(ATTEMPTS_KEPT);
        self.attempts.drain(..superfluous);
        let without_answer = self.attempts.len().saturating_sub(ANSWERS_KEPT);
        for attempt in &mut self.attempts[..without_answer] {
            attempt.response_body.clear();
        }
        self
    }

    /// The same delivery after an attempt succeeded at this instant.
    #[must_use]
    pub fn delivered(self, now: Timestamp) -> Self {
        self.ended(DeliveryStatus::Delivered, None, Some(now))
    }

    /// The same with no further attempt to be made.
    #[must_use]
    pub fn given_up(self) -> Self {
        let delivered_at = self.delivered_at;
        self.ended(DeliveryStatus::Failed, None, delivered_at)
    }

    /// The same with nothing further to be done.
    #[must_use]
    pub fn cancelled(self, reason: CancelledReason) -> Self {
        let delivered_at = self.delivered_at;
        self.ended(DeliveryStatus::Cancelled, Some(reason), delivered_at)
    }

    fn ended(self, status: DeliveryStatus, reason: Option<CancelledReason>, delivered_at: Option<Timestamp>) -> Self {
        Self { status, cancelled_reason: reason, delivered_at, next_attempt_at: None, due_at: None, ..self }
    }

    /// The same with its next attempt at `at`.
    #[must_use]
    pub fn waiting_until(self, at: Timestamp, now: Timestamp) -> Self {
        Self { next_attempt_at: Some(at), due_at: Some(looked_at(at, now)), ..self }
    }

    /// The same handed to the queue now: the sweep looks whether it was lost there.
    #[must_use]
    pub fn handed_over(self, now: Timestamp) -> Self {
        Self { due_at: Some(now.plus(Duration::minutes(HANDED_OVER_MINUTES))), ..self }
    }

    /// The same begun anew because somebody asked for it.
    #[must_use]
    pub fn replayed(self, now: Timestamp) -> Self {
        let turn = self.turn.saturating_add(1);
        let status = DeliveryStatus::Pending;
        let anew = Self { status, cancelled_reason: None, failures: 0, is_replay: true, turn, ..self };
        anew.waiting_until(now, now)
    }
}

/// When the sweep looks at a delivery: soon after it was handed to the queue, or when its next attempt is to be made.
fn looked_at(at: Timestamp, now: Timestamp) -> Timestamp {
    if at <= now { now.plus(Duration::minutes(HANDED_OVER_MINUTES)) } else { at }
}

impl Kind for WebhookDelivery {
    const KIND: KindName = KindName::WebhookDelivery;
}

impl Entity for WebhookDelivery {
    const PATH: &'static str = "/webhook-deliveries";
    type View = WebhookDeliveryView;

    fn view(&self, _now: Timestamp) -> WebhookDeliveryView {
        WebhookDeliveryView {
            endpoint_id: self.endpoint_id,
            event_id: self.event_id,
            event_type: self.event_type.clone(),
            status: self.status,
            cancelled_reason: self.cancelled_reason,
            attempt_count: self.attempt_count,
            attempts: self.attempts.clone(),
            next_attempt_at: self.next_attempt_at,
            delivered_at: self.delivered_at,
        }
    }

    fn expires_at(&self) -> Option<Timestamp> {
        // Never before its event's day is over: it is made when the event has happened.
        Some(Self::gone_after(self.made_at))
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        Indexes::default()
            .by(&Self::BY_ENDPOINT, &self.endpoint_id, id)
            .by(&Self::BY_EVENT, &self.event_id, id)
            .by_any(&Self::UNDELIVERED, self.is_undelivered().then_some(&self.endpoint_id), id)
            .due(self.due_at)
    }
}

/// One event for one endpoint.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "WebhookDelivery")]
pub struct WebhookDeliveryView {
    /// Where the event is sent.
    pub endpoint_id: Id<WebhookEndpoint>,
    /// Which event: `webhook-id` of every attempt.
    pub event_id: Id<LoggedEvent>,
    /// What happened, such as `booking.created`.
    pub event_type: String,
    /// How far it is.
    pub status: DeliveryStatus,
    /// Why no attempt is made any more; null unless it is cancelled.
    pub cancelled_reason: Option<CancelledReason>,
    /// How many attempts were made.
    pub attempt_count: i64,
    /// The last twenty of them, oldest first.
    pub attempts: Vec<DeliveryAttempt>,
    /// When the next attempt is made, at the earliest; null when none is.
    pub next_attempt_at: Option<Timestamp>,
    /// When the receiver took it last; null when it never did.
    pub delivered_at: Option<Timestamp>,
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;
    use values::{Id, Timestamp};

    use super::{AttemptError, DeliveryAttempt, WebhookDelivery};

    #[test]
    fn the_id_of_a_delivery_follows_from_event_and_endpoint_and_is_dated_as_the_event() {
        let event = Id::new(Uuid::parse_str("01990000-0000-7000-8000-0000000000aa").expect("an id"));
        let (one, other) = (Id::new(Uuid::from_u128(1)), Id::new(Uuid::from_u128(2)));
        let id = WebhookDelivery::id_of(one, event);
        assert_eq!(id, WebhookDelivery::id_of(one, event));
        assert_ne!(id, WebhookDelivery::id_of(other, event));
        assert!(id.to_string().starts_with("01990000-0000-7"), "{id}");
        assert_eq!(WebhookDelivery::dated(id).millis(), 0x0199_0000_0000);
    }

    #[test]
    fn of_many_attempts_twenty_are_kept_and_five_answers() {
        let now = Timestamp::from_millis(1_800_000_000_000).expect("an instant");
        let attempt = DeliveryAttempt {
            at: now,
            duration_ms: 1,
            response_status: Some(500),
            error: Some(AttemptError::Status),
            response_body: "x".repeat(1_024),
        };
        let nil = Uuid::from_u128(7);
        let delivery = WebhookDelivery::new(Id::new(nil), (Id::new(nil), "booking.created"), now, now);
        let many = (0..30).fold(delivery, |delivery, _| delivery.attempted(attempt.clone()));
        assert_eq!((many.attempt_count, many.attempts.len(), many.turn), (30, 20, 31));
        assert_eq!(many.attempts.iter().filter(|attempt| !attempt.response_body.is_empty()).count(), 5);
    }
}
