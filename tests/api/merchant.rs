//! Merchant and its API clients.

mod clients;
mod grants;
mod rotation;
mod settings;
mod test_clock;

use serde_json::{Value, json};
use testing::{TestApp, TestClient};

/// Makes a client and returns its record.
async fn client_with(app: &TestApp, body: Value) -> Value {
    TestApp::made(&app.post("/api-clients", body).await)
}

/// Makes a client with these scopes and returns it as somebody who calls.
async fn caller_with(app: &TestApp, scopes: &[&str]) -> (TestApp, String) {
    let made = client_with(app, json!({"name": "Another", "scopes": scopes})).await;
    (app.as_client(&credentials(&made)), text(&made, "id"))
}

/// The credentials that an answer shows.
fn credentials(data: &Value) -> TestClient {
    TestClient { client_id: text(data, "client_id"), secret: text(data, "secret") }
}

fn text(data: &Value, field: &str) -> String {
    data[field].as_str().unwrap_or_default().to_owned()
}

/// Id of the client that calls.
async fn own_id(app: &TestApp) -> String {
    let clients = app.get("/api-clients?per_page=100").await;
    let clients = clients.body["data"].as_array().cloned().unwrap_or_default();
    let own = clients.iter().find(|client| client["client_id"] == app.client.client_id.as_str());
    own.map(|own| text(own, "id")).unwrap_or_default()
}
