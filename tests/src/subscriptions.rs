//! A membership plan of a location, a member, and subscriptions to it.

use serde_json::{Value, json};
use testing::{TestApp, TestResponse};
use values::Timestamp;

use crate::{accepted, app, app_alone, location_with, made, member, with};

/// A service with a location in Amsterdam, a membership plan of 300 euros a month with 10 credits, and a member.
pub struct SubscriptionFixture {
    /// The service under test, called as a client of its merchant.
    pub app: TestApp,
    /// Identifier of the location in Amsterdam.
    pub location: String,
    /// The membership plan's id.
    pub plan: String,
    /// Identifier of the member who subscribes.
    pub member: String,
}

impl SubscriptionFixture {
    /// With a plan that has these fields too. The clock stands at 1 January 2027 at noon in Amsterdam.
    pub async fn new(fields: Value) -> Self {
        Self::of(app().await, fields).await
    }

    /// In a table of its own, for the sweep, which looks at all merchants of a table.
    pub async fn alone(fields: Value) -> Self {
        Self::of(app_alone().await, fields).await
    }

    /// Of a sandbox merchant, with a test clock.
    pub async fn in_sandbox(fields: Value) -> Self {
        Self::of(app_alone().await.sandbox().await, fields).await
    }

    /// The same fixture in a service that is running already, with these fields of the plan too.
    pub async fn of(app: TestApp, fields: Value) -> Self {
        let location = location_with(&app, json!({"name": "Canal House"})).await;
        let settings = json!({"credit_settings": {"enabled": true}, "invoice_settings": {"due_days": 365}});
        accepted(&app.put("/merchant", settings).await, 200);
        let member = member(&app, "ann@example.com").await;
        let plan = made(&app, "/memberships", with(plan_body(&location), &fields)).await;
        let fixture = Self { app, location, plan, member };
        fixture.clock("2027-01-01T11:00:00Z");
        fixture
    }

    /// Invoices are due so many days after their issue from now on; at first it is a year.
    pub async fn due_in(&self, days: u32) {
        accepted(&self.app.put("/merchant", json!({"invoice_settings": {"due_days": days}})).await, 200);
    }

    /// Sets the service's clock to an instant, such as `2027-01-01T11:00:00Z`.
    #[expect(clippy::expect_used, reason = "a test with a wrong time cannot go on")]
    ///
    /// # Panics
    /// When `time` is no instant.
    pub fn clock(&self, time: &str) {
        self.app.clock.set(Timestamp::parse(time).expect("an instant"));
    }

    /// Another plan of the location.
    pub async fn plan(&self, fields: Value) -> String {
        made(&self.app, "/memberships", with(plan_body(&self.location), &fields)).await
    }

    /// The body of a subscription from 1 January 2027 on, with these fields too.
    #[must_use]
    pub fn body(&self, fields: &Value) -> Value {
        let body = json!({"customer_id": self.member, "membership_plan_id": self.plan, "start_date": "2027-01-01"});
        with(body, fields)
    }

    /// Subscribes, which must succeed; the subscription's id.
    pub async fn subscribed(&self, fields: Value) -> String {
        made(&self.app, "/subscriptions", self.body(&fields)).await
    }

    /// Sends `POST /subscriptions/{id}/{action}`; a null body is no body.
    pub async fn act(&self, id: &str, action: &str, body: Value) -> TestResponse {
        let body = (!body.is_null()).then_some(body);
        self.app.send("POST", &format!("/subscriptions/{id}/{action}"), body, &[]).await
    }

    /// The same, which must succeed; the subscription.
    pub async fn acted(&self, id: &str, action: &str, body: Value) -> Value {
        let answer = self.act(id, action, body).await;
        accepted(&answer, 200);
        answer.body["data"].clone()
    }

    /// A subscription as it is now.
    pub async fn get(&self, id: &str) -> Value {
        let found = self.app.get(&format!("/subscriptions/{id}")).await;
        accepted(&found, 200);
        found.body["data"].clone()
    }

    /// The subscription's state now, such as `active`.
    pub async fn status(&self, id: &str) -> String {
        self.get(id).await["status"].as_str().unwrap_or_default().to_owned()
    }

    /// First days and totals of its invoices, oldest period first, with `draft` behind those that are not issued.
    pub async fn invoices(&self, id: &str) -> Vec<String> {
        let text = |invoice: &Value| {
            let draft = if invoice["status"] == "draft" { " draft" } else { "" };
            format!("{} {}{draft}", invoice["period_start"].as_str().unwrap_or_default(), invoice["total"])
        };
        let mut told: Vec<String> = self.invoice_bodies(id).await.iter().map(text).collect();
        told.sort();
        told
    }

    /// Its invoices as the service lists them, at most 100.
    pub async fn invoice_bodies(&self, id: &str) -> Vec<Value> {
        let list = self.app.get(&format!("/invoices?subscription_id={id}&per_page=100")).await;
        accepted(&list, 200);
        list.body["data"].as_array().cloned().unwrap_or_default()
    }

    /// What happened to the member's credits, oldest first: day, type, amount and balance after it.
    pub async fn credits(&self) -> Vec<String> {
        // What has expired is written down when somebody looks.
        accepted(&self.app.get(&format!("/customers/{}/balances", self.member)).await, 200);
        let path = format!("/credit-transactions?customer_id={}&per_page=100", self.member);
        let list = self.app.get(&path).await;
        accepted(&list, 200);
        let text = |posting: &Value| {
            let day: String = posting["posted_at"].as_str().unwrap_or_default().chars().take(10).collect();
            let kind = posting["type"].as_str().unwrap_or_default();
            format!("{day} {kind} {} {}", posting["amount"], posting["balance_after"])
        };
        let mut postings: Vec<Value> = list.body["data"].as_array().cloned().unwrap_or_default();
        postings.reverse();
        postings.iter().map(text).collect()
    }
}

fn plan_body(location: &str) -> Value {
    json!({"location_id": location, "name": "Flex", "cycle": "monthly", "price": 300, "currency": "EUR",
        "expiring_credits": 10})
}
