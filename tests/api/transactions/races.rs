//! Many at the same moment.

use serde_json::json;
use testing::TestResponse;
use tests::{InvoiceFixture, at_once, having, made, member, total, with_books};

use super::{credits, grant};

#[tokio::test]
async fn of_sixty_four_charges_of_a_wallet_with_room_for_forty_exactly_forty_succeed() {
    with_books(async |app| {
        let ann = member(app, "ann@example.com").await;
        grant(app, &ann, 40, None).await;
        let body = json!({"customer_id": ann, "type": "admin_charge", "amount": 1});
        let requests = (0..64).map(|_| ("POST", "/credit-transactions".to_owned(), body.clone()));
        let answers = at_once(app, requests).await;
        assert_eq!((having(&answers, 201), having(&answers, 402)), (40, 24));
        assert_eq!(credits(app, &ann).await, 0);
        assert_eq!(total(app, &format!("/credit-transactions?customer_id={ann}&type=admin_charge")).await, 40);
    })
    .await;
}

#[tokio::test]
async fn the_first_transactions_of_a_wallet_at_the_same_moment_all_count() {
    with_books(async |app| {
        let ann = member(app, "ann@example.com").await;
        let body = json!({"customer_id": ann, "type": "admin_allocation", "amount": 1});
        let answers = tests::sixteen(app, "POST", "/credit-transactions", Some(body)).await;
        assert_eq!((having(&answers, 201), credits(app, &ann).await), (16, 16));
    })
    .await;
}

#[tokio::test]
async fn payments_of_many_customers_at_the_same_moment_meet_nowhere() {
    with_books(async |app| {
        let mut requests = Vec::new();
        for number in 0..64 {
            let customer = member(app, &format!("m{number}@example.com")).await;
            let body = json!({"customer_id": customer, "amount": 10, "currency": "EUR", "method": "cash"});
            requests.push(("POST", "/payment-transactions".to_owned(), body));
        }
        assert_eq!(having(&at_once(app, requests).await, 201), 64);
        assert_eq!(super::account(app, "cash", None).await, json!(640));
    })
    .await;
}

#[tokio::test]
async fn one_reference_recorded_by_many_at_the_same_moment_is_one_payment() {
    with_books(async |app| {
        let ann = member(app, "ann@example.com").await;
        let body = json!({"customer_id": ann, "amount": 10, "currency": "EUR", "method": "bank_transfer",
            "gateway_reference": "NL-1"});
        let answers = tests::sixteen(app, "POST", "/payment-transactions", Some(body)).await;
        assert_eq!(having(&answers, 201), 16);
        assert!(answers.iter().all(|answer| answer.id() == answers[0].id()));
        assert_eq!(total(app, "/payment-transactions").await, 1);
    })
    .await;
}

#[tokio::test]
async fn of_sixteen_refunds_of_a_payment_by_the_balance_one_is_made_and_the_others_find_it_refunded() {
    let fixture = InvoiceFixture::new().await;
    let invoice = fixture.issued(&[json!(100)]).await;
    let credit = json!({"customer_id": fixture.customer, "location_id": fixture.location, "description": "Goodwill",
        "quantity": 1, "unit_amount": -100});
    made(&fixture.app, "/invoice-items", credit).await;
    let payments = fixture.app.get(&format!("/payment-transactions?invoice_id={invoice}")).await;
    let payment = payments.body["data"][0]["id"].as_str().unwrap_or_default();
    let path = format!("/payment-transactions/{payment}/refund");
    let answers = tests::sixteen(&fixture.app, "POST", &path, Some(json!({}))).await;
    let refused: Vec<String> = answers.iter().filter(|one| one.status != 200).map(TestResponse::refusal).collect();
    assert_eq!(refused, vec!["409 invalid_state"; 15]);
    assert_eq!(fixture.invoice(&invoice).await["amount_due"], json!(121));
    tests::books_add_up(&fixture.app).await;
}
