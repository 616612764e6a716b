//! Who takes an event to its receiver.

use futures_util::future::BoxFuture;
use webhooks::records::delivery::AttemptError;

/// A signed request that takes an event to an endpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outgoing {
    /// Where to, as the endpoint has it.
    pub url: String,
    /// Headers of Standard Webhooks.
    pub headers: Vec<(&'static str, String)>,
    /// The event, as JSON.
    pub body: String,
}

/// What came back from the endpoint, or what went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Returned {
    /// Status of the answer; `None` when there was none.
    pub status: Option<u16>,
    /// What went wrong; `None` for a status of success.
    pub error: Option<AttemptError>,
    /// The beginning of the answer, made safe.
    pub body: String,
    /// How long it took, in milliseconds.
    pub duration_ms: i64,
}

/// Takes events to their receivers.
pub trait Courier: Send + Sync {
    /// Sends an event once. It never fails: what went wrong is part of what came back.
    fn send(&self, outgoing: Outgoing) -> BoxFuture<'_, Returned>;
}
