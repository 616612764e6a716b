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

#[tokio::test]
async fn what_is_granted_under_notice_lives_on_when_the_notice_is_taken_back() {
    let fixture = SubscriptionFixture::new(json!({"notice_days": 40, "rollover_cycles": 2})).await;
    let id = fixture.subscribed(json!({})).await;
    fixture.clock("2027-01-25T10:00:00Z");
    let cancelled = fixture.acted(&id, "cancel", json!({})).await;
    assert_eq!(cancelled["end_date"], "2027-03-31");
    fixture.clock("2027-02-02T10:00:00Z");
    assert_eq!(balance(&fixture).await, json!(20));
    fixture.acted(&id, "uncancel", Value::Null).await;
    // Those of January are gone; those of February are not, as of every month.
    fixture.clock("2027-04-02T10:00:00Z");
    assert_eq!(balance(&fixture).await, json!(30));
    fixture.acted(&id, "cancel", json!({})).await;
    fixture.clock("2027-09-01T10:00:00Z");
    assert_eq!(balance(&fixture).await, json!(0));
    let last = fixture.credits().await.pop().unwrap_or_default();
    assert!(last.starts_with("2027-05-31 subscription_expiration"), "late it is dated at its end: {last}");
}

#[tokio::test]
async fn a_wallet_has_what_begins_to_be_granted_before_anybody_looks_at_the_subscription() {
    let another = json!({"name": "Resident", "price": 620, "expiring_credits": 41});
    for (plan, fields, instant, expected) in [
        (json!({"trial_days": 14}), json!({}), "2027-01-15T00:00:00Z", 10),
        (json!({}), json!({"start_date": "2027-01-20"}), "2027-01-20T00:00:00Z", 10),
        // A plan that grants nothing goes to one that does, now or with the next period.
        (json!({"expiring_credits": 0}), json!({}), "2027-02-01T00:00:00Z", 41),
        (json!({"expiring_credits": 0, "price": 900}), json!({}), "2027-02-01T00:00:00Z", 41),
    ] {
        let fixture = SubscriptionFixture::new(plan.clone()).await;
        let id = fixture.subscribed(fields).await;
        if expected == 41 {
            let another = fixture.plan(another.clone()).await;
            fixture.acted(&id, "change-plan", json!({"membership_plan_id": another})).await;
        }
        let granted = balance(&fixture).await.as_i64().expect("a number");
        if granted > 0 {
            spend(&fixture, granted).await;
        }
        fixture.clock(instant);
        assert_eq!(balance(&fixture).await, json!(expected), "{plan}");
    }
}

#[tokio::test]
async fn a_wallet_has_what_each_of_several_subscriptions_grants() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    fixture.subscribed(json!({})).await;
    fixture.clock("2027-01-15T11:00:00Z");
    fixture.subscribed(json!({"start_date": "2027-01-15"})).await;
    for instant in ["2027-02-01T00:00:00Z", "2027-02-15T00:00:00Z", "2027-03-01T00:00:00Z", "2027-03-15T00:00:00Z"] {
        let left = balance(&fixture).await.as_i64().expect("a number");
        if left > 0 {
            spend(&fixture, left).await;
        }
        fixture.clock(instant);
        assert_eq!(balance(&fixture).await, json!(10), "{instant}");
    }
}
