//! Refunds that credit notes promised: the money is owed until a payment has given it back.

use serde_json::{Value, json};
use testing::TestResponse;
use tests::{InvoiceFixture, accepted, made, member};

use super::{balance, cleared, statement};

/// An issued invoice of 121, and a customer who is a member.
async fn of_member() -> (InvoiceFixture, Value) {
    let mut fixture = InvoiceFixture::new().await;
    fixture.customer = member(&fixture.app, "ann@example.com").await;
    let invoice = fixture.issued_with(&[json!(100)], json!({})).await;
    (fixture, invoice)
}

fn id(record: &Value) -> &str {
    record["id"].as_str().unwrap_or_default()
}

/// Credits all of an invoice of 121, which is paid, and promises to refund it; the note's id.
async fn promised(fixture: &InvoiceFixture, invoice: &Value) -> String {
    let note = fixture.credit(invoice, &[(0, json!({"quantity": 1}))], json!({"refund_amount": 121})).await;
    accepted(&note, 201);
    id(&note.body["data"]).to_owned()
}

async fn refunded(fixture: &InvoiceFixture, invoice: &Value, note: &str) -> TestResponse {
    let payments = fixture.app.get(&format!("/payment-transactions?invoice_id={}", id(invoice))).await;
    let path = format!("/payment-transactions/{}/refund", id(&payments.body["data"][0]));
    fixture.app.post(&path, json!({"credit_note_id": note})).await
}

#[tokio::test]
async fn a_member_to_whom_a_note_promised_a_refund_goes_once_it_is_made() {
    let (fixture, invoice) = of_member().await;
    accepted(&fixture.pay(id(&invoice), json!(121)).await, 200);
    let note = promised(&fixture, &invoice).await;
    assert_eq!(statement(&fixture.app, &fixture.customer).await, json!(-121));
    let path = format!("/members/{}", fixture.customer);
    let refused = fixture.app.post(&format!("{path}/anonymise"), json!({})).await;
    assert_eq!(refused.refusal(), "409 in_use id refund_promised");
    let named = &refused.body["error"]["details"]["in_use"];
    assert_eq!((&named[0]["kind"], &named[0]["id"]), (&json!("credit_note"), &json!(note)));
    assert_eq!(fixture.app.delete(&path).await.refusal(), "409 in_use id refund_promised");
    accepted(&refunded(&fixture, &invoice, &note).await, 200);
    assert_eq!(statement(&fixture.app, &fixture.customer).await, json!(0));
    accepted(&fixture.app.delete(&path).await, 200);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_company_to_which_a_note_promised_a_refund_is_neither_archived_nor_deleted_before_all_of_it_is_made() {
    let fixture = InvoiceFixture::new().await;
    let invoice = fixture.issued_with(&[json!(100)], json!({})).await;
    accepted(&fixture.pay(id(&invoice), json!(121)).await, 200);
    let note = promised(&fixture, &invoice).await;
    let path = format!("/companies/{}", fixture.customer);
    let payments = fixture.app.get(&format!("/payment-transactions?invoice_id={}", id(&invoice))).await;
    let refund = format!("/payment-transactions/{}/refund", id(&payments.body["data"][0]));
    for amount in [120, 1] {
        let archived = fixture.app.post(&format!("{path}/archive"), json!({})).await;
        assert_eq!(archived.refusal(), "409 in_use id refund_promised");
        assert_eq!(fixture.app.delete(&path).await.refusal(), "409 in_use id refund_promised");
        accepted(&fixture.app.post(&refund, json!({"credit_note_id": note, "amount": amount})).await, 200);
    }
    accepted(&fixture.app.delete(&path).await, 200);
}

#[tokio::test]
async fn what_a_note_promised_of_what_the_balance_had_paid_goes_to_the_balance_and_is_owed_there() {
    let (fixture, invoice) = of_member().await;
    let goodwill = json!({"customer_id": fixture.customer, "location_id": fixture.location, "description": "Goodwill",
        "quantity": 1, "unit_amount": -121, "tax_rate": 0});
    made(&fixture.app, "/invoice-items", goodwill).await;
    let note = promised(&fixture, &invoice).await;
    let path = format!("/members/{}", fixture.customer);
    assert_eq!(fixture.app.delete(&path).await.refusal(), "409 in_use id refund_promised");
    accepted(&refunded(&fixture, &invoice, &note).await, 200);
    assert_eq!(balance(&fixture.app, &fixture.customer).await, json!(121));
    assert_eq!(fixture.app.delete(&path).await.refusal(), "409 in_use id money_owed");
    let paid_out = json!({"decision": "paid_out", "method": "bank_transfer"});
    accepted(&cleared(&fixture.app, &fixture.customer, paid_out).await, 201);
    accepted(&fixture.app.delete(&path).await, 200);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn what_a_note_promised_to_somebody_who_has_gone_is_paid_out_although_the_balance_had_paid_it() {
    let (fixture, invoice) = of_member().await;
    let goodwill = json!({"customer_id": fixture.customer, "location_id": fixture.location, "description": "Goodwill",
        "quantity": 1, "unit_amount": -121, "tax_rate": 0});
    made(&fixture.app, "/invoice-items", goodwill).await;
    accepted(&fixture.app.delete(&format!("/members/{}", fixture.customer)).await, 200);
    let note = promised(&fixture, &invoice).await;
    assert_eq!(statement(&fixture.app, &fixture.customer).await, json!(-121));
    // Without the note it would be due again, of somebody who has gone.
    let payments = fixture.app.get(&format!("/payment-transactions?invoice_id={}", id(&invoice))).await;
    let path = format!("/payment-transactions/{}/refund", id(&payments.body["data"][0]));
    let refused = fixture.app.post(&path, json!({})).await;
    assert_eq!(refused.refusal(), "409 invalid_state customer_id customer_deleted");
    accepted(&refunded(&fixture, &invoice, &note).await, 200);
    assert_eq!(refunded(&fixture, &invoice, &note).await.refusal(), "409 invalid_state");
    assert_eq!(statement(&fixture.app, &fixture.customer).await, json!(0));
    assert_eq!(balance(&fixture.app, &fixture.customer).await, json!(0));
    tests::books_add_up(&fixture.app).await;
}
