//! Nothing is credited that was not charged, and nothing granted twice.

use serde_json::{Value, json};
use tests::{SubscriptionFixture, accepted, total};

use super::{cents, given_back};

#[tokio::test]
async fn a_period_that_was_invoiced_ahead_is_credited_when_it_is_ended_at_once() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    fixture.clock("2027-01-10T10:00:00Z");
    fixture.acted(&id, "renew-now", Value::Null).await;
    assert_eq!(fixture.invoices(&id).await, ["2027-01-01 300", "2027-02-01 300"]);
    let ended = fixture.acted(&id, "cancel", json!({"timing": "now", "proration": "prorate"})).await;
    assert_eq!(ended["end_date"], "2027-01-10");
    // 21 of 31 days, and all of February.
    assert_eq!(given_back(&fixture).await, 50_323);
    fixture.clock("2027-03-01T10:00:00Z");
    assert_eq!(fixture.status(&id).await, "cancelled");
    assert_eq!(fixture.invoices(&id).await.len(), 2);
}

#[tokio::test]
async fn without_credit_nothing_of_a_period_that_was_invoiced_ahead_comes_back() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    fixture.acted(&id, "renew-now", Value::Null).await;
    fixture.acted(&id, "cancel", json!({"timing": "now", "proration": "none"})).await;
    assert_eq!(given_back(&fixture).await, 0);
}

#[tokio::test]
async fn no_more_is_credited_than_was_charged() {
    for (mode, credited) in [("prorate", 30_000), ("full_credit", 30_000)] {
        let fixture = SubscriptionFixture::new(json!({})).await;
        let id = fixture.subscribed(json!({})).await;
        let dear = fixture.plan(json!({"name": "Suite", "price": 3000})).await;
        fixture.clock("2027-01-16T10:00:00Z");
        let unpaid = json!({"membership_plan_id": dear, "timing": "now", "proration": "none"});
        fixture.acted(&id, "change-plan", unpaid).await;
        assert_eq!(fixture.invoices(&id).await, ["2027-01-01 300"], "nothing is charged for the change");
        fixture.acted(&id, "cancel", json!({"timing": "now", "proration": mode})).await;
        assert_eq!(given_back(&fixture).await, credited, "{mode}");
    }
}

#[tokio::test]
async fn a_full_credit_is_what_was_charged() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    let better = fixture.plan(json!({"name": "Resident", "price": 620})).await;
    fixture.clock("2027-01-16T10:00:00Z");
    fixture.acted(&id, "change-plan", json!({"membership_plan_id": better})).await;
    let total: i64 = fixture.invoice_bodies(&id).await.iter().map(|invoice| cents(&invoice["total"])).sum();
    fixture.acted(&id, "cancel", json!({"timing": "now", "proration": "full_credit"})).await;
    assert_eq!((total, given_back(&fixture).await), (46_516, 46_516));
}

#[tokio::test]
async fn another_cycle_is_charged_until_the_subscription_ends_and_no_longer() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({"end_date": "2027-03-31"})).await;
    let yearly = fixture.plan(json!({"name": "Year", "cycle": "yearly", "price": 5000})).await;
    fixture.clock("2027-01-16T10:00:00Z");
    fixture.acted(&id, "change-plan", json!({"membership_plan_id": yearly, "timing": "now"})).await;
    // 75 of 365 days are 1,027.40; 16 of 31 days of 300 come back.
    assert!(
        fixture.invoices(&id).await.contains(&"2027-01-16 872.56".to_owned()),
        "{:?}",
        fixture.invoices(&id).await
    );
}

#[tokio::test]
async fn what_was_ended_at_once_is_not_ended_again() {
    let fixture = SubscriptionFixture::new(json!({"minimum_commitment": true, "commitment_cycles": 6})).await;
    let id = fixture.subscribed(json!({})).await;
    fixture.acted(&id, "cancel", json!({"timing": "now"})).await;
    for body in [json!({"timing": "now"}), json!({})] {
        assert_eq!(fixture.act(&id, "cancel", body).await.refusal(), "409 invalid_state");
    }
    assert_eq!(total(&fixture.app, &format!("/invoices?subscription_id={id}")).await, 2, "one fee");
}

#[tokio::test]
async fn a_blocked_customer_changes_to_nothing_that_is_charged() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    let better = fixture.plan(json!({"name": "Resident", "price": 620})).await;
    let smaller = fixture.plan(json!({"name": "Light", "price": 100})).await;
    accepted(&fixture.app.post(&format!("/members/{}/block", fixture.member), json!({})).await, 200);
    fixture.clock("2027-01-16T10:00:00Z");
    let blocked = "422 rule_violation customer_id customer_blocked";
    assert_eq!(fixture.act(&id, "change-plan", json!({"membership_plan_id": better})).await.refusal(), blocked);
    let more = fixture.app.put(&format!("/subscriptions/{id}"), json!({"quantity": 2})).await;
    assert_eq!(more.refusal(), blocked);
    fixture.acted(&id, "change-plan", json!({"membership_plan_id": smaller})).await;
}

#[tokio::test]
async fn what_was_voided_is_not_credited() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    let better = fixture.plan(json!({"name": "Resident", "price": 620})).await;
    fixture.clock("2027-01-16T10:00:00Z");
    fixture.acted(&id, "change-plan", json!({"membership_plan_id": better})).await;
    fixture.acted(&id, "renew-now", Value::Null).await;
    let mut invoices = fixture.invoice_bodies(&id).await;
    invoices.sort_by_key(|invoice| invoice["number"].to_string());
    let void = async |number: usize| {
        let path = format!("/invoices/{}/void", invoices[number]["id"].as_str().unwrap_or_default());
        accepted(&fixture.app.post(&path, json!({})).await, 200);
    };
    // January was charged with 300 and 165.16 more, February with 620.
    void(1).await;
    void(2).await;
    fixture.acted(&id, "cancel", json!({"timing": "now", "proration": "full_credit"})).await;
    assert_eq!(given_back(&fixture).await, 30_000);
}
