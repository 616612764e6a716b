//! What is owed to a customer: booked when it arises, set off, and gone with nobody (`docs/areas/invoices.md`, 20 and 21).
//! The numbers are computed by hand.

mod booked;
mod cleared;
mod deposits;
mod given_up;
mod leavers;
mod never_begins;
mod notes_and_rests;
mod of_before;
mod promised;
mod set_off;

use serde_json::{Value, json};
use testing::TestApp;
use tests::accepted;

/// What a customer has at the merchant, in euros.
async fn balance(app: &TestApp, customer: &str) -> Value {
    let found = app.get(&format!("/customers/{customer}/balances")).await;
    accepted(&found, 200);
    found.body["data"]["money"].as_array().and_then(|money| money.first()).map_or(json!(0), |one| one["amount"].clone())
}

/// What a customer owes by the statement; below zero what is owed to them.
async fn statement(app: &TestApp, customer: &str) -> Value {
    let path =
        format!("/customers/{customer}/statement?from=2020-01-01T00:00:00Z&to=2030-01-01T00:00:00Z&currency=EUR");
    let found = app.get(&path).await;
    accepted(&found, 200);
    found.body["data"]["closing_balance"].clone()
}

/// Invoices of a customer: first day of the period or the number, what each asks for and what is due.
async fn invoices(app: &TestApp, customer: &str) -> Vec<(Value, Value)> {
    let found = app.get(&format!("/invoices?customer_id={customer}&per_page=100")).await;
    accepted(&found, 200);
    let mut all = found.body["data"].as_array().cloned().unwrap_or_default();
    all.sort_by_key(|invoice| invoice["number"].to_string());
    all.iter().map(|invoice| (invoice["total"].clone(), invoice["amount_due"].clone())).collect()
}

/// Money that leaves a customer's balance.
async fn cleared(app: &TestApp, customer: &str, fields: Value) -> testing::TestResponse {
    let body = json!({"customer_id": customer, "currency": "EUR", "reason": "As was agreed."});
    app.post("/balance-clearings", tests::with(body, &fields)).await
}
