//! Webhook endpoint: an address of the merchant's own to which events are sent.

use std::borrow::Cow;

use records::{ClientId, Location, LoggedEvent};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use store::{Entity, Indexes, holds_fields};
use values::{
    Counter, Id, Kind, KindName, MerchantReference, SealedText, ShortText, Timestamp, operation::OperationStatus,
};

use super::{
    earlier_types::{self, EarlierTypes, happened_before},
    event_pattern::{EventPattern, names},
    locations::is_at,
    replay::{EventReplay, ReplayView},
};

/// Most endpoints of a merchant: each event is written once for each of them, in one transaction.
pub const ENDPOINTS_MAX: i64 = 20;

/// Absolute address of visible ASCII characters, as `platform::outgoing::address` reads it. Names in other letters are written in
/// their ASCII form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WebhookUrl(String);

impl WebhookUrl {
    /// As it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl JsonSchema for WebhookUrl {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "WebhookUrl".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "format": "uri", "maxLength": 2000, "pattern": r"^https?://[!#-;=?-\[\]_a-z~]+$"})
    }
}

/// What clients write of an endpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct WebhookEndpointFields {
    /// Where events are sent: an `https` address with a name, on port 443 or above 1024.
    pub url: WebhookUrl,
    /// Which events are sent there: types such as `booking.created`, `booking.*` for all of an object, or `*` for all.
    #[schemars(length(min = 1, max = 100), extend("uniqueItems" = true))]
    pub event_types: Vec<EventPattern>,
    /// Only events of records at these locations are sent there, before or after the change; of all locations, and of
    /// records without a location, when empty.
    #[serde(default)]
    #[schemars(length(max = 50), extend("uniqueItems" = true))]
    pub location_ids: Vec<Id<Location>>,
    /// What it is for.
    #[serde(default)]
    pub description: ShortText,
}

/// A webhook endpoint as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebhookEndpoint {
    /// Fields of the endpoint that clients write.
    #[serde(flatten)]
    pub fields: WebhookEndpointFields,
    /// Whether events are sent.
    #[serde(flatten)]
    pub status: EndpointStatus,
    /// Since when nothing succeeds, once several attempts in a row have failed.
    pub failing_since: Option<Timestamp>,
    /// Secrets that sign, newest first: two during a rotation.
    pub secrets: Vec<SigningSecret>,
    /// When the secret was rotated last, by real time.
    #[serde(default)]
    pub rotated_at: Option<Timestamp>,
    /// The API client that said last what is sent where: as much is sent as its scopes allow. None of an endpoint that
    /// was stored before there was this rule: everything is sent there until its address or its types are changed.
    #[serde(default)]
    pub client_id: Option<String>,
    /// When it was made or enabled last; what happened before is not for it. By real time where a test clock runs ahead
    /// of it, because some records of a sandbox merchant go by real time. None of an endpoint that was stored before
    /// this was kept.
    #[serde(default)]
    pub hears_from: Option<Timestamp>,
    /// Events that are sent there again, when that was asked for last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replay: Option<EventReplay>,
    /// The types and locations that it had before each of the last changes of them, the earliest first: what happened before a change
    /// is for it only if both name it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier_types: Vec<EarlierTypes>,
}

holds_fields!(WebhookEndpoint, WebhookEndpointFields);

/// A secret that signs, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SigningSecret {
    /// The secret, encrypted for the endpoint.
    pub sealed: SealedText,
    /// Its last four characters.
    pub last4: String,
    /// When it stops signing after a newer secret was made.
    pub until: Option<Timestamp>,
}

/// Whether events are sent to an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredStatus", into = "StoredStatus")]
pub enum EndpointStatus {
    /// Events of the chosen types are sent to the endpoint.
    Enabled,
    /// No events are sent.
    Disabled {
        /// Why they are not.
        reason: DisabledReason,
        /// Since when they are not.
        at: Timestamp,
    },
}

impl EndpointStatus {
    /// As it is stored and shown.
    fn stored(self) -> StoredStatus {
        match self {
            Self::Enabled => {
                StoredStatus { status: EndpointStatusName::Enabled, disabled_reason: None, disabled_at: None }
            }
            Self::Disabled { reason, at } => StoredStatus {
                status: EndpointStatusName::Disabled,
                disabled_reason: Some(reason),
                disabled_at: Some(at),
            },
        }
    }
}

/// The status of an endpoint as it is stored and shown: fields beside each other.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct StoredStatus {
    status: EndpointStatusName,
    disabled_reason: Option<DisabledReason>,
    disabled_at: Option<Timestamp>,
}

impl From<EndpointStatus> for StoredStatus {
    fn from(status: EndpointStatus) -> Self {
        status.stored()
    }
}

impl TryFrom<StoredStatus> for EndpointStatus {
    type Error = &'static str;

    fn try_from(stored: StoredStatus) -> Result<Self, Self::Error> {
        match (stored.status, stored.disabled_reason, stored.disabled_at) {
            (EndpointStatusName::Enabled, _, _) => Ok(Self::Enabled),
            (EndpointStatusName::Disabled, Some(reason), Some(at)) => Ok(Self::Disabled { reason, at }),
            (EndpointStatusName::Disabled, _, _) => Err("a disabled endpoint has a reason and an instant"),
        }
    }
}

/// Whether events are sent to an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "EndpointStatus")]
pub enum EndpointStatusName {
    /// Events of the chosen types are sent to the endpoint.
    Enabled,
    /// No events are sent; `disabled_reason` says why.
    Disabled,
}

/// Why no events are sent to an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DisabledReason {
    /// A client disabled it.
    Requested,
    /// The endpoint answered an attempt with 410 Gone.
    Gone,
    /// Nothing succeeded for five days.
    Failing,
}

impl WebhookEndpoint {
    /// A new endpoint of this client, which hears what happens from an instant on; its secret is added when its id is
    /// known.
    #[must_use]
    pub fn new(fields: WebhookEndpointFields, client: ClientId, hears_from: Timestamp) -> Self {
        Self {
            fields,
            status: EndpointStatus::Enabled,
            failing_since: None,
            secrets: Vec::new(),
            rotated_at: None,
            client_id: Some(client.to_string()),
            hears_from: Some(hears_from),
            replay: None,
            earlier_types: Vec::new(),
        }
    }

    /// Counter of a merchant's endpoints.
    #[must_use]
    pub fn of_merchant(merchant: Id<MerchantReference>) -> Counter {
        Counter::new("webhook_endpoints", merchant)
    }

    /// Whether an event is sent there. The consumer of the stream may lag, so that events are stored which happened
    /// before the endpoint was made or enabled, or before it had a type: they are not for it.
    #[must_use]
    pub fn hears(&self, event: &LoggedEvent) -> bool {
        self.is_enabled()
            && self.hears_from.is_none_or(|from| !happened_before(event, from))
            && self.is_for(event)
            && earlier_types::named(&self.earlier_types, event)
    }

    /// Whether an event is one of those that are sent there, whenever it happened.
    #[must_use]
    pub fn is_for(&self, event: &LoggedEvent) -> bool {
        names(&self.event_types, event) && is_at(&self.location_ids, event)
    }

    /// What is being sent there again.
    #[must_use]
    pub fn open_replay(&self) -> Option<&EventReplay> {
        self.replay.as_ref().filter(|replay| replay.operation.is_open())
    }

    /// Whether events are sent there.
    #[must_use]
    pub const fn is_enabled(&self) -> bool {
        matches!(self.status, EndpointStatus::Enabled)
    }

    /// The same endpoint, disabled at this instant for this reason; a replay that goes on is cancelled.
    #[must_use]
    pub fn disabled(self, reason: DisabledReason, now: Timestamp) -> Self {
        let is_open = self.open_replay().is_some();
        let cancelled = |replay: EventReplay| replay.ended(OperationStatus::Cancelled, now);
        let replay = self.replay.map(|replay| if is_open { cancelled(replay) } else { replay });
        Self { status: EndpointStatus::Disabled { reason, at: now }, replay, ..self }
    }

    /// The same enabled, with nothing held against it; it hears what happens from an instant on.
    #[must_use]
    pub fn enabled(self, hears_from: Timestamp) -> Self {
        Self { status: EndpointStatus::Enabled, failing_since: None, hears_from: Some(hears_from), ..self }
    }

    /// Puts `secret` in front. The secret before it signs until `until`; any older one ends now.
    #[must_use]
    pub fn rotated(mut self, secret: SigningSecret, until: Timestamp, now: Timestamp) -> Self {
        self.secrets.truncate(1);
        for old in &mut self.secrets {
            old.until = Some(until);
        }
        self.secrets.retain(|old| old.until.is_none_or(|until| now < until));
        self.secrets.insert(0, secret);
        Self { rotated_at: Some(now), ..self }
    }

    /// The secrets that sign at `now`, newest first.
    pub fn signing(&self, now: Timestamp) -> impl Iterator<Item = &SigningSecret> {
        self.secrets.iter().filter(move |secret| secret.until.is_none_or(|until| now < until))
    }
}

impl Kind for WebhookEndpoint {
    const KIND: KindName = KindName::WebhookEndpoint;
}

impl Entity for WebhookEndpoint {
    const PATH: &'static str = "/webhook-endpoints";
    type View = WebhookEndpointView;

    fn view(&self, _now: Timestamp) -> WebhookEndpointView {
        let StoredStatus { status, disabled_reason, disabled_at } = self.status.stored();
        WebhookEndpointView {
            fields: self.fields.clone(),
            status,
            disabled_reason,
            disabled_at,
            failing_since: self.failing_since,
            secret_last4: self.secrets.first().map_or_else(String::new, |secret| secret.last4.clone()),
            rotated_at: self.rotated_at,
            client_id: self.client_id.clone(),
            replay: self.replay.as_ref().map(EventReplay::view),
        }
    }

    /// An endpoint that was deleted signs nothing any more.
    fn put_away(&self) -> Option<Self> {
        Some(Self { secrets: Vec::new(), replay: None, ..self.clone() })
    }

    fn indexes(&self, _: Id<Self>) -> Indexes {
        Indexes::default().due(self.replay.as_ref().and_then(|replay| replay.operation.due_at()))
    }
}

/// Where events are sent.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "WebhookEndpoint")]
pub struct WebhookEndpointView {
    /// Fields of the endpoint that clients write.
    #[serde(flatten)]
    pub fields: WebhookEndpointFields,
    /// Whether events are sent.
    pub status: EndpointStatusName,
    /// Why no events are sent; null while they are.
    pub disabled_reason: Option<DisabledReason>,
    /// Since when no events are sent; null while they are.
    pub disabled_at: Option<Timestamp>,
    /// Since when nothing succeeds, once three attempts in a row have failed; null otherwise.
    pub failing_since: Option<Timestamp>,
    /// Last four characters of the newest secret.
    pub secret_last4: String,
    /// When the secret was rotated last, by real time; null while it has its first one.
    pub rotated_at: Option<Timestamp>,
    /// The API client that gave the address or the types of events last: what its scopes do not allow to read is not
    /// sent. Null for an endpoint that was made before there was this rule.
    pub client_id: Option<String>,
    /// Events that are sent there again, when that was asked for last; null when it never was.
    pub replay: Option<ReplayView>,
}
