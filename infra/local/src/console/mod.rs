//! The console at `/`: the files of `console/`, which call the API as the person who signed in.
//!
//! Their address has a digest of all files: whoever has one keeps it.

pub mod client;
pub mod files;

use axum::{
    Router,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use serde_json::{Value, json};
use work::Context;

use self::{client::ConsoleClient, files::Files};
use crate::docs::is_local;

/// What a page may load and reach: nothing but this origin, and no text of a page as a script. `infra/library/console.py`
/// has the same for CloudFront, with the bucket of files.
pub const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob: https:; \
    font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types colonnade; report-uri /auth/policy-reports";
/// In place of the version in the page.
const VERSION: &str = "VERSION";
const FOREVER: &str = "public, max-age=31536000, immutable";

/// The page at `/`, its files, and what it needs to know of this service.
pub fn router(context: &Context, console: Option<ConsoleClient>, files: &Files) -> Router {
    let settings = settings(console.as_ref());
    let (context, at_root, worker, below) = (context.clone(), files.clone(), files.clone(), files.clone());
    let entering = move |headers: HeaderMap| async move { enter(&context, console.as_ref(), &headers).await };
    let file = move |uri: Uri| async move { versioned(&below, uri.path()) };
    Router::new()
        .route("/", get(move || async move { page(&at_root) }))
        .route("/worker.js", get(move || async move { self::file(&worker, "", "worker.js") }))
        .route("/console/config.json", get(|| async move { told(StatusCode::OK, &settings) }))
        .route("/console/enter", post(entering))
        .route("/console/{*path}", get(file))
}

/// What the page is told: where the API is and as which client it calls.
fn settings(console: Option<&ConsoleClient>) -> Value {
    let client = console.map(|console| (&console.client_id, &console.publishable_key));
    json!({
        "api": "/v1",
        "client_id": client.map(|(id, _)| id),
        "publishable_key": client.map(|(_, key)| key),
        "can_enter": console.is_some(),
        "letters": "/mail",
    })
}

fn page(files: &Files) -> Response {
    let kept = "no-cache";
    let Some(page) = files.read("index.html") else { return StatusCode::NOT_FOUND.into_response() };
    let text = String::from_utf8_lossy(&page.content).replace(VERSION, &files.version());
    ([(header::CONTENT_TYPE, page.media_type), (header::CACHE_CONTROL, kept)], guards(), text).into_response()
}

/// The file at an address with a version.
fn versioned(files: &Files, path: &str) -> Response {
    match path.trim_start_matches("/console/").split_once('/') {
        Some((version, path)) => file(files, version, path),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// What no browser keeps.
fn told(status: StatusCode, body: &Value) -> Response {
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
    (status, headers, body.to_string()).into_response()
}

/// A file, which a browser keeps if its address says of which version it is.
fn file(files: &Files, version: &str, path: &str) -> Response {
    let Some(file) = files.read(path) else { return StatusCode::NOT_FOUND.into_response() };
    let is_fixed = version == files.version() && version != "now";
    let kept = if is_fixed { FOREVER } else { "no-cache" };
    let headers = [(header::CONTENT_TYPE, file.media_type), (header::CACHE_CONTROL, kept)];
    (headers, guards(), file.content.into_owned()).into_response()
}

/// Headers of every file.
fn guards() -> [(HeaderName, HeaderValue); 5] {
    [
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
        (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
        (
            HeaderName::from_static("permissions-policy"),
            HeaderValue::from_static("camera=(self), microphone=(), geolocation=()"),
        ),
    ]
}

/// Begins a session of the demo's owner, for a page of this service alone.
async fn enter(context: &Context, console: Option<&ConsoleClient>, headers: &HeaderMap) -> Response {
    let Some(console) = console.filter(|_| is_local(headers) && is_own(headers)) else {
        return StatusCode::FORBIDDEN.into_response();
    };
    match console.enter(context).await {
        Ok(token) => told(StatusCode::OK, &json!({"data": {"token": token.reveal()}})),
        Err(fault) => {
            let error = json!({"code": "invalid_state", "message": fault.to_string()});
            told(StatusCode::CONFLICT, &json!({"error": error}))
        }
    }
}

/// Whether a page of this address asks.
fn is_own(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    text(header::HOST)
        .zip(text(header::ORIGIN))
        .is_some_and(|(host, origin)| origin.strip_prefix("http://") == Some(host))
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};

    use super::is_own;

    #[test]
    fn only_a_page_of_this_address_enters() {
        let asked = |host: &'static str, origin: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, HeaderValue::from_static(host));
            origin.map(|origin| headers.insert(header::ORIGIN, HeaderValue::from_static(origin)));
            is_own(&headers)
        };
        assert!(asked("127.0.0.1:3000", Some("http://127.0.0.1:3000")));
        for origin in [None, Some("https://evil.example.com"), Some("http://127.0.0.1:3001"), Some("null")] {
            assert!(!asked("127.0.0.1:3000", origin), "{origin:?}");
        }
    }
}
