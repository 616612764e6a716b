//! Resources and their assignments.

mod assignments;
mod availability;
mod books;
mod calendar_ics;
mod claims;
mod crossing;
mod family;
mod life;
mod lists;
mod rules;
mod search;
mod utilisation;

use serde_json::{Value, json};
use shared::testing::TestApp;

fn id_of(made: &Value) -> String {
    made["id"].as_str().unwrap_or_default().to_owned()
}

/// A location in Amsterdam with this currency; its name is nobody else's.
async fn location(app: &TestApp, currency: &str) -> String {
    let name = format!("Location {}", app.context.ids.next::<()>());
    let body = json!({"name": name, "time_zone": "Europe/Amsterdam", "currency": currency});
    id_of(&TestApp::made(&app.post("/locations", body).await))
}

/// A floor of a location.
async fn floor(app: &TestApp, location: &str) -> String {
    let body = json!({"location_id": location, "name": "First", "level": 1});
    id_of(&TestApp::made(&app.post("/floors", body).await))
}

/// A member.
async fn member(app: &TestApp, email: &str) -> String {
    id_of(&TestApp::made(&app.post("/members", json!({"name": "Ann", "email": email})).await))
}

/// The body of a new resource, with `more` fields.
fn new(location: &str, name: &str, kind: &str, more: Value) -> Value {
    let mut body = json!({"location_id": location, "name": name, "type": kind});
    if let (Some(body), Value::Object(more)) = (body.as_object_mut(), more) {
        body.extend(more);
    }
    body
}

/// A resource that must be made; its id.
async fn resource(app: &TestApp, location: &str, name: &str, kind: &str, more: Value) -> String {
    id_of(&TestApp::made(&app.post("/resources", new(location, name, kind, more)).await))
}

fn path(id: &str) -> String {
    format!("/resources/{id}")
}
