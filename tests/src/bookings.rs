//! A room that can be booked, and bookings of it.

use serde_json::{Value, json};
use testing::{TestApp, TestResponse};
use values::Timestamp;

use crate::{accepted, app, app_alone, location_with, made, member, resource, with};

/// A service with a location in Amsterdam, a room and a member.
pub struct RoomFixture {
    /// The service under test, called as a client of its merchant.
    pub app: TestApp,
    /// Identifier of the location in Amsterdam.
    pub location: String,
    /// Identifier of the room at the location.
    pub room: String,
    /// Identifier of the member who books.
    pub member: String,
}

impl RoomFixture {
    /// With a room that has only what is required.
    pub async fn new() -> Self {
        Self::with_room(json!({})).await
    }

    /// With a room that has these fields too.
    pub async fn with_room(fields: Value) -> Self {
        Self::of(app().await, fields).await
    }

    /// In a table of its own, for the sweep, which looks at all merchants of a table.
    pub async fn alone() -> Self {
        Self::of(app_alone().await, json!({})).await
    }

    /// In this service, with a room that has these fields too.
    pub async fn of(app: TestApp, fields: Value) -> Self {
        let location = location_with(&app, json!({"name": "Canal House"})).await;
        let member = member(&app, "ann@example.com").await;
        let room = resource(&app, &location, "Room", "meeting_room", fields).await;
        Self { app, location, room, member }
    }

    /// Makes another resource of the location.
    pub async fn resource(&self, name: &str, fields: Value) -> String {
        resource(&self.app, &self.location, name, "meeting_room", fields).await
    }

    /// The body of a booking of the room, from and to times of 2026-12-01 such as `10:00`, in UTC.
    #[must_use]
    pub fn booking(&self, from: &str, to: &str) -> Value {
        json!({"resource_id": self.room, "customer_id": self.member, "start_time": instant(from), "end_time": instant(to)})
    }

    /// Asks for a booking of the room from one time to another.
    pub async fn book(&self, from: &str, to: &str) -> TestResponse {
        self.app.post("/bookings", self.booking(from, to)).await
    }

    /// Books the room, which must succeed; the booking's id.
    pub async fn booked(&self, from: &str, to: &str) -> String {
        made(&self.app, "/bookings", self.booking(from, to)).await
    }

    /// Books with these fields instead.
    pub async fn book_with(&self, from: &str, to: &str, fields: Value) -> TestResponse {
        self.app.post("/bookings", with(self.booking(from, to), &fields)).await
    }

    /// `POST /bookings/{id}/{action}` without a body.
    pub async fn act(&self, id: &str, action: &str) -> TestResponse {
        self.app.post(&format!("/bookings/{id}/{action}"), json!({})).await
    }

    /// Asks for another time of a booking.
    pub async fn reschedule(&self, id: &str, body: Value) -> TestResponse {
        self.app.post(&format!("/bookings/{id}/reschedule"), body).await
    }

    /// What a quote says against the booking: field and reason of each broken rule.
    pub async fn quoted(&self, from: &str, to: &str) -> Vec<String> {
        let quote = self.app.post("/bookings/quote", self.booking(from, to)).await;
        accepted(&quote, 200);
        let text = |rule: &Value, field: &str| rule[field].as_str().unwrap_or_default().to_owned();
        let rules = quote.body["data"]["violations"].as_array().cloned().unwrap_or_default();
        rules.iter().map(|rule| format!("{} {}", text(rule, "field"), text(rule, "reason"))).collect()
    }

    /// Makes another member, and returns the member's id.
    pub async fn another_member(&self) -> String {
        member(&self.app, "bob@example.com").await
    }

    /// Sets the clock to a time as [`instant`] takes it.
    #[expect(clippy::expect_used, reason = "a test with a wrong time cannot go on")]
    ///
    /// # Panics
    /// When `time` is none.
    pub fn clock(&self, time: &str) {
        self.app.clock.set(Timestamp::parse(&instant(time)).expect("an instant"));
    }

    /// The status of a booking now.
    pub async fn status(&self, id: &str) -> String {
        let booking = self.app.get(&format!("/bookings/{id}")).await;
        accepted(&booking, 200);
        booking.body["data"]["status"].as_str().unwrap_or_default().to_owned()
    }
}

/// A time of 2026-12-01 in UTC, or an instant as it is.
#[must_use]
pub fn instant(time: &str) -> String {
    if time.len() == 5 { format!("2026-12-01T{time}:00.000Z") } else { time.to_owned() }
}
