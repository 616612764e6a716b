//! Events: what each rule of `docs/areas/events.md` promises, through HTTP.

mod calendar;
mod calendar_lists;
mod cancelling;
mod check_in;
mod customers;
mod fields;
mod payment;
mod present;
mod prices;
mod races;
mod registrations;
mod resources;
mod seats;
mod series;
mod tickets;
mod waitlist;

use serde_json::{Value, json};
use testing::{TestApp, TestClient};

/// The service, called by a client with these scopes.
async fn called_with(app: &TestApp, scopes: &[&str]) -> TestApp {
    let made = TestApp::made(&app.post("/api-clients", json!({"name": "Desk", "scopes": scopes})).await);
    let text = |field: &str| made[field].as_str().unwrap_or_default().to_owned();
    app.as_client(&TestClient { client_id: text("client_id"), secret: text("secret") })
}

/// A field of each record of a list.
fn field(list: &Value, name: &str) -> Vec<Value> {
    list["data"].as_array().into_iter().flatten().map(|record| record[name].clone()).collect()
}
