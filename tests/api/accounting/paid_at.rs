//! When a payment was made: within limits, and booked then.

use serde_json::{Value, json};
use tests::{InvoiceFixture, accepted, member, with};
use values::Clock as _;

use super::{clock, close, sums};

#[tokio::test]
async fn a_payment_is_booked_when_it_was_made() {
    let fixture = InvoiceFixture::new().await;
    let app = &fixture.app;
    clock(app, "2026-11-22T10:00:00Z");
    let invoice = fixture.issued(&[json!(100)]).await;
    clock(app, "2026-11-27T10:00:00Z");
    let paid = json!({"method": "bank_transfer", "paid_at": "2026-11-23T09:00:00Z"});
    let paid = fixture.act(&invoice, "pay", paid).await;
    accepted(&paid, 200);
    assert_eq!(
        (&paid.body["data"]["status"], &paid.body["data"]["paid_at"]),
        (&json!("paid"), &json!("2026-11-23T09:00:00.000Z"))
    );
    let payments = app.get(&format!("/payment-transactions?invoice_id={invoice}")).await;
    assert_eq!(payments.body["data"][0]["paid_at"], "2026-11-23T09:00:00.000Z");
    let before = sums(app, "?at=2026-11-23T08:59:59.999Z").await;
    let after = sums(app, "?at=2026-11-23T09:00:00Z").await;
    let of = |sums: &[(String, i64)], name: &str| sums.iter().find(|(own, _)| own == name).map(|(_, minor)| *minor);
    assert_eq!((of(&before, "accounts_receivable"), of(&before, "cash")), (Some(12_100), None));
    assert_eq!((of(&after, "accounts_receivable"), of(&after, "cash")), (None, Some(12_100)));
    tests::books_add_up(app).await;
}

#[tokio::test]
async fn what_a_bank_dates_on_tomorrow_is_booked_now() {
    let fixture = InvoiceFixture::new().await;
    let app = &fixture.app;
    let invoice = fixture.issued(&[json!(100)]).await;
    let ahead = app.clock.now().plus(chrono::Duration::hours(24));
    let paid = json!({"method": "bank_transfer", "paid_at": ahead});
    accepted(&fixture.act(&invoice, "pay", paid).await, 200);
    let payments = app.get(&format!("/payment-transactions?invoice_id={invoice}")).await;
    assert_eq!(payments.body["data"][0]["paid_at"], json!(ahead));
    tests::books_add_up(app).await;
}

#[tokio::test]
async fn a_payment_was_made_within_a_year_not_before_the_issue_and_in_no_closed_period() {
    let fixture = InvoiceFixture::new().await;
    let app = &fixture.app;
    clock(app, "2026-11-22T10:00:00Z");
    let invoice = fixture.issued(&[json!(100)]).await;
    clock(app, "2026-12-03T10:00:00Z");
    let ann = member(app, "ann@example.com").await;
    accepted(&close(app, "2026-11-25").await, 200);
    let of_invoice = json!({"invoice_id": invoice, "customer_id": fixture.customer});
    for (fields, refusal) in [
        (json!({"paid_at": "2026-12-04T10:00:00.001Z"}), "in_the_future"),
        (json!({"paid_at": "2025-12-02T09:59:59Z"}), "too_long_ago"),
        (json!({"paid_at": "2026-11-25T22:59:59Z"}), "books_closed"),
        (with(of_invoice.clone(), &json!({"paid_at": "2026-11-21T22:59:59Z"})), "before_issue"),
        (with(of_invoice.clone(), &json!({"paid_at": "2026-11-23T00:00:00Z"})), "books_closed"),
        (
            with(of_invoice.clone(), &json!({"paid_at": "2026-11-27T00:00:00Z", "method": "balance"})),
            "not_of_this_method",
        ),
        (json!({"paid_at": "2026-11-27T00:00:00Z", "method": "card"}), "not_of_this_method"),
    ] {
        let body = json!({"customer_id": ann, "amount": 5, "currency": "EUR", "method": "cash"});
        let answer = app.post("/payment-transactions", with(body, &fields)).await;
        assert_eq!(answer.refusal(), format!("422 rule_violation paid_at {refusal}"), "{fields}");
    }
    let early = json!({"method": "cash", "paid_at": "2026-11-21T22:59:59Z"});
    assert_eq!(fixture.act(&invoice, "pay", early).await.refusal(), "422 rule_violation paid_at before_issue");
    let open = json!({"method": "cash", "paid_at": "2026-11-25T23:00:00Z"});
    let paid: Value = fixture.act(&invoice, "pay", open).await.body["data"].clone();
    assert_eq!(paid["status"], "paid");
    tests::books_add_up(app).await;
}
