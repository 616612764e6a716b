//! Members and companies.

use serde_json::json;
use testing::TestApp;

use crate::made;

/// A member with this address.
pub async fn member(app: &TestApp, email: &str) -> String {
    member_as(app, email, "member").await
}

/// A member with this role.
pub async fn member_as(app: &TestApp, email: &str, role: &str) -> String {
    made(app, "/members", json!({"email": email, "name": "Ann", "role": role})).await
}

/// A company at a location.
pub async fn company(app: &TestApp, location: &str) -> String {
    made(app, "/companies", json!({"location_id": location, "name": "Blue Harbour"})).await
}
