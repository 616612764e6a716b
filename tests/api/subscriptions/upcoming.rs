//! What the next renewal of a subscription will invoice.

use serde_json::{Value, json};
use tests::{SubscriptionFixture, accepted, made};

async fn upcoming(fixture: &SubscriptionFixture, id: &str) -> Vec<Value> {
    let found = fixture.app.get(&format!("/invoices/upcoming?subscription_id={id}")).await;
    accepted(&found, 200);
    assert_eq!(found.body["data"]["customer_id"], json!(fixture.member));
    found.body["data"]["invoices"].as_array().cloned().unwrap_or_default()
}

const FIELDS: [&str; 6] = ["total", "amount_due", "due_date", "tax_lines", "subtotal", "discount_total"];

fn amounts(invoice: &Value) -> Vec<Value> {
    let lines = invoice["items"].as_array().into_iter().flatten();
    let lines = lines.map(|line| json!([line["description"], line["quantity"], line["unit_amount"], line["tax_rate"]]));
    let mut lines: Vec<Value> = lines.collect();
    lines.sort_by_key(Value::to_string);
    FIELDS.iter().map(|field| invoice[*field].clone()).chain(lines).collect()
}

#[tokio::test]
async fn what_is_upcoming_is_what_the_renewal_invoices() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    fixture.due_in(14).await;
    let item = json!({"description": "Locker", "unit_amount": 20, "recurrence": "recurring"});
    let id = fixture.subscribed(json!({})).await;
    accepted(&fixture.app.post(&format!("/subscriptions/{id}/items"), item).await, 200);
    let waits = json!({"customer_id": fixture.member, "location_id": fixture.location, "kind": "custom",
        "description": "Print", "quantity": 3, "unit_amount": 0.5});
    made(&fixture.app, "/invoice-items", waits).await;
    let before = upcoming(&fixture, &id).await;
    assert_eq!(before.len(), 1);
    assert_eq!((&before[0]["total"], &before[0]["due_date"]), (&json!(321.5), &json!("2027-02-15")));
    assert_eq!(amounts(&upcoming(&fixture, &id).await[0]), amounts(&before[0]), "asking changes nothing");
    fixture.clock("2027-01-31T23:30:00Z");
    fixture.get(&id).await;
    let invoices = fixture.invoice_bodies(&id).await;
    let made = invoices.iter().find(|invoice| invoice["period_start"] == "2027-02-01").expect("the renewal's invoice");
    assert_eq!(amounts(made), amounts(&before[0]));
}

#[tokio::test]
async fn a_change_that_is_scheduled_is_in_it_and_after_the_end_there_is_none() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let cheaper = fixture.plan(json!({"name": "Light", "price": 100})).await;
    let id = fixture.subscribed(json!({})).await;
    fixture.acted(&id, "change-plan", json!({"membership_plan_id": cheaper})).await;
    let next = upcoming(&fixture, &id).await;
    assert_eq!((&next[0]["total"], &next[0]["items"][0]["description"]), (&json!(100), &json!("Light")));
    fixture.acted(&id, "cancel", json!({"timing": "at_period_end"})).await;
    assert_eq!(upcoming(&fixture, &id).await, Vec::<Value>::new());
}

#[tokio::test]
async fn it_is_asked_for_a_customer_or_for_a_subscription() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    let refused = async |query: &str| fixture.app.get(&format!("/invoices/upcoming{query}")).await.refusal();
    let either = "422 rule_violation customer_id one_of_customer_id_and_subscription_id";
    assert_eq!(refused("").await, either);
    assert_eq!(refused(&format!("?customer_id={}&subscription_id={id}", fixture.member)).await, either);
    let unknown = refused(&format!("?subscription_id={}", tests::NOBODY)).await;
    assert_eq!(unknown, "422 rule_violation subscription_id reference_not_found");
}

#[tokio::test]
async fn of_a_customer_to_whom_money_is_owed_nothing_is_upcoming_but_what_the_balance_pays() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    let path = format!("/invoices/{}/pay", fixture.invoice_bodies(&id).await[0]["id"].as_str().unwrap_or_default());
    accepted(&fixture.app.post(&path, json!({"method": "cash"})).await, 200);
    fixture.acted(&id, "cancel", json!({"timing": "now", "proration": "full_credit"})).await;
    let of_customer = format!("/invoices/upcoming?customer_id={}", fixture.member);
    let found = fixture.app.get(&of_customer).await;
    accepted(&found, 200);
    assert_eq!(found.body["data"]["invoices"], json!([]));
    let charged = json!({"customer_id": fixture.member, "location_id": fixture.location, "description": "Print",
        "quantity": 1, "unit_amount": 7});
    made(&fixture.app, "/invoice-items", charged).await;
    let found = fixture.app.get(&of_customer).await;
    let next = &found.body["data"]["invoices"][0];
    assert_eq!((&next["total"], &next["applied_balance"], &next["amount_due"]), (&json!(7), &json!(7), &json!(0)));
}

#[tokio::test]
async fn while_the_next_period_is_paused_the_one_after_the_pause_is_upcoming() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    fixture.acted(&id, "pause", json!({"until": "2027-04-01"})).await;
    let next = upcoming(&fixture, &id).await;
    assert_eq!((&next[0]["total"], &next[0]["items"][0]["period_start"]), (&json!(300), &json!("2027-04-01")));
    fixture.acted(&id, "resume", Value::Null).await;
    fixture.acted(&id, "pause", json!({})).await;
    assert_eq!(upcoming(&fixture, &id).await, Vec::<Value>::new(), "a pause without an end");
}

#[tokio::test]
async fn a_preview_takes_what_waits_as_the_invoice_does() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    accepted(&fixture.app.put(&format!("/locations/{}", fixture.location), json!({"tax_rate": 21})).await, 200);
    let print = async |amount: Value| {
        let waits = json!({"customer_id": fixture.member, "location_id": fixture.location, "description": "Print",
            "quantity": 3, "unit_amount": amount});
        made(&fixture.app, "/invoice-items", waits).await;
    };
    print(json!(0.55)).await;
    let body = fixture.body(&json!({}));
    let preview = fixture.app.post("/subscriptions/preview", body).await;
    let first = preview.body["data"]["periods"][0]["invoice"].clone();
    let id = fixture.subscribed(json!({})).await;
    let made_first = fixture.invoice_bodies(&id).await.remove(0);
    assert_eq!((&first["total"], &first["subtotal"]), (&made_first["total"], &made_first["subtotal"]));
    print(json!(0.35)).await;
    print(json!(7)).await;
    let better = fixture.plan(json!({"name": "Resident", "price": 620})).await;
    fixture.clock("2027-01-16T10:00:00Z");
    let change = json!({"membership_plan_id": better});
    let preview = fixture.acted(&id, "change-plan-preview", change.clone()).await["invoice"].clone();
    fixture.acted(&id, "change-plan", change).await;
    let invoices = fixture.invoice_bodies(&id).await;
    let made = invoices.iter().find(|invoice| invoice["id"] != made_first["id"]).expect("the change's invoice");
    assert_eq!((&preview["total"], &preview["subtotal"]), (&made["total"], &made["subtotal"]));
    assert_eq!(preview["lines"].as_array().map(Vec::len), Some(4));
}
