//! Invoices of a subscription that are due again, or were issued by hand.

use serde_json::{Value, json};
use tests::{SubscriptionFixture, accepted, made};

use super::{credit_note, hundred, id_of, room_with, wish};

#[tokio::test]
async fn an_invoice_that_is_due_again_makes_it_past_due_again() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    fixture.due_in(14).await;
    let id = fixture.subscribed(json!({})).await;
    fixture.clock("2027-01-16T12:00:00Z");
    assert_eq!(fixture.status(&id).await, "past_due");
    let invoice = fixture.invoice_bodies(&id).await.remove(0);
    let payment = json!({"customer_id": fixture.member, "invoice_id": invoice["id"], "amount": 300, "currency": "EUR",
        "method": "bank_transfer"});
    let paid = fixture.app.post("/payment-transactions", payment).await;
    accepted(&paid, 201);
    assert_eq!(fixture.status(&id).await, "active");
    accepted(&fixture.app.post(&format!("/payment-transactions/{}/refund", paid.id()), json!({})).await, 200);
    assert_eq!(fixture.status(&id).await, "past_due");
    assert_eq!(tests::total(&fixture.app, "/subscriptions?status=past_due").await, 1);
    let note = credit_note(&fixture, &invoice, 0, json!(300)).await;
    assert_eq!(fixture.status(&id).await, "active");
    accepted(&fixture.app.post(&format!("/credit-notes/{note}/void"), json!({})).await, 200);
    assert_eq!(fixture.status(&id).await, "past_due");
}

#[tokio::test]
async fn an_invoice_that_was_issued_by_hand_makes_it_past_due_too() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    fixture.due_in(14).await;
    let id = fixture.subscribed(json!({})).await;
    fixture.acted(&id, "pause", json!({"behaviour": "draft"})).await;
    let first = fixture.invoice_bodies(&id).await.remove(0);
    let pay = |invoice: &Value| format!("/invoices/{}/pay", id_of(invoice));
    accepted(&fixture.app.post(&pay(&first), json!({"amount": 300, "method": "cash"})).await, 200);
    fixture.acted(&id, "renew-now", Value::Null).await;
    let by_hand = json!({"customer_id": fixture.member, "location_id": fixture.location, "subscription_id": id,
        "items": [{"description": "Desk", "quantity": 1, "unit_amount": 10}]});
    made(&fixture.app, "/invoices", by_hand).await;
    let drafts = fixture.invoice_bodies(&id).await.into_iter().filter(|invoice| invoice["status"] == "draft");
    for draft in drafts.collect::<Vec<_>>() {
        accepted(&fixture.app.post(&format!("/invoices/{}/issue", id_of(&draft)), json!({})).await, 200);
        fixture.clock("2027-01-16T12:00:00Z");
        assert_eq!(fixture.status(&id).await, "past_due", "{draft}");
        let due = draft["total"].clone();
        accepted(&fixture.app.post(&pay(&draft), json!({"amount": due, "method": "cash"})).await, 200);
        assert_eq!(fixture.status(&id).await, "active");
        fixture.clock("2027-01-01T11:00:00Z");
    }
}

#[tokio::test]
async fn who_has_not_paid_for_longer_than_the_grace_is_none_after_a_pause_either() {
    let fixture = SubscriptionFixture::new(json!({"discount_rooms": 20, "grace_days": 3})).await;
    fixture.due_in(10).await;
    let room = room_with(&fixture, hundred()).await;
    let id = fixture.subscribed(json!({})).await;
    fixture.acted(&id, "pause", json!({"until": "2027-03-01"})).await;
    fixture.clock("2027-02-10T10:00:00Z");
    assert_eq!(fixture.status(&id).await, "paused");
    let wish = wish(&fixture, &room, "2027-03-10T10:00:00Z", "2027-03-10T11:00:00Z");
    let quote = async || fixture.app.post("/bookings/quote", wish.clone()).await.body["data"]["total_amount"].clone();
    assert_eq!(quote().await, json!(100));
    let invoice = fixture.invoice_bodies(&id).await.remove(0);
    let path = format!("/invoices/{}/pay", id_of(&invoice));
    accepted(&fixture.app.post(&path, json!({"amount": 300, "method": "cash"})).await, 200);
    assert_eq!(quote().await, json!(80));
}
