//! Recurring revenue: what subscriptions bring in a month, and what came, grew, shrank and went.

use serde_json::{Value, json};
use tests::{OutboxFixture, SubscriptionFixture, accepted};

use super::report;

async fn fixture(plan: Value) -> (OutboxFixture, SubscriptionFixture) {
    let outbox = OutboxFixture::new().await;
    let fixture = SubscriptionFixture::of(outbox.app.clone(), plan).await;
    (outbox, fixture)
}

/// At the start, new, expansion, contraction, lost, at the end, and subscriptions at the end of each month of a time.
async fn months(outbox: &mut OutboxFixture, query: &str) -> Vec<Value> {
    outbox.consume().await;
    let found = report(&outbox.app, &format!("recurring-revenue?{query}")).await;
    let told = |month: &Value| {
        json!([
            month["recurring_revenue_at_start"],
            month["new"],
            month["expansion"],
            month["contraction"],
            month["lost"],
            month["recurring_revenue_at_end"],
            month["subscriptions_at_end"]
        ])
    };
    found["months"].as_array().into_iter().flatten().map(told).collect()
}

#[tokio::test]
async fn a_subscription_brings_its_price_from_its_first_month_to_its_last() {
    let (mut outbox, fixture) = fixture(json!({})).await;
    let id = fixture.subscribed(json!({"quantity": 2})).await;
    let quarter = "from=2026-12-01&to=2027-02-28";
    let begun = [json!([0, 0, 0, 0, 0, 0, 0]), json!([0, 600, 0, 0, 0, 600, 1]), json!([600, 0, 0, 0, 0, 600, 1])];
    assert_eq!(months(&mut outbox, quarter).await, begun);
    fixture.acted(&id, "cancel", json!({"timing": "at_period_end"})).await;
    let ended = [begun[0].clone(), begun[1].clone(), json!([600, 0, 0, 0, 600, 0, 0])];
    assert_eq!(months(&mut outbox, quarter).await, ended, "its last day is 31 January");
    fixture.acted(&id, "uncancel", Value::Null).await;
    assert_eq!(months(&mut outbox, quarter).await, begun, "notice was taken back");
    outbox.replay().await;
    assert_eq!(months(&mut outbox, quarter).await, begun);
}

#[tokio::test]
async fn prices_are_of_a_month_and_without_tax() {
    for (plan, expected) in [
        (json!({"cycle": "yearly", "price": 1200}), json!(100)),
        (json!({"cycle": "quarterly", "price": 100}), json!(33.33)),
        (json!({"cycle": "weekly", "price": 70}), json!(304.37)),
        (json!({"custom_tax_rate": true, "tax_rate": 21}), json!(300)),
    ] {
        let (mut outbox, fixture) = fixture(plan.clone()).await;
        fixture.subscribed(json!({})).await;
        assert_eq!(months(&mut outbox, "from=2027-01-01&to=2027-01-01").await[0][5], expected, "{plan}");
    }
}

#[tokio::test]
async fn a_change_counts_from_the_day_on_which_it_holds_and_months_that_are_over_stay() {
    let (mut outbox, fixture) = fixture(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    outbox.consume().await;
    let larger = fixture.plan(json!({"name": "Large", "price": 500})).await;
    accepted(
        &fixture.act(&id, "change-plan", json!({"membership_plan_id": larger, "timing": "at_period_end"})).await,
        200,
    );
    let quarter = "from=2027-01-01&to=2027-03-31";
    let changed =
        [json!([0, 300, 0, 0, 0, 300, 1]), json!([300, 0, 200, 0, 0, 500, 1]), json!([500, 0, 0, 0, 0, 500, 1])];
    assert_eq!(months(&mut outbox, quarter).await, changed, "it is agreed for February");
    fixture.clock("2027-02-03T11:00:00Z");
    tests::sweep(&outbox.app.context).await;
    assert_eq!(months(&mut outbox, quarter).await, changed, "it has happened");
    fixture.clock("2027-03-10T11:00:00Z");
    accepted(
        &fixture.act(&id, "change-plan", json!({"membership_plan_id": fixture.plan, "timing": "now"})).await,
        200,
    );
    let back = [changed[0].clone(), changed[1].clone(), json!([500, 0, 0, 200, 0, 300, 1])];
    assert_eq!(months(&mut outbox, quarter).await, back);
}

#[tokio::test]
async fn a_trial_brings_nothing_and_a_pause_brings_nothing_but_ends_nothing() {
    let (mut outbox, fixture) = fixture(json!({"trial_days": 31})).await;
    let id = fixture.subscribed(json!({})).await;
    let trial = months(&mut outbox, "from=2027-01-01&to=2027-02-28").await;
    assert_eq!(trial, [json!([0, 0, 0, 0, 0, 0, 0]), json!([0, 300, 0, 0, 0, 300, 1])]);
    let pause = json!({"from": "2027-03-01", "until": "2027-04-01"});
    accepted(&fixture.act(&id, "pause", pause).await, 200);
    let paused = months(&mut outbox, "from=2027-03-01&to=2027-04-30").await;
    assert_eq!(paused, [json!([300, 0, 0, 300, 0, 0, 1]), json!([0, 0, 300, 0, 0, 300, 1])]);
}

#[tokio::test]
async fn too_many_months_are_refused() {
    let (_outbox, fixture) = fixture(json!({})).await;
    for name in ["recurring-revenue", "recurring-revenue.csv", "churn", "churn.csv"] {
        for (query, reason) in
            [("from=2020-01-01&to=2025-01-01", "too_long"), ("from=2027-02-01&to=2027-01-31", "end_before_start")]
        {
            let answer = fixture.app.get(&format!("/reports/{name}?{query}")).await;
            assert_eq!(answer.body["error"]["details"]["reason"], reason, "{name} {query}");
        }
        let unknown = "from=2026-12-01&to=2026-12-01&location_id=0199a000-0000-7000-8000-000000000001";
        let answer = fixture.app.get(&format!("/reports/{name}?{unknown}")).await;
        assert_eq!(answer.body["error"]["details"]["reason"], "reference_not_found", "{name}");
    }
}
