//! An invoice of a subscription that was given up, and is paid after all: the deposit that it charged comes back.

use serde_json::{Value, json};
use tests::{SubscriptionFixture, accepted, made};

use super::{balance, invoices, statement};

/// A desk for 300 a month with 21 % tax and a deposit of 200, of which the invoice of 563 is given up; the subscription
/// and the invoice.
async fn given_up() -> (SubscriptionFixture, String, String) {
    let tax = json!({"custom_tax_rate": true, "tax_rate": 21, "deposit_amount": 200});
    let fixture = SubscriptionFixture::new(tax).await;
    let id = fixture.subscribed(json!({})).await;
    let invoice = fixture.invoice_bodies(&id).await.remove(0)["id"].as_str().unwrap_or_default().to_owned();
    accepted(&fixture.app.post(&format!("/invoices/{invoice}/mark-uncollectible"), json!({})).await, 200);
    (fixture, id, invoice)
}

async fn pay(fixture: &SubscriptionFixture, invoice: &str) {
    accepted(&fixture.app.post(&format!("/invoices/{invoice}/pay"), json!({"method": "cash"})).await, 200);
}

async fn has_deposit_back(fixture: &SubscriptionFixture, id: &str) {
    let (app, member) = (&fixture.app, fixture.member.as_str());
    assert_eq!(fixture.get(id).await["deposit"]["status"], "returned");
    assert_eq!((balance(app, member).await, statement(app, member).await), (json!(200), json!(-200)));
    let anonymised = app.post(&format!("/members/{member}/anonymise"), json!({})).await;
    assert_eq!(anonymised.refusal(), "409 in_use id money_owed");
    tests::books_add_up(app).await;
}

#[tokio::test]
async fn paid_before_the_end_the_deposit_comes_back_with_the_end() {
    let (fixture, id, invoice) = given_up().await;
    fixture.acted(&id, "cancel", json!({})).await;
    pay(&fixture, &invoice).await;
    assert_eq!(balance(&fixture.app, &fixture.member).await, json!(0));
    assert_eq!(fixture.get(&id).await["deposit"]["status"], "invoiced");
    fixture.clock("2027-02-03T10:00:00Z");
    // Nobody has looked since: whoever lets the member go writes it down.
    let anonymised = fixture.app.post(&format!("/members/{}/anonymise", fixture.member), json!({})).await;
    assert_eq!(anonymised.refusal(), "409 in_use id money_owed");
    has_deposit_back(&fixture, &id).await;
}

#[tokio::test]
async fn paid_after_the_end_the_deposit_comes_back_with_the_payment() {
    for way in ["pay", "payment-transactions"] {
        let (fixture, id, invoice) = given_up().await;
        fixture.acted(&id, "cancel", json!({})).await;
        fixture.clock("2027-02-03T10:00:00Z");
        let ended = fixture.get(&id).await;
        assert_eq!((&ended["status"], &ended["deposit"]["status"]), (&json!("cancelled"), &json!("pending")));
        if way == "pay" {
            pay(&fixture, &invoice).await;
        } else {
            let payment = json!({"customer_id": fixture.member, "amount": 563, "currency": "EUR",
                "method": "bank_transfer", "invoice_id": invoice});
            made(&fixture.app, "/payment-transactions", payment).await;
        }
        has_deposit_back(&fixture, &id).await;
    }
}

#[tokio::test]
async fn of_what_was_ended_at_once_meanwhile_it_comes_back_with_the_end_once() {
    let (fixture, id, invoice) = given_up().await;
    fixture.acted(&id, "cancel", json!({"timing": "now", "proration": "full_credit"})).await;
    pay(&fixture, &invoice).await;
    assert_eq!(balance(&fixture.app, &fixture.member).await, json!(0));
    fixture.clock("2027-01-02T10:00:00Z");
    has_deposit_back(&fixture, &id).await;
    fixture.clock("2027-01-03T10:00:00Z");
    has_deposit_back(&fixture, &id).await;
}

#[tokio::test]
async fn paid_in_part_it_stays_given_up_and_the_deposit_with_it() {
    let (fixture, id, invoice) = given_up().await;
    fixture.acted(&id, "cancel", json!({})).await;
    fixture.clock("2027-02-03T10:00:00Z");
    let part = json!({"amount": 562.99, "method": "cash"});
    accepted(&fixture.app.post(&format!("/invoices/{invoice}/pay"), part).await, 200);
    assert_eq!(fixture.get(&id).await["deposit"]["status"], "pending");
    pay(&fixture, &invoice).await;
    has_deposit_back(&fixture, &id).await;
}

#[tokio::test]
async fn the_deposit_that_comes_back_with_a_payment_pays_what_is_open() {
    let (fixture, id, invoice) = given_up().await;
    let (app, member) = (&fixture.app, fixture.member.as_str());
    fixture.acted(&id, "cancel", json!({})).await;
    fixture.clock("2027-02-03T10:00:00Z");
    fixture.get(&id).await;
    let items = json!([{"description": "Print", "quantity": 1, "unit_amount": 50, "tax_rate": 0}]);
    let open = json!({"customer_id": member, "location_id": fixture.location, "items": items});
    let open = made(app, "/invoices", open).await;
    accepted(&app.post(&format!("/invoices/{open}/issue"), json!({})).await, 200);
    pay(&fixture, &invoice).await;
    let due: Vec<Value> = invoices(app, member).await.into_iter().map(|(_, due)| due).collect();
    assert_eq!((due, balance(app, member).await), (vec![json!(0), json!(0)], json!(150)));
    tests::books_add_up(app).await;
}

#[tokio::test]
async fn of_somebody_who_has_gone_the_payment_is_taken_and_a_note_refunds_the_deposit() {
    let (fixture, id, invoice) = given_up().await;
    let (app, member) = (&fixture.app, fixture.member.as_str());
    fixture.acted(&id, "cancel", json!({})).await;
    fixture.clock("2027-02-03T10:00:00Z");
    accepted(&app.post(&format!("/members/{member}/anonymise"), json!({})).await, 200);
    pay(&fixture, &invoice).await;
    assert_eq!(balance(app, member).await, json!(0));
    let lines = app.get(&format!("/invoices/{invoice}")).await.body["data"]["items"].clone();
    let deposit = lines.as_array().into_iter().flatten().find(|line| line["kind"] == "deposit").cloned();
    let line = json!({"invoice_item_id": deposit.unwrap_or_default()["id"], "quantity": 1});
    let note = json!({"invoice_id": invoice, "reason": "other", "lines": [line], "refund_amount": 200});
    made(app, "/credit-notes", note).await;
    tests::books_add_up(app).await;
}
