//! Benefits.

use serde_json::json;
use testing::TestApp;

use crate::made;

/// A benefit of a location, for everybody.
pub async fn benefit_of(app: &TestApp, location: &str) -> String {
    made(app, "/benefits", json!({"location_id": location, "title": "Notion", "visibility": "public"})).await
}
