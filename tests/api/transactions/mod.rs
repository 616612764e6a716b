//! Transactions: credits, day passes, payments, the journal. After each test the books add up.

mod cost;
mod credits;
mod expiry;
mod invoices;
mod journal;
mod payments;
mod races;
mod refusals;
mod scheduled;
mod statement;
mod transfer;

use serde_json::{Value, json};
use testing::{TestApp, TestResponse};

/// What a refusal says, without its rule.
trait Refused {
    /// Status and code, such as `409 in_use`.
    fn told(&self) -> String;
    /// The fields that it names.
    fn named(&self) -> Vec<String>;
}

impl Refused for TestResponse {
    fn told(&self) -> String {
        format!("{} {}", self.status, self.code())
    }

    fn named(&self) -> Vec<String> {
        self.fields().iter().map(|field| field.split(' ').next().unwrap_or_default().to_owned()).collect()
    }
}

/// Begins the journal of a merchant by a payment that is given back.
async fn begin_journal(app: &TestApp) {
    let customer = tests::member(app, "begin@example.com").await;
    let body = json!({"customer_id": customer, "amount": 1, "currency": "EUR", "method": "cash"});
    let paid = TestApp::made(&app.post("/payment-transactions", body).await);
    let refund = format!("/payment-transactions/{}/refund", paid["id"].as_str().unwrap_or_default());
    tests::accepted(&app.post(&refund, json!({})).await, 200);
}

/// An instant so many days after the clock of the tests begins.
fn day(app: &TestApp, days: i64) -> String {
    app.context.clock.now().plus(chrono::Duration::days(days)).to_string()
}

/// A grant of credits.
async fn grant(app: &TestApp, customer: &str, amount: i64, expires_at: Option<String>) -> Value {
    let mut body = json!({"customer_id": customer, "type": "admin_allocation", "amount": amount});
    if let Some(at) = expires_at {
        body["expires_at"] = json!(at);
    }
    TestApp::made(&app.post("/credit-transactions", body).await)
}

/// A charge of credits.
async fn charge(app: &TestApp, customer: &str, amount: i64) -> TestResponse {
    let body = json!({"customer_id": customer, "type": "admin_charge", "amount": amount});
    app.post("/credit-transactions", body).await
}

/// Amounts of the buckets that a transaction changed, with the days from now in which they expire.
fn parts(transaction: &Value) -> Vec<(i64, Value)> {
    let parts = transaction["buckets"].as_array().cloned().unwrap_or_default();
    parts.iter().map(|part| (part["amount"].as_i64().unwrap_or_default(), part["expires_at"].clone())).collect()
}

/// What a customer has.
async fn balances(app: &TestApp, customer: &str) -> Value {
    let answer = app.get(&format!("/customers/{customer}/balances")).await;
    tests::accepted(&answer, 200);
    answer.body["data"].clone()
}

/// All credits of a customer.
async fn credits(app: &TestApp, customer: &str) -> i64 {
    balances(app, customer).await["credits"]["total"].as_i64().unwrap_or_default()
}

/// What stands on an account, now or at an instant.
async fn account(app: &TestApp, name: &str, at: Option<&str>) -> Value {
    let query = at.map(|at| format!("?at={at}")).unwrap_or_default();
    let answer = app.get(&format!("/ledger/trial-balance{query}")).await;
    tests::accepted(&answer, 200);
    assert_eq!(answer.body["data"]["is_balanced"], true);
    let accounts = answer.body["data"]["accounts"].as_array().cloned().unwrap_or_default();
    accounts.iter().find(|account| account["account"] == name).map_or(json!(0), |account| account["balance"].clone())
}
