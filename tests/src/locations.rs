//! Locations and their floors.

use serde_json::{Value, json};
use testing::TestApp;

use crate::{made, with};

/// A location in Amsterdam with prices in euros and a name of its own.
pub async fn location(app: &TestApp) -> String {
    location_with(app, json!({})).await
}

/// Such a location with these fields instead.
pub async fn location_with(app: &TestApp, fields: Value) -> String {
    let name = format!("Location {}", app.context.ids.token());
    let body = json!({"name": name, "time_zone": "Europe/Amsterdam", "currency": "EUR"});
    made(app, "/locations", with(body, &fields)).await
}

/// A floor of a location.
pub async fn floor(app: &TestApp, location: &str) -> String {
    made(app, "/floors", json!({"location_id": location, "name": "First", "level": 1})).await
}
