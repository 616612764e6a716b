//! Tickets: a location with people who ask and people who help.

use chrono::Duration;
use serde_json::{Value, json};
use testing::{TestApp, TestClient, TestResponse};
use values::Timestamp;

use crate::{accepted, app, app_alone, location_with, made, member, member_as, with};

/// A service with a location in Amsterdam that is open to everybody from 9 to 17 from Monday to Friday, a member who
/// asks and an admin who helps. The clock stands at Monday 23 November 2026, 09:00 in Amsterdam.
pub struct TicketFixture {
    /// The service under test, called as a client of its merchant.
    pub app: TestApp,
    /// Identifier of the location in Amsterdam.
    pub location: String,
    /// Identifier of the member who asks for help.
    pub member: String,
    /// Identifier of the admin who helps.
    pub admin: String,
}

impl TicketFixture {
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
        let hours = ["monday", "tuesday", "wednesday", "thursday", "friday"]
            .map(|day| json!({"weekday": day, "opens": "09:00", "closes": "17:00"}));
        let location = location_with(&app, json!({"name": "Canal House", "public_hours": hours})).await;
        let member = member(&app, "ann@example.com").await;
        let admin = member_as(&app, "otto@example.com", "admin").await;
        let fixture = Self { app, location, member, admin };
        fixture.clock("2026-11-23T08:00:00Z");
        fixture
    }

    /// The body of the member's ticket about a door, with these fields too.
    #[must_use]
    pub fn body(&self, fields: &Value) -> Value {
        let body = json!({"location_id": self.location, "requester_id": self.member, "type": "repair_and_maintenance",
            "subject": "Door", "description": "The door does not close."});
        with(body, fields)
    }

    /// Asks for a ticket of the member with these fields.
    pub async fn ask(&self, fields: Value) -> TestResponse {
        self.app.post("/tickets", self.body(&fields)).await
    }

    /// A ticket with these fields; its id.
    pub async fn ticket(&self, fields: Value) -> String {
        made(&self.app, "/tickets", self.body(&fields)).await
    }

    /// A ticket that the admin is at.
    pub async fn started(&self, fields: Value) -> String {
        let id = self.ticket(with(json!({"assignee_id": self.admin}), &fields)).await;
        self.done(&id, "start").await;
        id
    }

    /// A ticket that is solved.
    pub async fn solved(&self, fields: Value) -> String {
        let id = self.started(fields).await;
        self.done(&id, "solve").await;
        id
    }

    /// What an action answers.
    pub async fn act(&self, id: &str, action: &str, body: Value) -> TestResponse {
        self.app.post(&format!("/tickets/{id}/{action}"), body).await
    }

    /// An action that must succeed; the ticket after it.
    pub async fn done(&self, id: &str, action: &str) -> Value {
        let answer = self.act(id, action, json!({})).await;
        accepted(&answer, 200);
        answer.body["data"].clone()
    }

    /// What a ticket shows.
    pub async fn shown(&self, id: &str) -> Value {
        let found = self.app.get(&format!("/tickets/{id}")).await;
        accepted(&found, 200);
        found.body["data"].clone()
    }

    /// Asks for a comment of this author on a ticket.
    pub async fn say(&self, id: &str, author: &str, fields: Value) -> TestResponse {
        let body = with(json!({"author_id": author, "text": "Hello."}), &fields);
        self.app.post(&format!("/tickets/{id}/comments"), body).await
    }

    /// Says something, which must succeed; the id of the comment.
    pub async fn said(&self, id: &str, author: &str, fields: Value) -> String {
        let answer = self.say(id, author, fields).await;
        accepted(&answer, 201);
        answer.id()
    }

    /// What happened to a ticket, as `kind` or `kind from>to`.
    pub async fn activity(&self, id: &str) -> Vec<String> {
        let list = self.app.get(&format!("/tickets/{id}/activity?per_page=100")).await;
        accepted(&list, 200);
        let told = |entry: &Value| {
            let text = |field: &str| entry[field].as_str().unwrap_or_default().to_owned();
            let change = format!(" {}>{}", text("from"), text("to"));
            format!("{}{}", text("kind"), if change == " >" { "" } else { &change })
        };
        list.body["data"].as_array().into_iter().flatten().map(told).collect()
    }

    /// The metrics of a month, with these parameters too.
    pub async fn metrics(&self, parameters: &str) -> Value {
        let found = self.app.get(&format!("/tickets/metrics?from=2026-11-01&to=2026-12-31{parameters}")).await;
        accepted(&found, 200);
        found.body["data"].clone()
    }

    /// The service, called by a client with these scopes.
    pub async fn called_with(&self, scopes: &[&str]) -> TestApp {
        let made = TestApp::made(&self.app.post("/api-clients", json!({"name": "Desk", "scopes": scopes})).await);
        let text = |field: &str| made[field].as_str().unwrap_or_default().to_owned();
        self.app.as_client(&TestClient { client_id: text("client_id"), secret: text("secret") })
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
