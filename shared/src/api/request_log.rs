//! What the log keeps of a request.

use serde_json::json;

use super::{
    incoming::Incoming,
    reply::{Answer, Meta},
    route::Route,
};
use store::Usage;
use values::{ApiError, Timestamp};
use work::context::Context;

/// The one log line of a request. Its fields are an allow-list: no body, no header, no query, no secret.
pub(super) struct LogLine<'a> {
    pub route: Option<&'a Route>,
    pub client: Option<String>,
    pub answer: &'a Answer,
    pub error: Option<&'a ApiError>,
    pub usage: Usage,
}

impl LogLine<'_> {
    /// Writes the line, when the request has been answered.
    pub fn write(&self, context: &Context, incoming: &Incoming, meta: &Meta, started: Timestamp) {
        context.log.write(&json!({
            "level": if self.answer.status >= 500 { "error" } else { "info" },
            "message": "request",
            "timestamp": started,
            "request_id": meta.request_id,
            "gateway_request_id": incoming.invocation.gateway_request_id,
            "client": self.client,
            "operation": self.route.map(|route| route.id),
            "method": incoming.parts.method.as_str(),
            "path": self.route.map(|route| route.path),
            "status": self.answer.status,
            "code": self.error.map(|error| error.code.as_str()),
            "cause": self.error.and_then(|error| error.cause.as_deref()),
            "replayed": self.answer.replayed,
            "duration_ms": context.clock.now().millis() - started.millis(),
            "store_calls": self.usage.calls,
            "store_units": self.usage.units,
            "cold_start": incoming.invocation.cold_start,
        }));
    }
}
