//! Requests that the local service sends to itself.

use serde_json::Value;
use shared::lambda::Function;
use testing::gateway::rest_event;
use work::{Context, context::Log};

use crate::{credentials::Credentials, routes};

/// The event of a request by this client, without a body when it is null.
#[must_use]
pub fn event(client: &Credentials, (method, path): (&str, &str), body: &Value) -> Value {
    let mut headers = vec![
        ("authorization".to_owned(), format!("Bearer {}", client.secret)),
        ("x-client-id".to_owned(), client.client_id.clone()),
    ];
    let text = if body.is_null() { String::new() } else { body.to_string() };
    if !text.is_empty() {
        headers.push(("content-type".to_owned(), "application/json".to_owned()));
    }
    rest_event(method, &format!("/v1{path}"), &headers, text.as_bytes())
}

/// Sends a request as this client: status and body of the answer. Nobody asked for it, so it is not in the log.
pub async fn send(context: &Context, client: &Credentials, target: (&str, &str), body: &Value) -> (u64, Value) {
    let quiet = Context { log: Log::Off, ..context.clone() };
    let event = event(client, target, body);
    let answer = Box::pin(Function::new(routes(), quiet).handle(&event, &context.ids.token())).await;
    let body = answer["body"].as_str().and_then(|body| serde_json::from_str(body).ok()).unwrap_or_default();
    (answer["statusCode"].as_u64().unwrap_or_default(), body)
}
