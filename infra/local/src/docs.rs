//! The interactive API reference at `/docs`, and the document it shows at `/openapi.json`. Both take no credentials.
//!
//! Swagger UI comes with the crate `swagger-ui-dist`, inside the binary: no CDN, no network.

use axum::{Router, routing::get};
use http::{HeaderMap, header};
use serde_json::json;
use shared::api::openapi;
use swagger_ui_dist::{ApiDefinition, OpenApiSource, generate_routes};

use crate::{credentials::Credentials, routes};

const PAGE: &str = include_str!("docs.html");
/// Where Swagger UI's own files are.
const FILES: &str = "/docs/files";

/// The OpenAPI document of all areas, as `docs/openapi.json` has it.
#[must_use]
pub fn document() -> String {
    format!("{:#}\n", openapi::document(&routes()))
}

/// `/docs` and `/openapi.json`. The page knows the demo client, so that every operation can be tried at once.
pub fn router(client: &Credentials) -> Router {
    let page = |client: &serde_json::Value| PAGE.replace("\"CLIENT\"", &client.to_string());
    let with_client = page(&json!({"id": client.client_id, "secret": client.secret}));
    let without_client = page(&serde_json::Value::Null);
    let html = move |headers: HeaderMap| async move {
        ([(header::CONTENT_TYPE, "text/html")], if is_local(&headers) { with_client } else { without_client })
    };
    let document = document();
    let json = || async { ([(header::CONTENT_TYPE, "application/json")], document) };
    let files = ApiDefinition { uri_prefix: FILES, api_definition: OpenApiSource::Uri("/openapi.json"), title: None };
    Router::new().route("/docs", get(html)).route("/openapi.json", get(json)).merge(generate_routes(files))
}

/// Whether the browser asked for this machine by its own name: another site that has its name point here asks by that.
fn is_local(headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    matches!(name, "127.0.0.1" | "localhost")
}
