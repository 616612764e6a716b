//! Series: what is booked together, what is left out, what happens when something comes in between.

mod cancel;
mod crash;
mod create;
mod idempotency;
mod long;
mod operations;
mod preview;
mod rules;
mod update;
mod waitlist;

use serde_json::{Value, json};
use testing::{TestApp, TestResponse};
use tests::{RoomFixture, instant};

/// The body of a series of the room: one hour a day from 2026-12-01 10:00 UTC on, `count` times, with these fields.
pub fn daily(fixture: &RoomFixture, count: u32, fields: &Value) -> Value {
    let mut body = json!({"resource_id": fixture.room, "customer_id": fixture.member, "duration_minutes": 60,
        "first_start_time": instant("10:00"), "rule": {"frequency": "daily", "count": count}});
    body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    body
}

/// Makes a series of the room.
pub async fn make(fixture: &RoomFixture, count: u32, fields: Value) -> TestResponse {
    fixture.app.post("/booking-series", daily(fixture, count, &fields)).await
}

/// Makes a series of the room, which must succeed.
pub async fn made(fixture: &RoomFixture, count: u32, fields: Value) -> Value {
    TestApp::made(&make(fixture, count, fields).await)
}

/// The ids of a series' bookings.
pub fn ids(series: &Value) -> Vec<String> {
    series["booking_ids"].as_array().unwrap().iter().map(|id| id.as_str().unwrap().to_owned()).collect()
}

/// Start and status of each booking, such as `2026-12-01T10:00 confirmed`.
pub async fn bookings(app: &TestApp, ids: &[String]) -> Vec<String> {
    let mut shown = Vec::new();
    for id in ids {
        let booking = app.get(&format!("/bookings/{id}")).await.body["data"].clone();
        let start = booking["start_time"].as_str().unwrap_or("gone             ");
        shown.push(format!("{} {}", &start[..16], booking["status"].as_str().unwrap_or("gone")));
    }
    shown
}

/// Start and reason of what was skipped.
pub fn skipped(series: &Value) -> Vec<String> {
    let text = |one: &Value, field: &str| one[field].as_str().unwrap().to_owned();
    let all = series["skipped"].as_array().unwrap().iter();
    all.map(|one| format!("{} {}", &text(one, "start_time")[..16], text(one, "reason"))).collect()
}

/// The series as it is now.
pub async fn get(app: &TestApp, series: &Value) -> Value {
    app.get(&path(series)).await.body["data"].clone()
}

/// Path of a series.
pub fn path(series: &Value) -> String {
    format!("/booking-series/{}", series["id"].as_str().unwrap())
}

/// Every booking of the merchant by status.
pub async fn count(app: &TestApp, status: &str) -> Value {
    app.get(&format!("/bookings?status={status}")).await.body["pagination"]["total"].clone()
}
