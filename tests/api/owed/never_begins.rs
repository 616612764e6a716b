//! What comes back of a subscription that never begins: all that it charged, and it pays what is open.

use serde_json::{Value, json};
use tests::{SubscriptionFixture, accepted, made};

use super::{balance, invoices, statement};

/// A desk for 300 a month with 21 % tax, a setup fee of 50 and a deposit of 200.
async fn desk() -> SubscriptionFixture {
    let fields = json!({"custom_tax_rate": true, "tax_rate": 21, "setup_fee": 50, "deposit_amount": 200});
    SubscriptionFixture::new(fields).await
}

/// A subscription that begins on 11 January and was invoiced already: 423.50 and the deposit of 200.
async fn to_come(fixture: &SubscriptionFixture) -> String {
    fixture.subscribed(json!({"start_date": "2027-01-11", "invoice_days_in_advance": 15})).await
}

/// An issued invoice of 24.20 without tax.
async fn other(fixture: &SubscriptionFixture) {
    let items = json!([{"description": "Print", "quantity": 1, "unit_amount": 24.2, "tax_rate": 0}]);
    let body = json!({"customer_id": fixture.member, "location_id": fixture.location, "items": items});
    let open = made(&fixture.app, "/invoices", body).await;
    accepted(&fixture.app.post(&format!("/invoices/{open}/issue"), json!({})).await, 200);
}

async fn pay(fixture: &SubscriptionFixture, id: &str, amount: Value) {
    let invoice = fixture.invoice_bodies(id).await.remove(0);
    let path = format!("/invoices/{}/pay", invoice["id"].as_str().unwrap_or_default());
    accepted(&fixture.app.post(&path, json!({"amount": amount, "method": "bank_transfer"})).await, 200);
}

/// What the customer has, and owes by the statement, and what is due of the invoices.
async fn told(fixture: &SubscriptionFixture) -> (Value, Value, Vec<Value>) {
    let (app, member) = (&fixture.app, fixture.member.as_str());
    let due = invoices(app, member).await.into_iter().map(|(_, due)| due).collect();
    tests::books_add_up(app).await;
    (balance(app, member).await, statement(app, member).await, due)
}

#[tokio::test]
async fn all_that_was_charged_comes_back_however_much_of_it_was_paid() {
    for paid in [json!(0.01), json!(100), json!(623.5)] {
        let fixture = desk().await;
        let id = to_come(&fixture).await;
        assert_eq!(fixture.invoice_bodies(&id).await[0]["total"], json!(623.5));
        pay(&fixture, &id, paid.clone()).await;
        let off = fixture.acted(&id, "cancel", json!({"timing": "now"})).await;
        assert_eq!((&off["status"], &off["deposit"]["status"]), (&json!("cancelled"), &json!("returned")), "{paid}");
        assert_eq!(told(&fixture).await.0, paid);
    }
}

#[tokio::test]
async fn what_was_paid_of_it_pays_what_is_open() {
    let fixture = desk().await;
    other(&fixture).await;
    let id = to_come(&fixture).await;
    pay(&fixture, &id, json!(100)).await;
    fixture.acted(&id, "cancel", json!({"timing": "now"})).await;
    assert_eq!(told(&fixture).await, (json!(75.8), json!(-75.8), vec![json!(0), json!(0)]));
}

#[tokio::test]
async fn what_was_paid_of_a_first_invoice_that_nobody_paid_in_time_pays_what_is_open() {
    let fixture = desk().await;
    other(&fixture).await;
    let id = fixture.subscribed(json!({"collection": "charge"})).await;
    pay(&fixture, &id, json!(50)).await;
    fixture.clock("2027-01-03T10:00:00Z");
    assert_eq!(fixture.status(&id).await, "incomplete_expired");
    assert_eq!(told(&fixture).await, (json!(25.8), json!(-25.8), vec![json!(0), json!(0)]));
}

#[tokio::test]
async fn what_the_balance_paid_of_a_voided_invoice_pays_what_is_open() {
    let fixture = desk().await;
    let credit = json!({"customer_id": fixture.member, "location_id": fixture.location, "description": "Goodwill",
        "quantity": 1, "unit_amount": -30, "tax_rate": 0});
    made(&fixture.app, "/invoice-items", credit).await;
    let id = to_come(&fixture).await;
    other(&fixture).await;
    assert_eq!(told(&fixture).await, (json!(0), json!(617.7), vec![json!(593.5), json!(24.2)]));
    fixture.acted(&id, "cancel", json!({"timing": "now"})).await;
    assert_eq!(fixture.invoice_bodies(&id).await[0]["status"], "voided");
    assert_eq!(told(&fixture).await, (json!(5.8), json!(-5.8), vec![json!(0), json!(0)]));
}
