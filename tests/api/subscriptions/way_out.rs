//! A renewal that is refused locks nothing: fewer, without items, and ending it are possible.

use serde_json::{Value, json};
use tests::{SubscriptionFixture, accepted, location_with, made};

/// A subscription with these fields to a plan whose price for renewals is so much from February on, which is refused
/// then.
async fn refused(fields: Value, price: i64) -> (SubscriptionFixture, String) {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let plan = json!({"name": "Desk", "price": 1, "currency": "EUR", "billing_cycle": "monthly"});
    let plan = made(&fixture.app, "/plans", plan).await;
    let linked = fixture.plan(json!({"plan_id": plan, "name": "Desk", "price": 1, "inherits": ["price"]})).await;
    let id = fixture.subscribed(tests::with(json!({"membership_plan_id": linked}), &fields)).await;
    let change = json!({"price": price, "effective_from": "2027-01-20T00:00:00Z", "apply_to": "renewals"});
    accepted(&fixture.app.post(&format!("/plans/{plan}/price-change"), change).await, 200);
    fixture.clock("2027-02-02T10:00:00Z");
    assert_eq!(fixture.act(&id, "renew-now", Value::Null).await.status, 422);
    (fixture, id)
}

async fn many() -> (SubscriptionFixture, String) {
    refused(json!({"quantity": 10_000}), 900_000).await
}

#[tokio::test]
async fn fewer_are_renewed_where_all_of_them_are_refused() {
    let (fixture, id) = many().await;
    let put =
        async |quantity: u32| fixture.app.put(&format!("/subscriptions/{id}"), json!({"quantity": quantity})).await;
    accepted(&fixture.app.put(&format!("/subscriptions/{id}"), json!({"metadata": {"a": "b"}})).await, 200);
    assert_eq!(put(10_000).await.status, 200, "as many as there are changes nothing");
    accepted(&put(1).await, 200);
    let renewed = fixture.get(&id).await;
    assert_eq!((&renewed["quantity"], &renewed["price"]), (&json!(1), &json!(900_000)));
    assert!(fixture.invoices(&id).await.contains(&"2027-02-01 900000".to_owned()));
    assert_eq!(put(10_000).await.refusal(), "422 rule_violation quantity out_of_range");
}

#[tokio::test]
async fn it_can_be_ended_while_its_renewal_is_refused() {
    for body in [json!({}), json!({"timing": "now"})] {
        let (fixture, id) = many().await;
        let ended = fixture.acted(&id, "cancel", body.clone()).await;
        let end = if body["timing"] == "now" { "2027-02-02" } else { "2027-02-28" };
        assert_eq!(ended["end_date"], end);
        fixture.clock("2027-03-02T10:00:00Z");
        assert_eq!(fixture.status(&id).await, "cancelled");
        tests::write_off_invoices(&fixture.app, &fixture.member).await;
        accepted(&fixture.app.delete(&format!("/members/{}", fixture.member)).await, 200);
    }
}

#[tokio::test]
async fn items_are_removed_while_a_renewal_is_refused() {
    let vault = json!({"description": "Vault", "unit_amount": 200, "recurrence": "recurring"});
    let (fixture, id) = refused(json!({"items": [vault]}), 999_999_900).await;
    let item = fixture.get(&id).await["items"][0]["id"].clone();
    let path = format!("/subscriptions/{id}/items/{}", item.as_str().unwrap_or_default());
    accepted(&fixture.app.delete(&path).await, 200);
    fixture.get(&id).await;
    assert!(fixture.invoices(&id).await.contains(&"2027-02-01 999999900".to_owned()));
}

#[tokio::test]
async fn more_of_a_plan_that_is_to_come_than_an_invoice_can_ask_for_is_refused() {
    let fixture = SubscriptionFixture::new(json!({"price": 1})).await;
    let dear = fixture.plan(json!({"name": "Suite", "price": 900_000_000})).await;
    let id = fixture.subscribed(json!({"quantity": 10})).await;
    let change = json!({"membership_plan_id": dear, "quantity": 1, "timing": "at_period_end"});
    fixture.acted(&id, "change-plan", change).await;
    for quantity in [9, 10] {
        let refused = fixture.app.put(&format!("/subscriptions/{id}"), json!({"quantity": quantity})).await;
        assert_eq!(refused.refusal(), "422 rule_violation quantity out_of_range", "{quantity}");
    }
    fixture.clock("2027-02-02T10:00:00Z");
    assert_eq!(fixture.get(&id).await["price"], json!(900_000_000));
}

#[tokio::test]
async fn what_fits_an_invoice_fits_it_with_tax_on_top_too() {
    let fixture = SubscriptionFixture::new(json!({"price": 1})).await;
    let taxed = json!({"name": "Quay House", "tax_rate": 21, "tax_inclusive": true});
    let taxed = location_with(&fixture.app, taxed).await;
    let dear = fixture.plan(json!({"location_id": taxed, "name": "Suite", "price": 900_000_000})).await;
    let refused = fixture.app.post("/subscriptions", fixture.body(&json!({"membership_plan_id": dear}))).await;
    assert_eq!(refused.refusal(), "422 rule_violation membership_plan_id out_of_range");
}

#[tokio::test]
async fn a_blocked_customer_may_have_what_costs_no_more_than_before() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let dear = fixture.plan(json!({"name": "Suite", "price": 3000})).await;
    let same = fixture.subscribed(json!({"quantity": 10})).await;
    let other = fixture.subscribed(json!({"quantity": 10})).await;
    accepted(&fixture.app.put(&format!("/subscriptions/{same}"), json!({"quantity": 5})).await, 200);
    let change = json!({"membership_plan_id": dear, "quantity": 1, "timing": "at_period_end"});
    fixture.acted(&other, "change-plan", change).await;
    accepted(&fixture.app.post(&format!("/members/{}/block", fixture.member), json!({})).await, 200);
    let put = async |id: &str, quantity: u32| {
        fixture.app.put(&format!("/subscriptions/{id}"), json!({"quantity": quantity})).await
    };
    let blocked = "422 rule_violation customer_id customer_blocked";
    for quantity in [8, 10] {
        accepted(&put(&same, quantity).await, 200);
    }
    assert_eq!(put(&same, 11).await.refusal(), blocked);
    // Nine of the dear one are more than ten of now, and than the one that was to come.
    assert_eq!(put(&other, 9).await.refusal(), blocked);
}
