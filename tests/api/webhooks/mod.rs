//! Webhooks: the merchant's own servers are told what happens.

mod at_locations;
mod attempts;
mod courier;
mod crashes;
mod deliveries;
mod endpoint_events;
mod endpoints;
mod erased;
mod hostile;
mod lagging;
mod meanwhile;
mod named;
mod range_replays;
mod replays;
mod sandbox;
mod scopes;
mod shares;

use serde_json::Value;

/// Address of the receiver that endpoints of these tests send to.
const HOOK: &str = "https://hooks.example.com/colonnade";

/// The address of a record.
fn path(collection: &str, record: &Value) -> String {
    format!("/{collection}/{}", record["id"].as_str().expect("an id"))
}
