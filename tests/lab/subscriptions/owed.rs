//! What the customer owes and is owed, as the service tells it: by balances, invoices, notes, payments and clearings.

use chrono::NaiveDate;
use serde_json::{Value, json};

use super::{Run, minor, text};

impl Run {
    /// Everything of the customer at a path, at most a hundred.
    async fn of_member(&self, path: &str) -> Vec<Value> {
        let found = self.fixture.app.get(&format!("{path}?customer_id={}&per_page=100", self.fixture.member)).await;
        tests::accepted(&found, 200);
        found.body["data"].as_array().cloned().unwrap_or_default()
    }

    /// Invoices that are not paid: first day, total, due date.
    pub(super) async fn open(&self) -> Vec<(NaiveDate, i64, NaiveDate)> {
        // Whoever reads it first renews it.
        self.fixture.get(&self.id).await;
        let day = |value: &Value| text(value).parse().unwrap();
        let invoices = self.of_member("/invoices").await.into_iter().filter(|invoice| invoice["status"] == "issued");
        invoices
            .map(|invoice| (day(&invoice["period_start"]), minor(&invoice["total"]), day(&invoice["due_date"])))
            .collect()
    }

    /// What was credited, without tax: by notes and by what is booked. Nothing below zero waits.
    pub(super) async fn credited(&self) -> i64 {
        let notes = self.of_member("/credit-notes").await;
        let lines = notes.iter().flat_map(|note| note["lines"].as_array().cloned().unwrap_or_default());
        let by_notes: i64 = lines.map(|line| minor(&line["net_amount"])).sum();
        let items = self.of_member("/invoice-items").await;
        let credits: Vec<&Value> =
            items.iter().filter(|item| item["invoice_id"].is_null() && minor(&item["unit_amount"]) < 0).collect();
        assert!(credits.iter().all(|item| item["booked_at"].is_string()), "a credit waits: {credits:?}");
        by_notes - credits.iter().map(|item| minor(&item["unit_amount"])).sum::<i64>()
    }

    async fn balance(&self) -> i64 {
        let found = self.fixture.app.get(&format!("/customers/{}/balances", self.fixture.member)).await;
        let money = found.body["data"]["money"].as_array().cloned().unwrap_or_default();
        money.iter().map(|one| minor(&one["amount"])).sum()
    }

    /// Pays out what is there; nothing is there to be paid out when it is refused.
    pub(super) async fn clear(&self) -> (u16, String) {
        let there = self.balance().await;
        let body = json!({"customer_id": self.fixture.member, "currency": "EUR", "decision": "paid_out",
            "method": "cash", "reason": "Asked for it."});
        let answer = self.fixture.app.post("/balance-clearings", body).await;
        let expected = if there > 0 { 201 } else { 402 };
        (if answer.status == expected { 200 } else { answer.status }, answer.refusal())
    }

    /// Where what is due less what the balance holds is not what was asked for less what was paid and credited, and
    /// paid out again.
    pub(super) async fn owed_differs(&self) -> Option<String> {
        let sum = |all: &[Value], field: &str| all.iter().map(|one| minor(&one[field])).sum::<i64>();
        let mut invoices = self.of_member("/invoices").await;
        invoices.retain(|invoice| invoice["status"] != "draft" && invoice["status"] != "voided");
        let mut payments = self.of_member("/payment-transactions").await;
        payments.retain(|payment| payment["method"] != "balance");
        let (notes, items) = (self.of_member("/credit-notes").await, self.of_member("/invoice-items").await);
        let credited = sum(&notes, "total") + sum(&items, "booked_amount");
        let cleared = sum(&self.of_member("/balance-clearings").await, "amount");
        let owes = sum(&invoices, "total") - sum(&payments, "amount") - credited + cleared;
        let told = sum(&invoices, "amount_due") - self.balance().await;
        (owes != told).then(|| format!("the customer owes {owes}, and invoices and balance say {told}"))
    }
}
