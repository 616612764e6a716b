//! What becomes of issued invoices (`docs/areas/invoices.md`, 6).

use serde_json::json;
use tests::{InvoiceFixture, accepted};

#[tokio::test]
async fn an_invoice_is_voided_only_while_no_payment_stands_on_it() {
    let fixture = InvoiceFixture::new().await;
    let paid = fixture.issued(&[json!(100)]).await;
    accepted(&fixture.pay(&paid, json!(1)).await, 200);
    assert_eq!(fixture.act(&paid, "void", json!({})).await.code(), "invalid_state");
    accepted(&fixture.pay(&paid, json!(120)).await, 200);
    assert_eq!(fixture.act(&paid, "void", json!({})).await.code(), "invalid_state");
    let unpaid = fixture.issued(&[json!(100)]).await;
    let voided = fixture.act(&unpaid, "void", json!({})).await;
    accepted(&voided, 200);
    let data = &voided.body["data"];
    assert_eq!((&data["status"], &data["amount_due"]), (&json!("voided"), &json!(0)));
    assert_eq!((&data["number"], &data["voided_at"]), (&json!("INV-000002"), &json!("2026-11-21T09:00:00.000Z")));
    for action in ["void", "mark-uncollectible", "issue", "send"] {
        assert_eq!(fixture.act(&unpaid, action, json!({})).await.code(), "invalid_state", "{action}");
    }
    assert_eq!(fixture.pay(&unpaid, json!(1)).await.code(), "invalid_state");
    let draft = fixture.draft(&[json!(1)]).await;
    for action in ["void", "mark-uncollectible", "send"] {
        assert_eq!(fixture.act(&draft, action, json!({})).await.code(), "invalid_state", "{action}");
    }
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn what_was_given_up_is_voided_or_paid_and_not_given_up_again() {
    let fixture = InvoiceFixture::new().await;
    let id = fixture.issued(&[json!(100)]).await;
    let given_up = fixture.act(&id, "mark-uncollectible", json!({})).await;
    accepted(&given_up, 200);
    let data = &given_up.body["data"];
    assert_eq!(
        (&data["status"], &data["amount_due"], &data["overdue"]),
        (&json!("uncollectible"), &json!(121), &json!(false))
    );
    assert_eq!(fixture.act(&id, "mark-uncollectible", json!({})).await.code(), "invalid_state");
    accepted(&fixture.act(&id, "void", json!({})).await, 200);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn sending_is_counted() {
    let fixture = InvoiceFixture::new().await;
    let id = fixture.issued(&[json!(100)]).await;
    for count in 1..=2 {
        let sent = fixture.act(&id, "send", json!({})).await;
        accepted(&sent, 200);
        assert_eq!(sent.body["data"]["times_sent"], count);
        assert_eq!(sent.body["data"]["last_sent_at"], "2026-11-21T09:00:00.000Z");
    }
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn of_a_payment_and_a_void_at_once_one_happens() {
    let fixture = InvoiceFixture::new().await;
    for _ in 0..4 {
        let id = fixture.issued(&[json!(100)]).await;
        let path = |action: &str| format!("/invoices/{id}/{action}");
        let requests = [("POST", path("pay"), json!({"method": "cash"})), ("POST", path("void"), json!({}))];
        let answers = tests::at_once(&fixture.app, requests).await;
        assert_eq!(tests::successes(&answers, 200), 1);
    }
    tests::books_add_up(&fixture.app).await;
}
