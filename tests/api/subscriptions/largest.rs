//! What is more than an invoice can ask for is not agreed on, and what blocked customers may not have.

use serde_json::{Value, json};
use testing::Fault;
use tests::{SubscriptionFixture, accepted};

fn item(price: &Value) -> Value {
    json!({"description": "Vault", "unit_amount": price, "recurrence": "recurring"})
}

#[tokio::test]
async fn what_cannot_be_invoiced_together_is_not_agreed_on() {
    let fixture = SubscriptionFixture::new(json!({"price": 400_000_000})).await;
    let most = json!(600_000_000);
    for (fields, field) in [
        (json!({"quantity": 10_000}), "quantity"),
        (json!({"items": [item(&most), item(&json!(0.01))]}), "items[1].unit_amount"),
        (json!({"quantity": 2, "items": [item(&json!(1)), item(&most)]}), "items[1].unit_amount"),
    ] {
        for path in ["/subscriptions", "/subscriptions/preview"] {
            let refused = fixture.app.post(path, fixture.body(&fields)).await.refusal();
            assert_eq!(refused, format!("422 rule_violation {field} out_of_range"), "{path}");
        }
    }
    for start in ["2027-01-01", "2027-02-01"] {
        let id = fixture.subscribed(json!({"start_date": start, "items": [item(&most)]})).await;
        let more = fixture.act(&id, "items", item(&json!(1))).await.refusal();
        assert_eq!(more, "422 rule_violation unit_amount out_of_range");
        let raised = fixture.app.put(&format!("/subscriptions/{id}"), json!({"quantity": 2})).await.refusal();
        assert_eq!(raised, "422 rule_violation quantity out_of_range");
        let dear = fixture.plan(json!({"name": "Suite", "price": 400_000_001})).await;
        let change = fixture.act(&id, "change-plan", json!({"membership_plan_id": dear})).await.refusal();
        assert_eq!(change, "422 rule_violation membership_plan_id out_of_range");
        fixture.clock("2027-03-01T10:00:00Z");
        let renewed = fixture.invoices(&id).await;
        assert_eq!(fixture.status(&id).await, "active");
        assert!(fixture.invoices(&id).await.len() > renewed.len(), "it is renewed");
        fixture.clock("2027-01-01T11:00:00Z");
    }
}

#[tokio::test]
async fn balances_are_shown_whatever_refuses_a_renewal() {
    let fixture = SubscriptionFixture::new(json!({"price": 999_999_999})).await;
    let id = fixture.subscribed(json!({})).await;
    accepted(&fixture.app.put(&format!("/locations/{}", fixture.location), json!({"tax_rate": 21})).await, 200);
    let change = json!({"amount": 999_999_999.99, "effective_from": "2027-02-01T00:00:00Z", "apply_to": "renewals"});
    drop(fixture.app.post(&format!("/memberships/{}/price-changes", fixture.plan), change).await);
    fixture.clock("2027-02-02T10:00:00Z");
    let item = json!({"customer_id": fixture.member, "location_id": fixture.location, "description": "Print",
        "quantity": 1, "unit_amount": 1});
    accepted(&fixture.app.post("/invoice-items", item).await, 201);
    accepted(&fixture.app.get(&format!("/customers/{}/balances", fixture.member)).await, 200);
    accepted(&fixture.app.get(&format!("/subscriptions/{id}")).await, 200);
}

#[tokio::test]
async fn a_blocked_customer_gets_nothing_more() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let dear = fixture.plan(json!({"name": "Suite", "price": 3000})).await;
    let id = fixture.subscribed(json!({})).await;
    let to_come = fixture.subscribed(json!({"start_date": "2027-01-20"})).await;
    let ending = fixture.subscribed(json!({})).await;
    fixture.acted(&ending, "cancel", json!({})).await;
    accepted(&fixture.app.post(&format!("/members/{}/block", fixture.member), json!({})).await, 200);
    let blocked = "422 rule_violation customer_id customer_blocked";
    let change =
        |timing: &str, proration: &str| json!({"membership_plan_id": dear, "timing": timing, "proration": proration});
    for (subscription, action, body) in [
        (&id, "items", item(&json!(1))),
        (&id, "renew-now", Value::Null),
        (&id, "change-plan", change("at_period_end", "prorate")),
        (&id, "change-plan", change("now", "none")),
        (&to_come, "change-plan", change("now", "prorate")),
        (&ending, "uncancel", Value::Null),
    ] {
        assert_eq!(fixture.act(subscription, action, body.clone()).await.refusal(), blocked, "{action} {body}");
    }
    for subscription in [&id, &to_come] {
        let more = fixture.app.put(&format!("/subscriptions/{subscription}"), json!({"quantity": 2})).await;
        assert_eq!(more.refusal(), blocked);
    }
    assert_eq!(fixture.acted(&id, "cancel", json!({})).await["cancel_at_period_end"], true);
}

#[tokio::test]
async fn a_raise_to_as_many_as_are_to_come_is_one_now() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let smaller = fixture.plan(json!({"name": "Light", "price": 10})).await;
    let id = fixture.subscribed(json!({})).await;
    let change = json!({"membership_plan_id": smaller, "quantity": 5});
    assert_eq!(fixture.acted(&id, "change-plan", change).await["scheduled_change"]["quantity"], 5);
    let raised = fixture.app.put(&format!("/subscriptions/{id}"), json!({"quantity": 5})).await;
    assert_eq!(raised.body["data"]["quantity"], 5);
    assert_eq!(raised.body["data"]["scheduled_change"]["quantity"], 5);
    assert_eq!(fixture.invoices(&id).await, ["2027-01-01 1200", "2027-01-01 300"]);
}

#[tokio::test]
async fn what_is_charged_once_is_not_charged_again_with_another_cycle() {
    for timing in ["now", "at_period_end"] {
        let fixture = SubscriptionFixture::new(json!({})).await;
        let quarterly = fixture.plan(json!({"name": "Quarter", "price": 1000, "cycle": "quarterly"})).await;
        let once = json!({"description": "Key", "unit_amount": 50, "recurrence": "one_off"});
        let later =
            json!({"description": "Lamp", "unit_amount": 70, "recurrence": "one_off", "start_date": "2027-02-20"});
        let id = fixture.subscribed(json!({"items": [once, later]})).await;
        fixture.acted(&id, "change-plan", json!({"membership_plan_id": quarterly, "timing": timing})).await;
        fixture.clock("2027-06-01T10:00:00Z");
        let items = fixture.get(&id).await["items"].clone();
        assert_eq!(items.as_array().map(Vec::len), Some(1), "{timing}: {items}");
        let invoices = fixture.invoice_bodies(&id).await;
        let lines = |name: &str| {
            let of = |invoice: &Value| invoice["items"].as_array().cloned().unwrap_or_default();
            invoices.iter().flat_map(of).filter(|line| line["description"] == json!(name)).count()
        };
        assert_eq!((lines("Key"), lines("Lamp")), (1, 1), "{timing}");
    }
}

#[tokio::test]
async fn balances_are_answered_while_others_write_them() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    fixture.subscribed(json!({})).await;
    fixture.clock("2027-02-02T10:00:00Z");
    let conflict = Fault::Cancel(vec!["TransactionConflict", "None"]);
    fixture.app.faults.next("TransactWriteItems", u32::MAX, conflict);
    let path = format!("/customers/{}/balances", fixture.member);
    accepted(&fixture.app.get(&path).await, 200);
    fixture.app.faults.clear();
    let balances = fixture.app.get(&path).await;
    assert_eq!(balances.body["data"]["credits"]["total"], json!(10), "{}", balances.text);
}
