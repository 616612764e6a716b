//! Payments: recorded, refunded, called off.

use serde_json::{Value, json};
use testing::TestApp;
use tests::{accepted, made, member, total, with, with_books};

use super::{Refused, account, balances};

fn payment(customer: &str, amount: f64) -> Value {
    json!({"customer_id": customer, "amount": amount, "currency": "EUR", "method": "cash"})
}

fn path(payment: &Value, action: &str) -> String {
    format!("/payment-transactions/{}/{action}", payment["id"].as_str().unwrap_or_default())
}

#[tokio::test]
async fn a_payment_without_an_invoice_goes_to_the_customers_balance() {
    with_books(async |app| {
        let ann = member(app, "ann@example.com").await;
        for method in ["cash", "bank_transfer", "cheque", "external"] {
            let recorded = TestApp::made(
                &app.post("/payment-transactions", with(payment(&ann, 10.25), &json!({"method": method}))).await,
            );
            assert_eq!((&recorded["status"], &recorded["balance_amount"]), (&json!("succeeded"), &json!(10.25)));
        }
        assert_eq!(balances(app, &ann).await["money"], json!([{"currency": "EUR", "amount": 41}]));
        assert_eq!(
            (account(app, "cash", None).await, account(app, "customer_balance", None).await),
            (json!(41), json!(41))
        );
    })
    .await;
}

#[tokio::test]
async fn the_same_reference_is_the_same_payment_and_another_amount_is_refused() {
    with_books(async |app| {
        let (ann, bob) = (member(app, "ann@example.com").await, member(app, "bob@example.com").await);
        let body = with(payment(&ann, 10.0), &json!({"gateway_reference": "NL-2026-1"}));
        let first = TestApp::made(&app.post("/payment-transactions", body.clone()).await);
        let again = TestApp::made(&app.post("/payment-transactions", body.clone()).await);
        assert_eq!(first, again);
        for other in [json!({"amount": 11}), json!({"customer_id": bob}), json!({"method": "cheque"})] {
            let refused = app.post("/payment-transactions", with(body.clone(), &other)).await;
            assert_eq!(refused.told(), "409 already_exists");
            assert_eq!(refused.named(), ["gateway_reference"]);
        }
        assert_eq!(total(app, "/payment-transactions").await, 1);
    })
    .await;
}

#[tokio::test]
async fn a_payment_is_refunded_in_part_and_in_whole_and_never_beyond() {
    with_books(async |app| {
        let ann = member(app, "ann@example.com").await;
        let paid = TestApp::made(&app.post("/payment-transactions", payment(&ann, 10.0)).await);
        let refund = async |body: Value| app.post(&path(&paid, "refund"), body).await;
        let part = refund(json!({"amount": 4, "reason": "Paid twice."})).await;
        assert_eq!(part.body["data"]["status"], "partially_refunded");
        assert_eq!(part.body["data"]["refunds"][0]["reason"], "Paid twice.");
        let above = refund(json!({"amount": 6.01})).await;
        assert_eq!((above.told(), above.named()), ("422 rule_violation".to_owned(), vec!["amount".to_owned()]));
        let rest = refund(json!({})).await;
        assert_eq!(
            (&rest.body["data"]["status"], &rest.body["data"]["refunded_amount"]),
            (&json!("refunded"), &json!(10))
        );
        assert_eq!(refund(json!({"amount": 1})).await.told(), "409 invalid_state");
        assert_eq!(
            (account(app, "cash", None).await, balances(app, &ann).await["money"].clone()),
            (json!(0), json!([]))
        );
    })
    .await;
}

#[tokio::test]
async fn refunds_at_the_same_moment_never_exceed_the_payment() {
    with_books(async |app| {
        let ann = member(app, "ann@example.com").await;
        let paid = TestApp::made(&app.post("/payment-transactions", payment(&ann, 10.0)).await);
        let answers = tests::sixteen(app, "POST", &path(&paid, "refund"), Some(json!({"amount": 3}))).await;
        assert_eq!((tests::having(&answers, 200), tests::having(&answers, 422)), (3, 13));
    })
    .await;
}

#[tokio::test]
async fn a_payment_by_card_waits_for_its_outcome_and_can_be_called_off() {
    with_books(async |app| {
        let ann = member(app, "ann@example.com").await;
        let body = with(payment(&ann, 10.0), &json!({"method": "card"}));
        let asked = TestApp::made(&app.post("/payment-transactions", body).await);
        assert_eq!((&asked["status"], &asked["balance_amount"]), (&json!("pending"), &json!(0)));
        assert_eq!(balances(app, &ann).await["money"], json!([]));
        assert_eq!(app.post(&path(&asked, "refund"), json!({})).await.told(), "409 invalid_state");
        let cancelled = app.post(&path(&asked, "cancel"), json!({})).await;
        assert_eq!(cancelled.body["data"]["status"], "cancelled");
        accepted(&app.post(&path(&asked, "cancel"), json!({})).await, 200);
        let made = TestApp::made(&app.post("/payment-transactions", payment(&ann, 10.0)).await);
        assert_eq!(app.post(&path(&made, "cancel"), json!({})).await.told(), "409 invalid_state");
    })
    .await;
}

#[tokio::test]
async fn a_payment_has_at_most_fifty_refunds() {
    with_books(async |app| {
        let ann = member(app, "ann@example.com").await;
        let paid = TestApp::made(&app.post("/payment-transactions", payment(&ann, 100.0)).await);
        for _ in 0..50 {
            accepted(&app.post(&path(&paid, "refund"), json!({"amount": 1})).await, 200);
        }
        assert_eq!(app.post(&path(&paid, "refund"), json!({"amount": 1})).await.told(), "409 capacity_exceeded");
    })
    .await;
}

#[tokio::test]
async fn lists_of_payments_are_narrowed_by_customer_method_status_and_time() {
    with_books(async |app| {
        let ann = member(app, "ann@example.com").await;
        made(app, "/payment-transactions", payment(&ann, 10.0)).await;
        made(app, "/payment-transactions", with(payment(&ann, 10.0), &json!({"method": "card"}))).await;
        let tomorrow = super::day(app, 1);
        for (query, count) in [
            (format!("customer_id={ann}"), 2),
            (format!("customer_id={ann}&method=card"), 1),
            ("status=pending".to_owned(), 1),
            (format!("from={tomorrow}"), 0),
            (format!("to={tomorrow}&status=succeeded"), 1),
        ] {
            assert_eq!(total(app, &format!("/payment-transactions?{query}")).await, count, "{query}");
        }
    })
    .await;
}
