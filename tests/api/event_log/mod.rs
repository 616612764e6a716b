//! Events: what is told of a change, how often, to whom, and what never is.

mod catalogue;
mod consumer;
mod growth;
mod imports;
mod list;
mod people;
mod secrets;
mod stock;
mod taken_back;
mod time;
mod time_of_bookings;

use serde_json::json;
use testing::TestApp;
use tests::made;

/// Floors of a location, each with a name of its own.
async fn floors(app: &TestApp, location: &str, names: &[&str]) -> Vec<String> {
    let mut ids = Vec::new();
    for name in names {
        ids.push(made(app, "/floors", json!({"location_id": location, "name": name, "level": 1})).await);
    }
    ids
}
