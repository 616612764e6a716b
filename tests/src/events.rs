//! Events: a location with an event, and somebody who comes.

use chrono::Duration;
use serde_json::{Value, json};
use testing::{TestApp, TestResponse};
use values::Timestamp;

use crate::{accepted, app, app_alone, location_with, made, member, uses_credits, with};

/// A service with a location in Amsterdam (21 % tax on top) and a member, whose merchant uses credits.
pub struct EventFixture {
    /// The service under test, called as a client of its merchant.
    pub app: TestApp,
    /// Identifier of the location in Amsterdam.
    pub location: String,
    /// Identifier of the member who comes.
    pub member: String,
}

impl EventFixture {
    /// In a table that other merchants have, too.
    pub async fn new() -> Self {
        Self::of(app().await).await
    }

    /// In a table of its own, for the sweep.
    pub async fn alone() -> Self {
        Self::of(app_alone().await).await
    }

    /// The same fixture in a service that is running already.
    pub async fn of(app: TestApp) -> Self {
        let location = location_with(&app, json!({"name": "Canal House", "tax_rate": 21})).await;
        uses_credits(&app).await;
        let member = member(&app, "ann@example.com").await;
        Self { app, location, member }
    }

    /// The body of an event for everybody from 18:00 to 20:00 UTC of 10 December 2026, for 10, with these fields too.
    #[must_use]
    pub fn body(&self, fields: &Value) -> Value {
        let body = json!({"location_id": self.location, "title": "Taxes", "start_time": "2026-12-10T18:00:00.000Z",
            "end_time": "2026-12-10T20:00:00.000Z", "visibility": "public", "price": 10, "max_per_customer": 5});
        with(body, fields)
    }

    /// A draft with these fields; its id.
    pub async fn draft(&self, fields: Value) -> String {
        made(&self.app, "/events", self.body(&fields)).await
    }

    /// A published event with these fields; its id.
    pub async fn event(&self, fields: Value) -> String {
        let event = self.draft(fields).await;
        accepted(&self.app.post(&format!("/events/{event}/publish"), json!({})).await, 200);
        event
    }

    /// What an event shows.
    pub async fn shown(&self, event: &str) -> Value {
        let found = self.app.get(&format!("/events/{event}")).await;
        accepted(&found, 200);
        found.body["data"].clone()
    }

    /// Seats that are taken, offered and waited for.
    pub async fn seats(&self, event: &str) -> (i64, i64, i64) {
        let shown = self.shown(event).await;
        let number = |field: &str| shown[field].as_i64().unwrap_or(i64::MIN);
        (number("seats_taken"), number("seats_offered"), number("seats_waited_for"))
    }

    /// The body of the member's registration for so many seats, with these fields too.
    #[must_use]
    pub fn registration(&self, event: &str, quantity: i64, fields: &Value) -> Value {
        let body =
            json!({"event_id": event, "customer_id": self.member, "quantity": quantity, "payment_source": "invoice"});
        let mut body = with(body, fields);
        if let Some(fields) = body.as_object_mut() {
            fields.retain(|_, value| !value.is_null());
        }
        body
    }

    /// Asks for a registration of the member for an event.
    pub async fn register(&self, event: &str, quantity: i64, fields: Value) -> TestResponse {
        self.app.post("/event-registrations", self.registration(event, quantity, &fields)).await
    }

    /// A registration of the member, which must succeed.
    pub async fn registered(&self, event: &str, quantity: i64, fields: Value) -> TestResponse {
        let answer = self.register(event, quantity, fields).await;
        accepted(&answer, 201);
        answer
    }

    /// Somebody else, with this name, who is a member of the merchant.
    pub async fn other(&self, name: &str) -> String {
        member(&self.app, &format!("{name}@example.com")).await
    }

    /// What an action on a registration answers.
    pub async fn act(&self, registration: &TestResponse, action: &str, body: Value) -> TestResponse {
        self.app.post(&format!("/event-registrations/{}/{action}", registration.id()), body).await
    }

    /// What a registration shows.
    pub async fn ticket(&self, registration: &TestResponse) -> Value {
        let found = self.app.get(&format!("/event-registrations/{}", registration.id())).await;
        accepted(&found, 200);
        found.body["data"].clone()
    }

    /// Somebody waits for seats.
    pub async fn wait(&self, event: &str, customer: &str, quantity: i64) -> TestResponse {
        let body = json!({"event_id": event, "customer_id": customer, "quantity": quantity});
        self.app.post("/event-waitlist-entries", body).await
    }

    /// Somebody waits for seats, which must be possible; the entry's id.
    pub async fn waiting(&self, event: &str, customer: &str, quantity: i64) -> String {
        let answer = self.wait(event, customer, quantity).await;
        accepted(&answer, 201);
        answer.id()
    }

    /// The state of an entry.
    pub async fn entry(&self, id: &str) -> Value {
        let found = self.app.get(&format!("/event-waitlist-entries/{id}")).await;
        accepted(&found, 200);
        found.body["data"]["status"].clone()
    }

    /// Credits of a customer.
    pub async fn credits(&self, customer: &str) -> Value {
        self.app.get(&format!("/customers/{customer}/balances")).await.body["data"]["credits"]["total"].clone()
    }

    /// Gives credits to a customer.
    pub async fn grant(&self, customer: &str, amount: i64) {
        let body = json!({"customer_id": customer, "type": "admin_allocation", "amount": amount});
        made(&self.app, "/credit-transactions", body).await;
    }

    /// Sets the clock.
    ///
    /// # Panics
    /// When it is no instant.
    #[expect(clippy::expect_used, reason = "a test with a wrong time cannot go on")]
    pub fn clock(&self, instant: &str) {
        self.app.clock.set(Timestamp::parse(instant).expect("an instant"));
    }

    /// Lets minutes go by.
    pub fn minutes(&self, minutes: i64) {
        self.app.clock.advance(Duration::minutes(minutes));
    }
}

/// The body of a customer's registration for a new event of a location, which is paid outside.
pub async fn event_registration(app: &TestApp, location: &str, customer: &str) -> Value {
    let event = json!({"location_id": location, "title": "Taxes", "start_time": "2027-12-10T18:00:00.000Z",
        "end_time": "2027-12-10T20:00:00.000Z", "visibility": "public", "price": 10, "max_per_customer": 9});
    let event = made(app, "/events", event).await;
    accepted(&app.post(&format!("/events/{event}/publish"), json!({})).await, 200);
    json!({"event_id": event, "customer_id": customer, "quantity": 1, "payment_source": "external"})
}
