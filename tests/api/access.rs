//! Who may do what: holds for every operation of every area, so these tests go through the route table.

mod answers;
mod credentials;
mod failed;
mod limits;
mod log;
pub mod maker;
mod scopes;
mod tenants;

use serde_json::{Value, json};
use shared::api::{Method, Route};
use testing::{TestApp, TestResponse};
use tests::NOBODY;

/// The path of a route with `id` in every parameter.
pub fn path_with(route: &Route, id: &str) -> String {
    let segment = |segment: &'static str| if segment.starts_with('{') { id } else { segment };
    route.path.split('/').map(segment).collect::<Vec<_>>().join("/")
}

/// A body that the route takes.
pub fn body_of(route: &Route) -> Option<Value> {
    match route.method {
        Method::Get | Method::Delete => None,
        Method::Post | Method::Put => Some(route.example.map_or_else(|| json!({}), |example| example())),
    }
}

/// The query parameters that a route cannot do without, times from one to the next day.
pub fn query_of(route: &Route) -> String {
    let query = route.shape.query.as_deref().cloned().unwrap_or_default();
    let value = |name: &str| match (query["properties"][name]["format"].as_str(), name) {
        (Some("date-time"), "to") => "2026-12-02T00:00:00Z",
        (Some("date-time"), _) => "2026-12-01T00:00:00Z",
        (Some("date"), _) => "2026-12-01",
        _ => NOBODY,
    };
    let required = query["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    required.map(|name| format!("{name}={}", value(name))).collect::<Vec<_>>().join("&")
}

/// Calls a route with `id` in every parameter and its own example as body.
pub async fn call(app: &TestApp, route: &Route, id: &str) -> TestResponse {
    let path = format!("{}?{}", path_with(route, id), query_of(route));
    app.send(route.method.as_str(), &path, body_of(route), &[]).await
}

/// The answer without what differs from request to request.
pub fn without_meta(answer: &TestResponse) -> Value {
    let mut body = answer.body.clone();
    body.as_object_mut().map(|body| body.remove("meta"));
    body
}

/// Makes a client with these scopes.
async fn caller_with(app: &TestApp, scopes: &[String]) -> TestApp {
    let made = TestApp::made(&app.post("/api-clients", json!({"name": "Another", "scopes": scopes})).await);
    let text = |field: &str| made[field].as_str().unwrap_or_default().to_owned();
    app.as_client(&testing::TestClient { client_id: text("client_id"), secret: text("secret") })
}
