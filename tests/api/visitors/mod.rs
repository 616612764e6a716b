//! Visitors: contacts, requests and visits.

mod badge;
mod blocklist;
mod bookings;
mod calendar_lists;
mod check_in;
mod closing;
mod codes;
mod contacts;
mod evacuation;
mod guests;
mod hosts;
mod lists;
mod recurring;
mod requests;
mod retention;
mod visits;

use serde_json::{Value, json};
use testing::TestResponse;
use tests::{SubscriptionFixture, accepted, with};

/// A location in Amsterdam with a member who is a host, at noon of 1 January 2027, a Friday.
struct Door {
    fixture: SubscriptionFixture,
}

impl Door {
    async fn new() -> Self {
        Self { fixture: SubscriptionFixture::new(json!({})).await }
    }

    /// In a table of its own, for the sweep and for looking at all of it.
    async fn alone() -> Self {
        Self { fixture: SubscriptionFixture::alone(json!({})).await }
    }

    /// Changes fields of the location, which must succeed.
    async fn set(&self, fields: Value) {
        accepted(&self.app().put(&format!("/locations/{}", self.fixture.location), fields).await, 200);
    }

    fn app(&self) -> &testing::TestApp {
        &self.fixture.app
    }

    fn clock(&self, time: &str) {
        self.fixture.clock(time);
    }

    /// The body of a visit of Vera, who is expected at two, with these fields too.
    fn body(&self, fields: &Value) -> Value {
        let body = json!({"location_id": self.fixture.location, "host_id": self.fixture.member,
            "visitor": {"name": "Vera", "surname": "Lang", "email": "vera@lang.example", "phone": "+49 30 555 0100"},
            "expected_at": "2027-01-01T14:00:00+01:00"});
        with(body, fields)
    }

    async fn invite(&self, fields: Value) -> TestResponse {
        self.app().post("/visitor-visits", self.body(&fields)).await
    }

    /// The same, which must succeed; the visit.
    async fn invited(&self, fields: Value) -> Value {
        let answer = self.invite(fields).await;
        accepted(&answer, 201);
        answer.body["data"].clone()
    }

    async fn act(&self, visit: &Value, action: &str, body: Value) -> TestResponse {
        let id = visit["id"].as_str().unwrap_or_default();
        self.app().post(&format!("/visitor-visits/{id}/{action}"), body).await
    }

    /// The same, which must succeed; the visit.
    async fn acted(&self, visit: &Value, action: &str, body: Value) -> Value {
        let answer = self.act(visit, action, body).await;
        accepted(&answer, 200);
        answer.body["data"].clone()
    }

    /// Checks in with a code.
    async fn by_code(&self, code: &str) -> TestResponse {
        let body = json!({"location_id": self.fixture.location, "code": code});
        self.app().post("/visitor-visits/check-in", body).await
    }

    async fn get(&self, visit: &Value) -> Value {
        let answer = self.app().get(&format!("/visitor-visits/{}", visit["id"].as_str().unwrap_or_default())).await;
        accepted(&answer, 200);
        answer.body["data"].clone()
    }

    /// Names of the visitors on site.
    async fn on_site(&self) -> Vec<String> {
        let answer = self.app().get(&format!("/visitor-visits/on-site?location_id={}", self.fixture.location)).await;
        accepted(&answer, 200);
        let visitors = answer.body["data"]["visitors"].as_array().cloned().unwrap_or_default();
        assert_eq!(answer.body["data"]["total"], visitors.len());
        visitors.iter().map(|visitor| visitor["name"].as_str().unwrap_or_default().to_owned()).collect()
    }

    /// Makes a contact with these fields too; its id.
    async fn contact(&self, fields: Value) -> String {
        let body = json!({"location_id": self.fixture.location, "name": "Vera", "surname": "Lang"});
        tests::made(self.app(), "/visitor-contacts", with(body, &fields)).await
    }
}
