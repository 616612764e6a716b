//! Journeys: stories across areas and months. Each step is a request, and time is the merchant's test clock.

mod another_system;
mod broken_door;
mod company_month;
mod event_evening;
mod feed_week;
mod membership;
mod moving_in;
mod office_contract;
mod package;
mod visitor;

use serde_json::{Value, json};
use testing::TestApp;
use tests::{accepted, app_alone, books_add_up, location_with, made};

/// A sandbox merchant that uses credits and is paid within 14 days, with a location in Amsterdam where 21 % tax is
/// added to prices.
struct Story {
    app: TestApp,
    location: String,
}

impl Story {
    /// Begins at an instant.
    async fn from(instant: &str) -> Self {
        let app = app_alone().await.sandbox().await;
        let settings = json!({"credit_settings": {"enabled": true}, "invoice_settings": {"due_days": 14}});
        accepted(&app.put("/merchant", settings).await, 200);
        let location = location_with(&app, json!({"name": "Canal House", "tax_rate": 21})).await;
        let story = Self { app, location };
        story.until(instant).await;
        story
    }

    /// Lets time go by, with everything that falls due.
    async fn until(&self, instant: &str) {
        let advanced = self.app.post("/test-clock", json!({"advance_to": instant})).await;
        accepted(&advanced, 200);
        assert_eq!(advanced.body["data"]["is_complete"], true, "{}", advanced.text);
    }

    /// Makes a record; its id.
    async fn make(&self, path: &str, body: Value) -> String {
        made(&self.app, path, body).await
    }

    /// What a path shows.
    async fn get(&self, path: &str) -> Value {
        let found = self.app.get(path).await;
        accepted(&found, 200);
        found.body["data"].clone()
    }

    /// `POST /{path}`, which must succeed; what it answers.
    async fn act(&self, path: &str, body: Value) -> Value {
        let answer = self.app.post(path, body).await;
        assert!(matches!(answer.status, 200 | 201), "{path} {}", answer.text);
        answer.body["data"].clone()
    }

    /// The customer's invoices, oldest first: day of issue, state, total and what is due.
    async fn invoices(&self, customer: &str) -> Vec<String> {
        let list = self.get(&format!("/invoices?customer_id={customer}&order=asc&per_page=100")).await;
        let text = |invoice: &Value| {
            let (day, status) = (invoice["issue_date"].as_str(), invoice["status"].as_str());
            let (day, status) = (day.unwrap_or("draft"), status.unwrap_or_default());
            format!("{day} {status} {} due {}", invoice["total"], invoice["amount_due"])
        };
        list.as_array().into_iter().flatten().map(text).collect()
    }

    /// The customer's newest invoice.
    async fn newest_invoice(&self, customer: &str) -> Value {
        let list = self.get(&format!("/invoices?customer_id={customer}&per_page=1")).await;
        list[0].clone()
    }

    /// The customer transfers what is due of the newest invoice.
    async fn pay_newest(&self, customer: &str) {
        let invoice = self.newest_invoice(customer).await;
        let body = json!({"amount": invoice["amount_due"], "method": "bank_transfer"});
        let paid = self.act(&format!("/invoices/{}/pay", id(&invoice)), body).await;
        assert_eq!((&paid["status"], &paid["amount_due"]), (&json!("paid"), &json!(0)));
    }

    /// What the customer's statement of all these years ends with.
    async fn owed(&self, customer: &str) -> Value {
        let years = "from=2026-01-01T00:00:00Z&to=2030-01-01T00:00:00Z";
        self.get(&format!("/customers/{customer}/statement?{years}")).await["closing_balance"].clone()
    }

    /// How many credits the customer has.
    async fn credits(&self, customer: &str) -> Value {
        self.get(&format!("/customers/{customer}/balances")).await["credits"]["total"].clone()
    }

    /// The accounts on which anything stands, as `revenue 200`; debits are credits, and the books add up.
    async fn accounts(&self) -> Vec<String> {
        let trial = self.get("/ledger/trial-balance").await;
        assert_eq!(trial["is_balanced"], true, "{trial}");
        books_add_up(&self.app).await;
        let accounts = trial["accounts"].as_array().into_iter().flatten();
        let standing = accounts.filter(|account| account["balance"] != json!(0));
        let text =
            |account: &Value| format!("{} {}", account["account"].as_str().unwrap_or_default(), account["balance"]);
        let mut told: Vec<String> = standing.map(text).collect();
        told.sort();
        told
    }
}

/// The id of what was answered.
fn id(record: &Value) -> &str {
    record["id"].as_str().unwrap_or_default()
}
