//! Bad input: status, code and field; nothing is written.

use serde_json::json;
use tests::{NOBODY, accepted, company, location, member, total, with, with_books, without};

use super::{Refused, balances, day, grant};

#[tokio::test]
async fn a_transaction_that_is_refused_writes_nothing() {
    with_books(async |app| {
        let ann = member(app, "ann@example.com").await;
        let good = json!({"customer_id": ann, "type": "admin_allocation", "amount": 5});
        let charge = json!({"type": "admin_charge"});
        let (past, ahead) = (day(app, -1), day(app, 1));
        for (change, refusal, field, reason) in [
            (json!({"amount": 0}), "400 validation_error", "amount", "out_of_range"),
            (json!({"amount": 1.5}), "400 validation_error", "amount", "invalid_type"),
            (json!({"amount": 1_000_001}), "400 validation_error", "amount", "out_of_range"),
            (json!({"type": "booking"}), "400 validation_error", "type", "invalid_value"),
            (json!({"bonus": 1}), "400 validation_error", "bonus", "unknown_field"),
            (json!({"customer_id": "ann"}), "400 validation_error", "customer_id", "invalid_format"),
            (json!({"customer_id": NOBODY}), "422 rule_violation", "customer_id", "reference_not_found"),
            (json!({"location_id": NOBODY}), "422 rule_violation", "location_id", "reference_not_found"),
            (json!({"expires_at": past}), "422 rule_violation", "expires_at", "in_the_past"),
            (json!({"scheduled_for": ahead}), "422 rule_violation", "scheduled_for", "not_of_this_type"),
            (
                with(charge.clone(), &json!({"expires_at": ahead})),
                "422 rule_violation",
                "expires_at",
                "not_of_this_type",
            ),
            (
                with(charge.clone(), &json!({"scheduled_for": past})),
                "422 rule_violation",
                "scheduled_for",
                "in_the_past",
            ),
            (charge.clone(), "402 insufficient_balance", "amount", "insufficient_balance"),
        ] {
            for path in ["/credit-transactions", "/day-pass-transactions"] {
                let refused = app.post(path, with(good.clone(), &change)).await;
                assert_eq!((refused.told().as_str(), refused.named()), (refusal, vec![field.to_owned()]), "{change}");
                assert_eq!(refused.body["error"]["details"]["reason"], reason, "{change}");
            }
        }
        for field in ["customer_id", "type", "amount"] {
            assert_eq!(app.post("/credit-transactions", without(good.clone(), field)).await.named(), [field]);
        }
        assert_eq!(total(app, "/credit-transactions").await, 0);
        assert_eq!(balances(app, &ann).await["credits"]["total"], 0);
    })
    .await;
}

#[tokio::test]
async fn a_payment_that_is_refused_writes_nothing() {
    with_books(async |app| {
        let ann = member(app, "ann@example.com").await;
        let good = json!({"customer_id": ann, "amount": 10, "currency": "EUR", "method": "cash"});
        for (change, refusal, field) in [
            (json!({"amount": 0}), "422 rule_violation", "amount"),
            (json!({"amount": -1}), "400 validation_error", "amount"),
            (json!({"amount": 1.001}), "422 rule_violation", "amount"),
            (json!({"currency": "JPY", "amount": 1.5}), "422 rule_violation", "amount"),
            (json!({"currency": "euro"}), "400 validation_error", "currency"),
            (json!({"method": "shells"}), "400 validation_error", "method"),
            (json!({"customer_id": NOBODY}), "422 rule_violation", "customer_id"),
            (json!({"location_id": NOBODY}), "422 rule_violation", "location_id"),
            (json!({"method": "balance"}), "422 rule_violation", "invoice_id"),
        ] {
            let refused = app.post("/payment-transactions", with(good.clone(), &change)).await;
            assert_eq!((refused.told().as_str(), refused.named()), (refusal, vec![field.to_owned()]), "{change}");
        }
        for field in ["customer_id", "amount", "currency", "method"] {
            assert_eq!(app.post("/payment-transactions", without(good.clone(), field)).await.named(), [field]);
        }
        let largest = with(good, &json!({"amount": 1_000_000_000}));
        accepted(&app.post("/payment-transactions", largest).await, 201);
        assert_eq!(total(app, "/payment-transactions").await, 1);
    })
    .await;
}

#[tokio::test]
async fn a_merchant_that_does_not_use_credits_posts_none() {
    let app = tests::app().await;
    let ann = member(&app, "ann@example.com").await;
    let body = json!({"customer_id": ann, "type": "admin_allocation", "amount": 5});
    let refused = app.post("/credit-transactions", body.clone()).await;
    assert_eq!(refused.told(), "422 rule_violation");
    assert_eq!(refused.body["error"]["details"]["reason"], "credits_disabled");
    accepted(&app.post("/day-pass-transactions", body.clone()).await, 201);
    tests::uses_credits(&app).await;
    accepted(&app.post("/credit-transactions", body).await, 201);
    tests::books_add_up(&app).await;
}

#[tokio::test]
async fn a_customer_who_has_gone_gets_nothing_and_one_who_is_blocked_can_be_corrected() {
    with_books(async |app| {
        let (ann, place) = (member(app, "ann@example.com").await, location(app).await);
        let blue = company(app, &place).await;
        grant(app, &blue, 5, None).await;
        accepted(&app.post(&format!("/companies/{blue}/archive"), json!({})).await, 200);
        for (path, body) in [
            ("/credit-transactions", json!({"customer_id": blue, "type": "admin_allocation", "amount": 5})),
            ("/day-pass-transactions", json!({"customer_id": blue, "type": "refund", "amount": 5})),
            (
                "/payment-transactions",
                json!({"customer_id": blue, "amount": 5, "currency": "EUR", "method": "cash"}),
            ),
        ] {
            let refused = app.post(path, body).await;
            assert_eq!(
                (refused.told(), refused.named()),
                ("422 rule_violation".to_owned(), vec!["customer_id".to_owned()])
            );
            assert_eq!(refused.body["error"]["details"]["reason"], "reference_archived");
        }
        assert_eq!(balances(app, &blue).await["credits"]["total"], 5);
        accepted(&app.post(&format!("/members/{ann}/block"), json!({})).await, 200);
        grant(app, &ann, 1, None).await;
    })
    .await;
}

#[tokio::test]
async fn a_request_that_is_repeated_under_its_key_happens_once() {
    with_books(async |app| {
        let ann = member(app, "ann@example.com").await;
        let body = json!({"customer_id": ann, "type": "admin_allocation", "amount": 5});
        for _ in 0..2 {
            let key = [("idempotency-key", "once")];
            accepted(&app.send("POST", "/credit-transactions", Some(body.clone()), &key).await, 201);
        }
        assert_eq!(balances(app, &ann).await["credits"]["total"], 5);
    })
    .await;
}
