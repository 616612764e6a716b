//! Payments of invoices (`docs/areas/invoices.md`, 4).

use serde_json::{Value, json};
use tests::{InvoiceFixture, accepted, having};

fn state(invoice: &Value) -> (&str, Value, Value) {
    (
        invoice["status"].as_str().unwrap_or_default(),
        invoice["amount_paid"].clone(),
        invoice["amount_due"].clone(),
    )
}

#[tokio::test]
async fn an_invoice_is_paid_in_parts_until_nothing_is_due() {
    let fixture = InvoiceFixture::new().await;
    let id = fixture.issued(&[json!(100)]).await;
    accepted(&fixture.pay(&id, json!(21)).await, 200);
    assert_eq!(state(&fixture.invoice(&id).await), ("issued", json!(21), json!(100)));
    let paid = fixture.act(&id, "pay", json!({"method": "cash"})).await;
    accepted(&paid, 200);
    assert_eq!(state(&paid.body["data"]), ("paid", json!(121), json!(0)));
    assert_eq!(paid.body["data"]["paid_at"], "2026-11-21T09:00:00.000Z");
    assert_eq!(fixture.pay(&id, json!(1)).await.code(), "invalid_state");
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn more_than_is_due_is_refused_or_goes_to_the_balance() {
    let fixture = InvoiceFixture::new().await;
    let id = fixture.issued(&[json!(100)]).await;
    let refused = fixture.pay(&id, json!(121.01)).await;
    assert_eq!(refused.refusal(), "422 rule_violation amount above_amount_due");
    assert_eq!(fixture.pay(&id, json!(0)).await.refusal(), "422 rule_violation amount out_of_range");
    assert_eq!(fixture.pay(&id, json!(1.001)).await.refusal(), "422 rule_violation amount too_many_decimals");
    let body = json!({"amount": 150, "method": "bank_transfer", "excess": "balance"});
    accepted(&fixture.act(&id, "pay", body).await, 200);
    assert_eq!(state(&fixture.invoice(&id).await), ("paid", json!(121), json!(0)));
    let next = fixture.issued_with(&[json!(100)], json!({})).await;
    assert_eq!((&next["applied_balance"], &next["amount_due"]), (&json!(29), &json!(92)));
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_draft_is_not_paid_and_what_was_given_up_still_is() {
    let fixture = InvoiceFixture::new().await;
    let draft = fixture.draft(&[json!(100)]).await;
    assert_eq!(fixture.pay(&draft, json!(1)).await.code(), "invalid_state");
    let id = fixture.issued(&[json!(100)]).await;
    accepted(&fixture.act(&id, "mark-uncollectible", json!({})).await, 200);
    accepted(&fixture.pay(&id, json!(21)).await, 200);
    assert_eq!(state(&fixture.invoice(&id).await), ("uncollectible", json!(21), json!(100)));
    accepted(&fixture.pay(&id, json!(100)).await, 200);
    assert_eq!(state(&fixture.invoice(&id).await), ("paid", json!(121), json!(0)));
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_payment_that_is_told_twice_is_taken_once() {
    let fixture = InvoiceFixture::new().await;
    let (id, other) = (fixture.issued(&[json!(100)]).await, fixture.issued(&[json!(100)]).await);
    let body = json!({"amount": 21, "method": "external", "gateway_reference": "bank-7"});
    let answers = tests::sixteen(&fixture.app, "POST", &format!("/invoices/{id}/pay"), Some(body.clone())).await;
    assert_eq!(having(&answers, 200), 16, "{}", answers[0].text);
    assert_eq!(state(&fixture.invoice(&id).await), ("issued", json!(21), json!(100)));
    let elsewhere = fixture.act(&other, "pay", body).await;
    assert_eq!(elsewhere.refusal(), "409 already_exists gateway_reference already_exists");
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn sixteen_payments_at_once_pay_no_more_than_is_due() {
    let fixture = InvoiceFixture::new().await;
    let id = fixture.issued(&[json!(100)]).await;
    let body = json!({"amount": 20, "method": "cash"});
    let answers = tests::sixteen(&fixture.app, "POST", &format!("/invoices/{id}/pay"), Some(body)).await;
    assert_eq!((having(&answers, 200), having(&answers, 422)), (6, 10));
    assert_eq!(state(&fixture.invoice(&id).await), ("issued", json!(120), json!(1)));
    tests::books_add_up(&fixture.app).await;
}
