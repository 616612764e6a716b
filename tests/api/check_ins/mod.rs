//! Check-ins at locations.

mod admission;
mod day_passes;
mod evacuation;
mod lists;
mod rules;
mod seen;

use serde_json::{Value, json};
use testing::TestResponse;
use tests::{SubscriptionFixture, accepted, made, member};

/// A location in Amsterdam, a member without a subscription, at noon of 1 January 2027.
async fn fixture() -> SubscriptionFixture {
    SubscriptionFixture::new(json!({})).await
}

/// Checks the fixture's member in, with these fields too.
async fn check_in(fixture: &SubscriptionFixture, fields: Value) -> TestResponse {
    let body = json!({"member_id": fixture.member, "location_id": fixture.location});
    fixture.app.post("/check-ins", tests::with(body, &fields)).await
}

/// The same, which must succeed; the check-in.
async fn checked_in(fixture: &SubscriptionFixture, fields: Value) -> Value {
    let answer = check_in(fixture, fields).await;
    accepted(&answer, 201);
    answer.body["data"].clone()
}

async fn check_out(fixture: &SubscriptionFixture, check_in: &Value) -> TestResponse {
    let id = check_in["id"].as_str().unwrap_or_default();
    fixture.app.post(&format!("/check-ins/{id}/check-out"), json!({})).await
}

async fn left(fixture: &SubscriptionFixture, check_in: &Value) -> Value {
    let answer = check_out(fixture, check_in).await;
    accepted(&answer, 200);
    answer.body["data"].clone()
}

/// Gives a customer day passes.
async fn passes(fixture: &SubscriptionFixture, customer: &str, amount: u32) {
    let grant = json!({"customer_id": customer, "type": "admin_allocation", "amount": amount});
    made(&fixture.app, "/day-pass-transactions", grant).await;
}

/// How many day passes a customer has.
async fn passes_of(fixture: &SubscriptionFixture, customer: &str) -> Value {
    let balances = fixture.app.get(&format!("/customers/{customer}/balances")).await;
    accepted(&balances, 200);
    balances.body["data"]["day_passes"]["total"].clone()
}

/// Makes another member, and returns the member's id.
async fn another(fixture: &SubscriptionFixture, name: &str) -> String {
    member(&fixture.app, &format!("{name}@example.com")).await
}
