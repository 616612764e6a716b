//! A customer that is billed, and invoices of it.

use serde_json::{Value, json};
use testing::{TestApp, TestResponse};

use crate::{accepted, app, app_alone, company, location_with, made, with};

/// A service with a location in Amsterdam, where 21 % tax is added to prices, and a company there.
pub struct InvoiceFixture {
    /// The service under test, called as a client of its merchant.
    pub app: TestApp,
    /// Identifier of the location in Amsterdam.
    pub location: String,
    /// Identifier of the company that is billed.
    pub customer: String,
}

impl InvoiceFixture {
    /// With the merchant's own settings.
    pub async fn new() -> Self {
        Self::at(json!({})).await
    }

    /// At a location with these fields instead.
    pub async fn at(fields: Value) -> Self {
        Self::of(app().await, fields).await
    }

    /// In a table of its own, for the sweep, which looks at all merchants of a table.
    pub async fn alone() -> Self {
        Self::of(app_alone().await, json!({})).await
    }

    /// The same fixture in a service that is running already, with these fields of the location too.
    pub async fn of(app: TestApp, fields: Value) -> Self {
        let location = location_with(&app, with(json!({"name": "Canal House", "tax_rate": 21}), &fields)).await;
        let customer = company(&app, &location).await;
        Self { app, location, customer }
    }

    /// The body of an invoice with an item of each price.
    #[must_use]
    pub fn body(&self, prices: &[Value]) -> Value {
        let item = |price: &Value| json!({"description": "Desk", "quantity": 1, "unit_amount": price});
        let items: Vec<Value> = prices.iter().map(item).collect();
        json!({"customer_id": self.customer, "location_id": self.location, "items": items})
    }

    /// A draft with an item of each price; its id.
    pub async fn draft(&self, prices: &[Value]) -> String {
        made(&self.app, "/invoices", self.body(prices)).await
    }

    /// An issued invoice with these fields too, as it is answered.
    pub async fn issued_with(&self, prices: &[Value], fields: Value) -> Value {
        let draft = made(&self.app, "/invoices", with(self.body(prices), &fields)).await;
        let issued = self.act(&draft, "issue", json!({})).await;
        accepted(&issued, 200);
        issued.body["data"].clone()
    }

    /// An issued invoice with an item of each price; its id.
    pub async fn issued(&self, prices: &[Value]) -> String {
        let invoice = self.issued_with(prices, json!({})).await;
        invoice["id"].as_str().unwrap_or_default().to_owned()
    }

    /// Sends `POST /invoices/{id}/{action}` with this body.
    pub async fn act(&self, id: &str, action: &str, body: Value) -> TestResponse {
        self.app.post(&format!("/invoices/{id}/{action}"), body).await
    }

    /// Records a transfer of so much.
    pub async fn pay(&self, id: &str, amount: Value) -> TestResponse {
        self.act(id, "pay", json!({"amount": amount, "method": "bank_transfer"})).await
    }

    /// The invoice as it is now.
    pub async fn invoice(&self, id: &str) -> Value {
        let invoice = self.app.get(&format!("/invoices/{id}")).await;
        accepted(&invoice, 200);
        invoice.body["data"].clone()
    }

    /// Puts money into the customer's balance: an invoice is paid above what is due.
    #[expect(clippy::float_arithmetic, reason = "the service rounds what it is given")]
    pub async fn with_balance(&self, amount: i64) {
        let id = self.issued_with(&[json!(1)], json!({"pending_items": false, "apply_balance": false})).await;
        let id = id["id"].as_str().unwrap_or_default().to_owned();
        let due = self.invoice(&id).await["amount_due"].as_f64().unwrap_or_default();
        let paid = serde_json::Number::from_f64(f64::from(i32::try_from(amount).unwrap_or(0)) + due);
        let body = json!({"amount": paid, "method": "cash", "excess": "balance"});
        accepted(&self.act(&id, "pay", body).await, 200);
    }

    /// Issues a credit note on lines of an invoice, each with what is credited of it.
    pub async fn credit(&self, invoice: &Value, lines: &[(usize, Value)], fields: Value) -> TestResponse {
        let line = |(position, credit): &(usize, Value)| {
            with(json!({"invoice_item_id": invoice["items"][*position]["id"]}), credit)
        };
        let lines: Vec<Value> = lines.iter().map(line).collect();
        let body = json!({"invoice_id": invoice["id"], "reason": "order_change", "lines": lines});
        self.app.post("/credit-notes", with(body, &fields)).await
    }
}
