//! A location with rooms and people, made through the API.

use serde_json::{Value, json};
use shared::testing::{TestApp, TestResponse};
use tests::{app, app_alone};

/// A service with a location in Amsterdam, a room and a member.
pub struct Setting {
    pub app: TestApp,
    pub location: String,
    pub room: String,
    pub member: String,
}

impl Setting {
    /// The setting, with a room that has only what is required.
    pub async fn new() -> Self {
        Self::with_room(json!({})).await
    }

    /// The setting, with a room that has these fields too.
    pub async fn with_room(fields: Value) -> Self {
        Self::of(app().await, fields).await
    }

    /// The setting in a table of its own, for the sweep, which looks at all merchants of a table.
    pub async fn alone() -> Self {
        Self::of(app_alone().await, json!({})).await
    }

    async fn of(app: TestApp, fields: Value) -> Self {
        let location = json!({"name": "Canal House", "time_zone": "Europe/Amsterdam", "currency": "EUR"});
        let location = TestApp::made(&app.post("/locations", location).await)["id"].as_str().unwrap().to_owned();
        let member = json!({"email": "ann@example.com", "name": "Ann"});
        let member = TestApp::made(&app.post("/members", member).await)["id"].as_str().unwrap().to_owned();
        let mut setting = Self { app, location, room: String::new(), member };
        setting.room = setting.resource("Room", fields).await;
        setting
    }

    /// Makes another resource of the location.
    pub async fn resource(&self, name: &str, fields: Value) -> String {
        let mut body = json!({"location_id": self.location, "name": name, "type": "meeting_room"});
        body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        TestApp::made(&self.app.post("/resources", body).await)["id"].as_str().unwrap().to_owned()
    }

    /// The body of a booking of the room, from and to times of 2026-12-01 such as `10:00`, in UTC.
    pub fn wish(&self, from: &str, to: &str) -> Value {
        json!({"resource_id": self.room, "customer_id": self.member, "start_time": instant(from), "end_time": instant(to)})
    }

    /// Books the room.
    pub async fn book(&self, from: &str, to: &str) -> TestResponse {
        self.app.post("/bookings", self.wish(from, to)).await
    }

    /// Books the room, which must succeed.
    pub async fn booked(&self, from: &str, to: &str) -> String {
        TestApp::made(&self.book(from, to).await)["id"].as_str().unwrap().to_owned()
    }

    /// Books with these fields instead.
    pub async fn book_with(&self, from: &str, to: &str, fields: Value) -> TestResponse {
        let mut body = self.wish(from, to);
        body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        self.app.post("/bookings", body).await
    }

    /// `POST /bookings/{id}/{action}` without a body.
    pub async fn act(&self, id: &str, action: &str) -> TestResponse {
        self.app.post(&format!("/bookings/{id}/{action}"), json!({})).await
    }

    /// The status of a booking now.
    pub async fn status(&self, id: &str) -> String {
        self.app.get(&format!("/bookings/{id}")).await.body["data"]["status"].as_str().unwrap_or_default().to_owned()
    }
}

/// A time of 2026-12-01 in UTC, or an instant as it is.
pub fn instant(time: &str) -> String {
    if time.len() == 5 { format!("2026-12-01T{time}:00.000Z") } else { time.to_owned() }
}
