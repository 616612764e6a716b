//! Items: what is charged besides the plan.

use serde_json::{Value, json};
use tests::{SubscriptionFixture, accepted};

#[tokio::test]
async fn items_are_charged_once_or_with_every_period() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    let locker = json!({"description": "Locker", "unit_amount": 15, "quantity": 2, "recurrence": "recurring"});
    let with = fixture.acted(&id, "items", locker).await;
    let item = with["items"][0]["id"].as_str().expect("an id").to_owned();
    assert_eq!(with["items"][0]["start_date"], "2027-02-01");
    let key = json!({"description": "Key", "unit_amount": 9.5, "recurrence": "one_off", "start_date": "2027-02-10"});
    fixture.acted(&id, "items", key).await;
    fixture.clock("2027-03-01T10:00:00Z");
    fixture.get(&id).await;
    assert_eq!(fixture.invoices(&id).await, ["2027-01-01 300", "2027-02-01 330", "2027-03-01 339.5"]);
    let path = format!("/subscriptions/{id}/items/{item}");
    accepted(&fixture.app.delete(&path).await, 200);
    assert_eq!(fixture.app.delete(&path).await.refusal(), "404 not_found");
    fixture.clock("2027-04-01T10:00:00Z");
    fixture.get(&id).await;
    assert_eq!(fixture.invoices(&id).await[3], "2027-04-01 300");
}

#[tokio::test]
async fn items_of_a_new_subscription_are_on_its_first_invoice() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let locker = json!({"description": "Locker", "unit_amount": 15, "recurrence": "recurring"});
    let id = fixture.subscribed(json!({"items": [locker]})).await;
    assert_eq!(fixture.invoices(&id).await, ["2027-01-01 315"]);
    let past = json!({"description": "Key", "unit_amount": 5, "recurrence": "one_off", "start_date": "2026-12-31"});
    let refused = fixture.act(&id, "items", past).await.refusal();
    assert_eq!(refused, "422 rule_violation start_date in_the_past");
    let yearly = fixture.plan(json!({"cycle": "yearly", "price": 5000})).await;
    let change = fixture.act(&id, "change-plan", json!({"membership_plan_id": yearly})).await.refusal();
    assert_eq!(change, "409 invalid_state", "a price for a month is none for a year");
}

#[tokio::test]
async fn none_that_recurs_is_added_while_it_goes_to_another_cycle() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    let yearly = fixture.plan(json!({"cycle": "yearly", "price": 5000})).await;
    fixture.acted(&id, "change-plan", json!({"membership_plan_id": yearly, "timing": "at_period_end"})).await;
    let item = |recurrence: &str| json!({"description": "Locker", "unit_amount": 15, "recurrence": recurrence});
    assert_eq!(fixture.act(&id, "items", item("recurring")).await.refusal(), "409 invalid_state");
    fixture.acted(&id, "items", item("one_off")).await;
    fixture.clock("2027-02-01T10:00:00Z");
    assert_eq!(fixture.get(&id).await["cycle"], "yearly");
    fixture.acted(&id, "items", item("recurring")).await;
}

#[tokio::test]
async fn a_subscription_has_at_most_twenty_items() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let item = json!({"description": "Key", "unit_amount": 1, "recurrence": "recurring"});
    let id = fixture.subscribed(json!({"items": vec![item.clone(); 20]})).await;
    assert_eq!(fixture.act(&id, "items", item.clone()).await.refusal(), "409 capacity_exceeded");
    let body = fixture.body(&json!({"items": vec![item; 21]}));
    let refused = fixture.app.post("/subscriptions", body).await;
    assert_eq!((refused.status, refused.body["data"].clone()), (400, Value::Null));
}

#[tokio::test]
async fn all_of_an_item_together_are_an_amount_that_can_be_invoiced() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    let item =
        json!({"description": "Vault", "unit_amount": 900_000_000, "quantity": 10_000, "recurrence": "recurring"});
    let refused = fixture.act(&id, "items", item.clone()).await.refusal();
    assert_eq!(refused, "422 rule_violation unit_amount out_of_range");
    let body = fixture.body(&json!({"items": [item]}));
    let refused = fixture.app.post("/subscriptions", body).await.refusal();
    assert_eq!(refused, "422 rule_violation items[0].unit_amount out_of_range");
}
