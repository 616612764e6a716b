//! What no credit note takes of an invoice is booked: with the notes it adds up to exactly the invoice, and what it
//! corrects is paid first.

use serde_json::{Value, json};
use tests::{SubscriptionFixture, accepted, made};

use super::{balance, invoices, statement};

/// A desk for 100 a month with 21 % tax, whose invoice of 121 has 50 notes of 0.05: 117.97 are left of it.
async fn with_fifty_notes() -> (SubscriptionFixture, String, Value) {
    let tax = json!({"custom_tax_rate": true, "tax_rate": 21, "price": 100});
    let fixture = SubscriptionFixture::new(tax).await;
    let id = fixture.subscribed(json!({})).await;
    let invoice = fixture.invoice_bodies(&id).await.remove(0);
    let line = json!({"invoice_item_id": invoice["items"][0]["id"], "amount": 0.05});
    let note = json!({"invoice_id": invoice["id"], "reason": "other", "lines": [line]});
    for _ in 0..50 {
        made(&fixture.app, "/credit-notes", note.clone()).await;
    }
    (fixture, id, invoice)
}

#[tokio::test]
async fn fifty_notes_and_the_booked_rest_are_exactly_what_was_paid() {
    let (fixture, id, invoice) = with_fifty_notes().await;
    let (app, member) = (&fixture.app, fixture.member.as_str());
    let path = format!("/invoices/{}/pay", invoice["id"].as_str().unwrap_or_default());
    accepted(&app.post(&path, json!({"amount": 117.97, "method": "cash"})).await, 200);
    // In two parts: 15 of 31 days are booked with the change, the rest with the end.
    fixture.clock("2027-01-17T10:00:00Z");
    let dearer = fixture.plan(json!({"name": "Other", "custom_tax_rate": true, "tax_rate": 21, "price": 1})).await;
    let now = json!({"membership_plan_id": dearer, "timing": "now"});
    let preview = fixture.acted(&id, "change-plan-preview", now.clone()).await["invoice"].clone();
    let before = statement(app, member).await;
    fixture.acted(&id, "change-plan", now).await;
    let after = statement(app, member).await;
    assert_eq!(before, json!(0));
    assert_eq!((&preview["total"], &preview["credit_notes"]), (&after, &json!([])));
    assert!(preview["booked_amount"].as_f64() > Some(50.0), "{preview}");
    tests::books_add_up(app).await;
    let (fixture, id, invoice) = with_fifty_notes().await;
    let (app, member) = (&fixture.app, fixture.member.as_str());
    let path = format!("/invoices/{}/pay", invoice["id"].as_str().unwrap_or_default());
    accepted(&app.post(&path, json!({"amount": 117.97, "method": "cash"})).await, 200);
    fixture.acted(&id, "cancel", json!({"timing": "now", "proration": "full_credit"})).await;
    assert_eq!((balance(app, member).await, statement(app, member).await), (json!(117.97), json!(-117.97)));
    tests::books_add_up(app).await;
}

#[tokio::test]
async fn a_booked_credit_pays_the_invoice_that_it_corrects_before_one_that_is_due_sooner() {
    let (fixture, id, _) = with_fifty_notes().await;
    let (app, member) = (&fixture.app, fixture.member.as_str());
    let items = json!([{"description": "Print", "quantity": 1, "unit_amount": 50, "tax_rate": 0}]);
    let body =
        json!({"customer_id": member, "location_id": fixture.location, "items": items, "due_date": "2027-01-02"});
    let other = made(app, "/invoices", body).await;
    accepted(&app.post(&format!("/invoices/{other}/issue"), json!({})).await, 200);
    fixture.acted(&id, "cancel", json!({"timing": "now", "proration": "full_credit"})).await;
    assert_eq!(invoices(app, member).await, [(json!(121), json!(0)), (json!(50), json!(50))]);
    assert_eq!((balance(app, member).await, statement(app, member).await), (json!(0), json!(50)));
    tests::books_add_up(app).await;
}
