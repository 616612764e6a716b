//! Payments of invoices, and refunds of what credit notes promised.

use serde_json::{Value, json};
use testing::TestApp;
use tests::{accepted, location, made, member, with, with_books};

use super::{Refused, account, balances};

/// An issued invoice of a customer at a location, without tax.
async fn invoice(app: &TestApp, customer: &str, place: &str, amount: i64) -> String {
    let items = json!([{"description": "Desk", "quantity": 1, "unit_amount": amount, "tax_rate": 0}]);
    let draft = json!({"customer_id": customer, "location_id": place, "items": items});
    let id = made(app, "/invoices", draft).await;
    accepted(&app.post(&format!("/invoices/{id}/issue"), json!({})).await, 200);
    id
}

fn payment(customer: &str, invoice: &str, amount: i64) -> Value {
    json!({"customer_id": customer, "invoice_id": invoice, "amount": amount, "currency": "EUR", "method": "cash"})
}

async fn shown(app: &TestApp, invoice: &str) -> Value {
    app.get(&format!("/invoices/{invoice}")).await.body["data"].clone()
}

fn refund_of(payment: &Value) -> String {
    format!("/payment-transactions/{}/refund", payment["id"].as_str().unwrap_or_default())
}

#[tokio::test]
async fn a_payment_settles_its_invoice_in_the_same_transaction() {
    with_books(async |app| {
        let (ann, place) = (member(app, "ann@example.com").await, location(app).await);
        let invoice = invoice(app, &ann, &place, 100).await;
        let part = TestApp::made(&app.post("/payment-transactions", payment(&ann, &invoice, 40)).await);
        assert_eq!((&part["applied_amount"], &part["location_id"]), (&json!(40), &json!(place)));
        assert_eq!(
            (&shown(app, &invoice).await["amount_due"], account(app, "accounts_receivable", None).await),
            (&json!(60), json!(60))
        );
        let above = app.post("/payment-transactions", payment(&ann, &invoice, 61)).await;
        assert_eq!((above.told(), above.named()), ("422 rule_violation".to_owned(), vec!["amount".to_owned()]));
        let rest = with(payment(&ann, &invoice, 70), &json!({"excess": "balance"}));
        let rest = TestApp::made(&app.post("/payment-transactions", rest).await);
        assert_eq!((&rest["applied_amount"], &rest["balance_amount"]), (&json!(60), &json!(10)));
        assert_eq!(shown(app, &invoice).await["status"], "paid");
        assert_eq!(balances(app, &ann).await["money"][0]["amount"], 10);
        assert_eq!(app.post("/payment-transactions", payment(&ann, &invoice, 1)).await.told(), "409 invalid_state");
    })
    .await;
}

#[tokio::test]
async fn payments_of_an_invoice_at_the_same_moment_pay_it_once() {
    with_books(async |app| {
        let (ann, place) = (member(app, "ann@example.com").await, location(app).await);
        let invoice = invoice(app, &ann, &place, 100).await;
        let answers = tests::sixteen(app, "POST", "/payment-transactions", Some(payment(&ann, &invoice, 30))).await;
        assert_eq!(tests::having(&answers, 201), 3);
        assert!(answers.iter().all(|answer| [201, 422].contains(&answer.status)));
        assert_eq!(shown(app, &invoice).await["amount_due"], 10);
    })
    .await;
}

#[tokio::test]
async fn what_an_invoice_took_is_due_again_when_it_is_refunded_and_the_excess_goes_back_first() {
    with_books(async |app| {
        let (ann, place) = (member(app, "ann@example.com").await, location(app).await);
        let invoice = invoice(app, &ann, &place, 100).await;
        let paid = with(payment(&ann, &invoice, 120), &json!({"excess": "balance"}));
        let paid = TestApp::made(&app.post("/payment-transactions", paid).await);
        accepted(&app.post(&refund_of(&paid), json!({"amount": 15})).await, 200);
        assert_eq!(
            (&shown(app, &invoice).await["status"], &balances(app, &ann).await["money"][0]["amount"]),
            (&json!("paid"), &json!(5))
        );
        accepted(&app.post(&refund_of(&paid), json!({"amount": 30})).await, 200);
        let after = shown(app, &invoice).await;
        assert_eq!((&after["status"], &after["amount_due"]), (&json!("issued"), &json!(25)));
        assert_eq!(balances(app, &ann).await["money"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn what_was_used_of_an_excess_is_not_refunded() {
    with_books(async |app| {
        let (ann, place) = (member(app, "ann@example.com").await, location(app).await);
        let first = invoice(app, &ann, &place, 100).await;
        let paid = with(payment(&ann, &first, 120), &json!({"excess": "balance"}));
        let paid = TestApp::made(&app.post("/payment-transactions", paid).await);
        // The next invoice takes the balance.
        invoice(app, &ann, &place, 50).await;
        assert_eq!(app.post(&refund_of(&paid), json!({"amount": 20})).await.told(), "402 insufficient_balance");
    })
    .await;
}

#[tokio::test]
async fn the_balance_pays_an_invoice_and_gets_back_what_is_refunded() {
    with_books(async |app| {
        let (ann, place) = (member(app, "ann@example.com").await, location(app).await);
        let open = invoice(app, &ann, &place, 100).await;
        let top_up = json!({"customer_id": ann, "amount": 60, "currency": "EUR", "method": "cash"});
        made(app, "/payment-transactions", top_up).await;
        let by_balance = |amount| with(payment(&ann, &open, amount), &json!({"method": "balance"}));
        assert_eq!(app.post("/payment-transactions", by_balance(61)).await.told(), "402 insufficient_balance");
        let paid = TestApp::made(&app.post("/payment-transactions", by_balance(60)).await);
        assert_eq!(
            (&shown(app, &open).await["amount_due"], &balances(app, &ann).await["money"]),
            (&json!(40), &json!([]))
        );
        accepted(&app.post(&refund_of(&paid), json!({"amount": 10})).await, 200);
        assert_eq!(balances(app, &ann).await["money"][0]["amount"], 10);
        assert_eq!(
            (account(app, "cash", None).await, shown(app, &open).await["amount_due"].clone()),
            (json!(60), json!(50))
        );
        let nothing = json!({"customer_id": ann, "amount": 1, "currency": "EUR", "method": "balance"});
        assert_eq!(app.post("/payment-transactions", nothing).await.named(), ["invoice_id"]);
    })
    .await;
}

#[tokio::test]
async fn what_a_credit_note_promised_is_refunded_once_and_not_due_again() {
    with_books(async |app| {
        let (ann, place) = (member(app, "ann@example.com").await, location(app).await);
        let invoice = invoice(app, &ann, &place, 100).await;
        let paid = TestApp::made(&app.post("/payment-transactions", payment(&ann, &invoice, 100)).await);
        let item = shown(app, &invoice).await["items"][0]["id"].clone();
        let note = json!({"invoice_id": invoice, "reason": "order_change", "refund_amount": 30,
            "lines": [{"invoice_item_id": item, "amount": 30}]});
        let note = made(app, "/credit-notes", note).await;
        assert_eq!(account(app, "refunds_payable", None).await, json!(30));
        let promised = app.post(&refund_of(&paid), json!({"amount": 71})).await;
        assert_eq!(promised.body["error"]["details"]["reason"], "promised_by_credit_note");
        let by_note = |amount: i64| json!({"amount": amount, "credit_note_id": note});
        let above = app.post(&refund_of(&paid), by_note(31)).await;
        assert_eq!(above.body["error"]["details"]["reason"], "above_amount_promised");
        accepted(&app.post(&refund_of(&paid), by_note(20)).await, 200);
        let answers = tests::sixteen(app, "POST", &refund_of(&paid), Some(by_note(6))).await;
        assert_eq!(tests::having(&answers, 200), 1);
        assert_eq!(account(app, "refunds_payable", None).await, json!(4));
        assert_eq!(
            (&shown(app, &invoice).await["status"], account(app, "cash", None).await),
            (&json!("paid"), json!(74))
        );
    })
    .await;
}

#[tokio::test]
async fn a_payment_names_an_invoice_of_its_customer_in_its_currency() {
    with_books(async |app| {
        let (ann, bob) = (member(app, "ann@example.com").await, member(app, "bob@example.com").await);
        let (place, elsewhere) = (location(app).await, location(app).await);
        let invoice = invoice(app, &ann, &place, 100).await;
        for (change, field, reason) in [
            (json!({"customer_id": bob}), "invoice_id", "other_customer"),
            (json!({"currency": "GBP"}), "currency", "currency_mismatch"),
            (json!({"location_id": elsewhere}), "location_id", "other_location"),
            (json!({"invoice_id": tests::NOBODY}), "invoice_id", "reference_not_found"),
            (json!({"method": "balance", "excess": "balance"}), "excess", "excess_of_balance"),
        ] {
            let refused = app.post("/payment-transactions", with(payment(&ann, &invoice, 10), &change)).await;
            assert_eq!(
                (refused.told(), refused.named()),
                ("422 rule_violation".to_owned(), vec![field.to_owned()]),
                "{change}"
            );
            assert_eq!(refused.body["error"]["details"]["reason"], reason);
        }
    })
    .await;
}

#[tokio::test]
async fn what_is_refunded_of_an_invoice_that_was_given_up_is_lost_again() {
    with_books(async |app| {
        let (ann, place) = (member(app, "ann@example.com").await, location(app).await);
        let invoice = invoice(app, &ann, &place, 100).await;
        accepted(&app.post(&format!("/invoices/{invoice}/mark-uncollectible"), json!({})).await, 200);
        let paid = TestApp::made(&app.post("/payment-transactions", payment(&ann, &invoice, 40)).await);
        assert_eq!(account(app, "bad_debt", None).await, json!(60));
        accepted(&app.post(&refund_of(&paid), json!({"amount": 10})).await, 200);
        assert_eq!(account(app, "bad_debt", None).await, json!(70));
    })
    .await;
}
