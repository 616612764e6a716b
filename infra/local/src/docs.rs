//! The interactive API reference at `/docs`, the guides below it, and the document at `/openapi.json`. None takes
//! credentials.
//!
//! Scalar comes with the crate `scalar_api_reference`, inside the binary: no CDN, no network.

use axum::{
    Router,
    response::{Html, Redirect},
    routing::get,
};
use http::{HeaderMap, StatusCode, header};
use serde_json::{Value, json};
use shared::api::openapi;

use crate::{credentials::Credentials, guides, routes};

const PAGE: &str = include_str!("docs.html");
/// The reference's program.
const PROGRAM: &str = "scalar.js";

/// The OpenAPI document of all areas, as `docs/openapi.json` has it.
#[must_use]
pub fn document() -> String {
    format!("{:#}\n", openapi::document(&routes()))
}

/// `/docs`, `/docs/guides` and `/openapi.json`; `/` leads to `/docs`. The page knows the demo client, so that every
/// operation can be tried at once.
pub fn router(client: &Credentials) -> Router {
    let page = |client: &Value| PAGE.replace("\"CLIENT\"", &client.to_string());
    let with_client = page(&json!({"id": client.client_id, "secret": client.secret}));
    let without_client = page(&Value::Null);
    let html =
        move |headers: HeaderMap| async move { Html(if is_local(&headers) { with_client } else { without_client }) };
    let document = document();
    let json = || async { ([(header::CONTENT_TYPE, "application/json")], document) };
    Router::new()
        .route("/", get(|| async { Redirect::to("/docs") }))
        .route("/docs", get(html))
        .route("/docs/scalar.js", get(program))
        .route("/openapi.json", get(json))
        .merge(guides::router())
}

/// The browser keeps it: it changes only with the service.
async fn program() -> Result<([(header::HeaderName, &'static str); 2], Vec<u8>), StatusCode> {
    let headers = [(header::CONTENT_TYPE, "text/javascript"), (header::CACHE_CONTROL, "max-age=86400")];
    scalar_api_reference::get_asset(PROGRAM).map(|bytes| (headers, bytes)).ok_or(StatusCode::NOT_FOUND)
}

/// Whether the browser asked for this machine by its own name: another site that has its name point here asks by that.
fn is_local(headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    matches!(name, "127.0.0.1" | "localhost")
}
