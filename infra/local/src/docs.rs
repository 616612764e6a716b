//! The interactive API reference at `/docs`, and the document it shows at `/openapi.json`. Both take no credentials.
//!
//! Swagger UI comes with the crate `swagger-ui-dist`, inside the binary: no CDN, no network.

use std::sync::Arc;

use axum::{Router, routing::get};
use http::{HeaderMap, StatusCode, header};
use serde_json::json;
use shared::{
    api::openapi,
    context::SystemClock,
    domain::{Clock, Timestamp},
};
use swagger_ui_dist::{ApiDefinition, OpenApiSource, generate_routes};
use tokio::sync::OnceCell;

use crate::{credentials::Credentials, examples, fault::Fault, routes};

const PAGE: &str = include_str!("docs.html");
/// Where Swagger UI's own files are.
const FILES: &str = "/docs/files";

/// The instant at which the examples of the published document are made: a Monday morning.
const PUBLISHED: &str = "2026-11-23T09:20:00Z";

/// The OpenAPI document of all areas, as `docs/openapi.json` has it: byte for byte the same whenever it is made.
///
/// # Errors
/// When an example is refused.
pub async fn published() -> Result<String, Fault> {
    let now = Timestamp::parse(PUBLISHED).ok_or_else(|| Fault(format!("{PUBLISHED} is no instant")))?;
    let examples = examples::record(Arc::new(Always(now))).await?;
    Ok(format!("{:#}\n", openapi::document(&routes(), &examples)))
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
pub async fn served() -> Result<&'static str, Fault> {
    static SERVED: OnceCell<String> = OnceCell::const_new();
    let make = || async {
        let mut document = openapi::document(&routes(), &examples::record(Arc::new(SystemClock)).await?);
        document["servers"] = json!([{"url": "/v1", "description": "This process."}]);
        Ok(document.to_string())
    };
    SERVED.get_or_try_init(make).await.map(String::as_str)
}

/// `/docs` and `/openapi.json`. The page knows the demo client, so that every operation can be tried at once.
pub fn router(client: &Credentials) -> Router {
    let page = |client: &serde_json::Value| PAGE.replace("\"CLIENT\"", &client.to_string());
    let with_client = page(&json!({"id": client.client_id, "secret": client.secret}));
    let without_client = page(&serde_json::Value::Null);
    let html = move |headers: HeaderMap| async move {
        ([(header::CONTENT_TYPE, "text/html")], if is_local(&headers) { with_client } else { without_client })
    };
    let json = || async {
        let refused = |fault: Fault| (StatusCode::INTERNAL_SERVER_ERROR, fault.to_string());
        served().await.map(|document| ([(header::CONTENT_TYPE, "application/json")], document)).map_err(refused)
    };
    let files = ApiDefinition { uri_prefix: FILES, api_definition: OpenApiSource::Uri("/openapi.json"), title: None };
    Router::new().route("/docs", get(html)).route("/openapi.json", get(json)).merge(generate_routes(files))
}

/// Whether the browser asked for this machine by its own name: another site that has its name point here asks by that.
fn is_local(headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    matches!(name, "127.0.0.1" | "localhost")
}
