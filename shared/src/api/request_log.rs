//! What the log keeps of a request.

use serde_json::json;

use super::{incoming::Invocation, reply::Meta};
use store::Usage;
use values::{ApiError, Timestamp};
use work::context::Context;

/// The one log line of a request. Its fields are an allow-list: no body, no header, no query, no secret.
pub(super) struct LogLine<'a> {
    pub operation: Option<&'static str>,
    pub path: Option<&'static str>,
    pub client: Option<String>,
    pub member: Option<String>,
    pub status: u16,
    pub replayed: bool,
    pub error: Option<&'a ApiError>,
    pub usage: Usage,
}

/// What was asked for, as far as the log keeps it.
pub(super) struct Requested<'a> {
    pub method: &'a http::Method,
    pub invocation: &'a Invocation,
}

impl LogLine<'_> {
    /// Writes the line, when the request has been answered.
    pub fn write(&self, context: &Context, requested: &Requested<'_>, meta: &Meta, started: Timestamp) {
        context.log.write(&json!({
            "level": if self.status >= 500 { "error" } else { "info" },
            "message": "request",
            "timestamp": started,
            "request_id": meta.request_id,
            "gateway_request_id": requested.invocation.gateway_request_id,
            "client": self.client,
            "member": self.member,
            "operation": self.operation,
            "method": requested.method.as_str(),
            "path": self.path,
            "status": self.status,
            "code": self.error.map(|error| error.code.as_str()),
            "cause": self.error.and_then(|error| error.cause.as_deref()),
            "replayed": self.replayed,
            "duration_ms": context.clock.now().millis() - started.millis(),
            "store_calls": self.usage.calls,
            "store_units": self.usage.units,
            "cold_start": requested.invocation.cold_start,
        }));
    }
}
