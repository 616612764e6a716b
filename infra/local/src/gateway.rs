//! A stand-in for API Gateway: a request becomes an event, the function's answer becomes a response.

use std::sync::Arc;

use axum::{
    body::{Body, to_bytes},
    extract::Request,
};
use http::{HeaderMap, HeaderName, Response, StatusCode, header, response::Builder};
use platform::ids::Ids;
use serde_json::{Value, json};
use shared::lambda::Function;
use testing::gateway::rest_event;

/// Largest body that API Gateway takes.
const BODY_BYTES_MAX: usize = 10 * 1024 * 1024;
/// Headers that are about one connection, which the gateway ends.
const HOP_BY_HOP: [HeaderName; 7] = [
    header::CONNECTION,
    header::PROXY_AUTHENTICATE,
    header::PROXY_AUTHORIZATION,
    header::TE,
    header::TRAILER,
    header::TRANSFER_ENCODING,
    header::UPGRADE,
];

/// The gateway in front of one function that has all areas.
#[derive(Clone)]
pub struct Gateway {
    function: Function,
    ids: Arc<Ids>,
}

impl Gateway {
    /// In front of this function.
    #[must_use]
    pub const fn new(function: Function, ids: Arc<Ids>) -> Self {
        Self { function, ids }
    }

    /// Answers a request as API Gateway does: the function gets it as an event.
    pub async fn answer(self, request: Request) -> Response<Body> {
        let (parts, body) = request.into_parts();
        let Ok(body) = to_bytes(body, BODY_BYTES_MAX).await else { return self.too_large() };
        let target = parts.uri.path_and_query().map_or("/", |target| target.as_str());
        let event = rest_event(parts.method.as_str(), target, &end_to_end(&parts.headers), &body);
        response(&self.function.handle(&event, &self.ids.token()).await)
    }

    /// What the gateway answers by itself, as `template.yaml` words it: such answers have no `meta.timestamp`.
    fn too_large(&self) -> Response<Body> {
        let error = json!({"code": "payload_too_large", "message": "the request is too large"});
        let meta = json!({"request_id": format!("req_{}", self.ids.token())});
        response(&json!({
            "statusCode": 413,
            "headers": {"content-type": "application/json", "connection": "close"},
            "body": json!({"error": error, "meta": meta}).to_string(),
        }))
    }
}

/// Headers of the request itself, in the gateway's form.
fn end_to_end(headers: &HeaderMap) -> Vec<(String, String)> {
    let is_own = |name: &HeaderName| !HOP_BY_HOP.contains(name) && name.as_str() != "keep-alive";
    headers
        .iter()
        .filter(|(name, _)| is_own(name))
        .map(|(name, value)| (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned()))
        .collect()
}

/// The function's answer as HTTP.
fn response(answer: &Value) -> Response<Body> {
    let status = answer["statusCode"].as_u64().and_then(|status| u16::try_from(status).ok()).unwrap_or(502);
    let headers = answer["headers"].as_object().into_iter().flatten();
    let builder = headers
        .filter_map(|(name, value)| Some((name, value.as_str()?)))
        .fold(Response::builder().status(status), |builder: Builder, (name, value)| builder.header(name, value));
    let body = Body::from(answer["body"].as_str().unwrap_or_default().to_owned());
    builder.body(body).unwrap_or_else(|_| {
        let mut broken = Response::new(Body::empty());
        *broken.status_mut() = StatusCode::BAD_GATEWAY;
        broken
    })
}
