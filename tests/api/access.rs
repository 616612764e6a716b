//! Who may do what: holds for every operation of every area, so these tests go through the route table.

mod answers;
mod credentials;
mod log;
mod scopes;
mod tenants;

use serde_json::{Value, json};
use shared::{
    api::{Method, Route},
    testing::{TestApp, TestResponse},
};

/// An id that nobody has.
const NOBODY: &str = "0199a000-0000-7000-8000-00000000dead";

/// The path of a route with `id` in every parameter.
fn path_with(route: &Route, id: &str) -> String {
    let segment = |segment: &'static str| if segment.starts_with('{') { id } else { segment };
    route.path.split('/').map(segment).collect::<Vec<_>>().join("/")
}

/// A body that the route takes.
fn body_of(route: &Route) -> Option<Value> {
    match route.method {
        Method::Get | Method::Delete => None,
        Method::Post | Method::Put => Some(route.example.map_or_else(|| json!({}), |example| example())),
    }
}

/// Calls a route with `id` in every parameter and its own example as body.
async fn call(app: &TestApp, route: &Route, id: &str) -> TestResponse {
    app.send(route.method.as_str(), &path_with(route, id), body_of(route), &[]).await
}

/// The answer without what differs from request to request.
fn without_meta(answer: &TestResponse) -> Value {
    let mut body = answer.body.clone();
    body.as_object_mut().map(|body| body.remove("meta"));
    body
}

/// Makes a client with these scopes.
async fn caller_with(app: &TestApp, scopes: &[String]) -> TestApp {
    let made = TestApp::made(&app.post("/api-clients", json!({"name": "Another", "scopes": scopes})).await);
    let text = |field: &str| made[field].as_str().unwrap_or_default().to_owned();
    app.as_client(&shared::testing::TestClient { client_id: text("client_id"), secret: text("secret") })
}
