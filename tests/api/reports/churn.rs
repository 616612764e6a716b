//! Churn: customers who had a subscription at the start of a month and have none at its end.

use serde_json::{Value, json};
use tests::{OutboxFixture, SubscriptionFixture, location, member};

use super::report;

/// Customers at the start, lost, new, at the end, and churn, of each month of a time.
async fn months(outbox: &mut OutboxFixture, query: &str) -> Vec<Value> {
    outbox.consume().await;
    let found = report(&outbox.app, &format!("churn?{query}")).await;
    let told = |month: &Value| {
        json!([
            month["customers_at_start"],
            month["lost_customers"],
            month["new_customers"],
            month["customers_at_end"],
            month["churn_percent"]
        ])
    };
    found["months"].as_array().into_iter().flatten().map(told).collect()
}

#[tokio::test]
async fn a_customer_is_lost_with_the_last_subscription_and_at_a_location_with_the_last_one_there() {
    let mut outbox = OutboxFixture::new().await;
    let fixture = SubscriptionFixture::of(outbox.app.clone(), json!({})).await;
    let elsewhere = location(&outbox.app).await;
    let plan = fixture.plan(json!({"name": "Elsewhere", "location_id": elsewhere})).await;
    let first = fixture.subscribed(json!({})).await;
    let second = fixture.subscribed(json!({"membership_plan_id": plan})).await;
    let other = member(&outbox.app, "bob@example.com").await;
    fixture.subscribed(json!({"customer_id": other})).await;
    fixture.acted(&first, "cancel", json!({"timing": "at_period_end"})).await;
    let quarter = "from=2027-01-01&to=2027-03-31";
    let kept = [json!([0, 0, 2, 2, null]), json!([2, 0, 0, 2, 0]), json!([2, 0, 0, 2, 0])];
    assert_eq!(months(&mut outbox, quarter).await, kept, "the second is left");
    let there = format!("{quarter}&location_id={}", fixture.location);
    let lost = [json!([0, 0, 2, 2, null]), json!([2, 1, 0, 1, 50]), json!([1, 0, 0, 1, 0])];
    assert_eq!(months(&mut outbox, &there).await, lost, "its last day there is 31 January");
    fixture.acted(&second, "cancel", json!({"timing": "at_period_end"})).await;
    assert_eq!(months(&mut outbox, quarter).await, lost);
    outbox.replay().await;
    assert_eq!(months(&mut outbox, quarter).await, lost);
}
