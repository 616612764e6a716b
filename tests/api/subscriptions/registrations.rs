//! Registrations that name a membership plan.

use serde_json::{Value, json};
use tests::{SubscriptionFixture, accepted, total};

async fn registered(fixture: &SubscriptionFixture, email: &str) -> Value {
    let body =
        json!({"location_id": fixture.location, "email": email, "name": "Eve", "membership_plan_id": fixture.plan});
    let answer = fixture.app.post("/member-registrations", body).await;
    accepted(&answer, 201);
    answer.body["data"].clone()
}

async fn approve(fixture: &SubscriptionFixture, registration: &Value) -> testing::TestResponse {
    let id = registration["id"].as_str().unwrap_or_default();
    fixture.app.send("POST", &format!("/member-registrations/{id}/approve"), None, &[]).await
}

#[tokio::test]
async fn approving_a_registration_makes_its_subscription() {
    let fixture = SubscriptionFixture::new(json!({"max_subscribers": 1})).await;
    let (first, second) =
        (registered(&fixture, "eve@example.com").await, registered(&fixture, "fay@example.com").await);
    assert_eq!(first["subscription_id"], Value::Null);
    let approved = approve(&fixture, &first).await;
    accepted(&approved, 200);
    let id = approved.body["data"]["subscription_id"].as_str().expect("a subscription").to_owned();
    let subscription = fixture.get(&id).await;
    assert_eq!(
        (&subscription["customer_id"], &subscription["start_date"]),
        (&approved.body["data"]["member_id"], &json!("2027-01-01"))
    );
    assert_eq!(fixture.invoices(&id).await, ["2027-01-01 300"]);
    let refused = approve(&fixture, &second).await.refusal();
    assert_eq!(refused, "409 capacity_exceeded membership_plan_id max_subscribers");
    assert_eq!(total(&fixture.app, "/members").await, 2, "nothing is half done");
}

#[tokio::test]
async fn an_immediate_sign_up_makes_a_subscription_each_time() {
    let fixture = SubscriptionFixture::new(json!({"signup_enabled": true, "signup_type": "immediate"})).await;
    for _ in 0..2 {
        let registration = registered(&fixture, "eve@example.com").await;
        assert_eq!(registration["status"], "approved");
        let id = registration["subscription_id"].as_str().expect("a subscription");
        assert_eq!(fixture.invoices(id).await, ["2027-01-01 300"]);
    }
    assert_eq!((total(&fixture.app, "/members").await, total(&fixture.app, "/subscriptions").await), (2, 2));
}
