//! What changes grant: nobody gets more than was granted for the days that are paid for.

use serde_json::{Value, json};
use tests::{SubscriptionFixture, accepted};

async fn balance(fixture: &SubscriptionFixture) -> Value {
    let path = format!("/customers/{}/balances", fixture.member);
    let found = fixture.app.get(&path).await;
    accepted(&found, 200);
    found.body["data"]["credits"]["total"].clone()
}

async fn spend(fixture: &SubscriptionFixture, amount: i64) {
    let body = json!({"customer_id": fixture.member, "amount": amount, "type": "admin_charge", "reason": "Printing"});
    accepted(&fixture.app.post("/credit-transactions", body).await, 201);
}

async fn change_now(fixture: &SubscriptionFixture, id: &str, plan: &str) {
    fixture.acted(id, "change-plan", json!({"membership_plan_id": plan, "timing": "now"})).await;
}

#[tokio::test]
async fn what_a_change_granted_comes_back_when_it_is_taken_back() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    let better = fixture.plan(json!({"name": "Resident", "price": 620, "expiring_credits": 41})).await;
    fixture.clock("2027-01-16T10:00:00Z");
    for (plan, expected) in [(&better, 26), (&fixture.plan, 10), (&better, 26), (&fixture.plan, 10), (&better, 26)] {
        change_now(&fixture, &id, plan).await;
        assert_eq!(balance(&fixture).await, json!(expected));
    }
    let expected = [
        "2026-12-31 subscription_allocation 10 10",
        "2027-01-16 subscription_allocation 16 26",
        "2027-01-16 subscription_expiration 16 10",
        "2027-01-16 subscription_allocation 16 26",
        "2027-01-16 subscription_expiration 16 10",
        "2027-01-16 subscription_allocation 16 26",
    ];
    assert_eq!(fixture.credits().await, expected);
}

#[tokio::test]
async fn what_was_spent_of_days_that_are_credited_is_taken_off_what_is_granted_next() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    let better = fixture.plan(json!({"name": "Resident", "price": 620, "expiring_credits": 41})).await;
    fixture.clock("2027-01-16T10:00:00Z");
    change_now(&fixture, &id, &better).await;
    spend(&fixture, 26).await;
    change_now(&fixture, &id, &fixture.plan).await;
    assert_eq!(balance(&fixture).await, json!(0));
    // 16 too many were spent.
    for (instant, expected) in [("2027-02-02T10:00:00Z", 0), ("2027-03-02T10:00:00Z", 4), ("2027-04-02T10:00:00Z", 10)]
    {
        fixture.clock(instant);
        fixture.get(&id).await;
        assert_eq!(balance(&fixture).await, json!(expected), "{instant}");
    }
}

#[tokio::test]
async fn another_cycle_grants_nothing_again_that_was_spent() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    let quarterly = json!({"name": "Quarter", "price": 1000, "cycle": "quarterly", "expiring_credits": 30});
    let quarterly = fixture.plan(quarterly).await;
    spend(&fixture, 10).await;
    let preview = json!({"membership_plan_id": quarterly, "timing": "now"});
    let preview = fixture.acted(&id, "change-plan-preview", preview).await;
    assert_eq!(preview["grants"][0]["amount"], json!(20));
    change_now(&fixture, &id, &quarterly).await;
    assert_eq!(balance(&fixture).await, json!(20));
    spend(&fixture, 20).await;
    for plan in [&fixture.plan, &quarterly, &fixture.plan] {
        change_now(&fixture, &id, plan).await;
        assert_eq!(balance(&fixture).await, json!(0), "30 were spent on one day");
    }
    change_now(&fixture, &id, &quarterly).await;
    fixture.clock("2027-04-02T10:00:00Z");
    fixture.get(&id).await;
    assert_eq!(balance(&fixture).await, json!(30));
}

#[tokio::test]
async fn without_proration_the_allowance_of_the_period_stays() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    let better = fixture.plan(json!({"name": "Resident", "price": 620, "expiring_credits": 41})).await;
    let change = json!({"membership_plan_id": better, "timing": "now", "proration": "none"});
    fixture.acted(&id, "change-plan", change).await;
    assert_eq!(balance(&fixture).await, json!(10));
    fixture.clock("2027-02-02T10:00:00Z");
    assert_eq!(balance(&fixture).await, json!(41));
}

#[tokio::test]
async fn raises_one_after_the_other_charge_and_grant_what_they_do_at_once() {
    let mut outcomes: Vec<(Value, i64)> = Vec::new();
    for raises in [vec![7], vec![2, 3, 4, 5, 6, 7]] {
        let fixture = SubscriptionFixture::new(json!({"price": 0.35, "expiring_credits": 1})).await;
        let id = fixture.subscribed(json!({})).await;
        fixture.clock("2027-01-24T10:00:00Z");
        for quantity in raises {
            accepted(&fixture.app.put(&format!("/subscriptions/{id}"), json!({"quantity": quantity})).await, 200);
        }
        let invoices = fixture.invoice_bodies(&id).await;
        outcomes.push((balance(&fixture).await, invoices.iter().map(|invoice| super::cents(&invoice["total"])).sum()));
    }
    assert_eq!(outcomes[0], outcomes[1]);
}
