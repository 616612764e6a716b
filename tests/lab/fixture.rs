//! A merchant's resources made through the API, and requests to them in minutes since the beginning.

use chrono::{DateTime, Duration, SecondsFormat, Utc};
use serde_json::{Value, json};
use testing::{TestApp, TestResponse};
use tests::{app_alone, location_with, member, resource};

use crate::model::Place;

/// A location with resources and a member.
#[derive(Clone)]
pub struct Fixture {
    pub app: TestApp,
    member: String,
    location: String,
    begin: DateTime<Utc>,
    /// The resources, as the model has them.
    pub places: Vec<Place>,
    /// Their ids, in the same order.
    pub ids: Vec<String>,
}

impl Fixture {
    /// Makes a merchant's location and these resources in it.
    pub async fn new(places: &[Place]) -> Self {
        let app = app_alone().await;
        let location = location_with(&app, json!({"time_zone": "UTC"})).await;
        let member = member(&app, "ann@example.com").await;
        let begin = app.context.clock.now().utc();
        let mut fixture = Self { app, member, location, begin, places: places.to_vec(), ids: Vec::new() };
        fixture.ids = fixture.make_resources("").await;
        fixture
    }

    /// Requests to a service that has everything already.
    pub fn of(app: TestApp) -> Self {
        let begin = app.context.clock.now().utc();
        Self { app, member: String::new(), location: String::new(), begin, places: Vec::new(), ids: Vec::new() }
    }

    /// The same location with new resources, of which nothing is taken; minutes count from now.
    pub async fn cleared(&self, number: u64) -> Self {
        let begin = self.app.context.clock.now().utc();
        let ids = self.make_resources(&format!(" of {number}")).await;
        Self { begin, ids, ..self.clone() }
    }

    async fn make_resources(&self, suffix: &str) -> Vec<String> {
        let mut ids: Vec<String> = Vec::new();
        for (number, place) in self.places.iter().enumerate() {
            let mut fields = json!({"units": place.units, "buffer_before_minutes": place.before,
                "buffer_after_minutes": place.after, "requires_approval": place.approval});
            if let Some(parent) = self.places.iter().position(|parent| parent.parts.contains(&number)) {
                fields["parent_resource_id"] = json!(ids[parent]);
            }
            let name = format!("Place {number}{suffix}");
            ids.push(resource(&self.app, &self.location, &name, "meeting_room", fields).await);
        }
        ids
    }

    /// Identifier of the member who books.
    pub fn customer(&self) -> &str {
        &self.member
    }

    /// Where all of it is.
    pub fn location(&self) -> &str {
        &self.location
    }

    /// Sends a request as the fixture's merchant.
    pub async fn send(&self, method: &str, path: &str, body: Option<Value>) -> TestResponse {
        self.app.send(method, path, body, &[]).await
    }

    /// The body that asks for a time of a resource.
    pub fn time(&self, place: usize, start: i64, end: i64) -> Value {
        json!({"resource_id": self.ids[place], "start_time": self.instant(start), "end_time": self.instant(end)})
    }

    /// The body of a booking.
    pub fn booking(&self, place: usize, start: i64, end: i64, units: u32) -> Value {
        let mut body = self.time(place, start, end);
        body["customer_id"] = json!(self.member);
        body["units"] = json!(units);
        body
    }

    /// The body of a waiting-list entry for all of a window, without its customer.
    pub fn window(&self, place: usize, start: i64, end: i64) -> Value {
        json!({"resource_id": self.ids[place], "location_id": self.location, "duration_minutes": end - start,
            "earliest_start": self.instant(start), "latest_end": self.instant(end)})
    }

    /// A minute as the API writes it.
    pub fn instant(&self, minute: i64) -> String {
        (self.begin + Duration::minutes(minute)).to_rfc3339_opts(SecondsFormat::Millis, true)
    }

    /// A time of the API as a minute.
    pub fn minute(&self, instant: &Value) -> i64 {
        let instant = DateTime::parse_from_rfc3339(instant.as_str().unwrap()).unwrap();
        (instant.with_timezone(&Utc) - self.begin).num_minutes()
    }

    /// The number of the resource with this id.
    pub fn place(&self, id: &Value) -> usize {
        self.ids.iter().position(|own| id == own).unwrap()
    }
}
