//! Resources.

use serde_json::{Value, json};
use testing::TestApp;

use crate::made;

/// The body of a new resource with these fields too.
#[must_use]
pub fn resource_body(location: &str, name: &str, kind: &str, fields: Value) -> Value {
    let mut body = json!({"location_id": location, "name": name, "type": kind});
    if let (Some(body), Value::Object(fields)) = (body.as_object_mut(), fields) {
        body.extend(fields);
    }
    body
}

/// A resource of a location.
pub async fn resource(app: &TestApp, location: &str, name: &str, kind: &str, fields: Value) -> String {
    made(app, "/resources", resource_body(location, name, kind, fields)).await
}

/// The path of a resource.
#[must_use]
pub fn resource_path(id: &str) -> String {
    format!("/resources/{id}")
}
