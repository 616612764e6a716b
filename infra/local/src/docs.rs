//! The interactive API reference at `/docs`, the documents below it, and the document at `/openapi.json`. None takes
//! credentials.
//!
//! Scalar comes with the crate `scalar_api_reference`, inside the binary: no CDN, no network.

use std::sync::Arc;

use axum::{Router, response::Html, routing::get};
use http::{HeaderMap, StatusCode, header};
use serde_json::{Value, json};
use shared::api::openapi;
use tokio::sync::OnceCell;
use values::{Clock, Timestamp};
use work::context::SystemClock;

use crate::{credentials::Credentials, document_text, documents, examples, fault::Fault, routes};

const PAGE: &str = include_str!("docs.html");
/// Name of the script that shows the API reference in a browser.
const PROGRAM: &str = "scalar.js";

/// The instant at which the examples of the published document are made: a Monday morning.
const PUBLISHED: &str = "2026-11-23T09:20:00Z";

/// The OpenAPI document of all areas, as `docs/openapi.json` has it: byte for byte the same whenever it is made.
///
/// # Errors
/// When an example is refused.
pub async fn build_published() -> Result<String, Fault> {
    let now = Timestamp::parse(PUBLISHED).ok_or_else(|| Fault(format!("{PUBLISHED} is no instant")))?;
    let examples = examples::record(Arc::new(Always(now))).await?;
    Ok(document_text::text(&openapi::document(&routes(), &examples)))
}

/// A clock that stands still.
struct Always(Timestamp);

impl Clock for Always {
    fn now(&self) -> Timestamp {
        self.0
    }
}

/// The document as this process serves it: its examples are of today, and requests go to where the document came from.
/// It is made once, on demo data of its own.
///
/// # Errors
/// When an example is refused.
pub async fn build_served() -> Result<&'static str, Fault> {
    static SERVED: OnceCell<String> = OnceCell::const_new();
    let make = || async {
        let mut document = openapi::document(&routes(), &examples::record(Arc::new(SystemClock)).await?);
        document["servers"] = json!([{"url": "/v1", "description": "This process."}]);
        Ok(document.to_string())
    };
    SERVED.get_or_try_init(make).await.map(String::as_str)
}

/// `/docs`, the documents below it and `/openapi.json`. The page knows the demo client, so that every
/// operation can be tried at once.
pub fn router(client: &Credentials) -> Router {
    let page = |client: &Value| PAGE.replace("\"CLIENT\"", &client.to_string());
    let with_client = page(&json!({"id": client.client_id, "secret": client.secret}));
    let without_client = page(&Value::Null);
    let html =
        move |headers: HeaderMap| async move { Html(if is_local(&headers) { with_client } else { without_client }) };
    Router::new()
        .route("/docs", get(html))
        .route("/docs/scalar.js", get(serve_program))
        .route("/openapi.json", get(serve_document))
        .merge(documents::router())
}

/// The browser keeps it: it changes only with the service.
async fn serve_program() -> Result<([(header::HeaderName, &'static str); 2], Vec<u8>), StatusCode> {
    let headers = [(header::CONTENT_TYPE, "text/javascript"), (header::CACHE_CONTROL, "max-age=86400")];
    scalar_api_reference::get_asset(PROGRAM).map(|bytes| (headers, bytes)).ok_or(StatusCode::NOT_FOUND)
}

async fn serve_document() -> Result<([(header::HeaderName, &'static str); 1], &'static str), (StatusCode, String)> {
    let refused = |fault: Fault| (StatusCode::INTERNAL_SERVER_ERROR, fault.to_string());
    build_served().await.map(|document| ([(header::CONTENT_TYPE, "application/json")], document)).map_err(refused)
}

/// Whether the browser asked for this machine by its own name: another site that has its name point here asks by that.
pub fn is_local(headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    matches!(name, "127.0.0.1" | "localhost")
}
