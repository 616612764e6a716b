//! The customer's balance pays on issue (`docs/areas/invoices.md`, 8).

use serde_json::json;
use tests::{InvoiceFixture, accepted};

#[tokio::test]
async fn the_balance_pays_what_it_can_on_issue_unless_it_is_left_alone() {
    let fixture = InvoiceFixture::new().await;
    fixture.with_balance(50).await;
    let alone = fixture.issued_with(&[json!(100)], json!({"apply_balance": false})).await;
    assert_eq!((&alone["applied_balance"], &alone["amount_due"]), (&json!(0), &json!(121)));
    let small = fixture.issued_with(&[json!(10)], json!({})).await;
    assert_eq!((&small["status"], &small["applied_balance"]), (&json!("paid"), &json!(12.1)));
    let rest = fixture.issued_with(&[json!(100)], json!({})).await;
    let amounts = (&rest["applied_balance"], &rest["amount_paid"], &rest["amount_due"]);
    assert_eq!(amounts, (&json!(37.9), &json!(0), &json!(83.1)));
    let none = fixture.issued_with(&[json!(100)], json!({})).await;
    assert_eq!(none["applied_balance"], 0);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_voided_invoice_gives_the_balance_back() {
    let fixture = InvoiceFixture::new().await;
    fixture.with_balance(200).await;
    let paid = fixture.issued_with(&[json!(100)], json!({})).await;
    assert_eq!(paid["status"], "paid");
    let id = paid["id"].as_str().expect("an id");
    accepted(&fixture.act(id, "void", json!({})).await, 200);
    let next = fixture.issued_with(&[json!(100)], json!({})).await;
    assert_eq!(next["applied_balance"], 121);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_payment_from_the_balance_is_at_most_what_is_in_it() {
    let fixture = InvoiceFixture::new().await;
    fixture.with_balance(50).await;
    let invoice = fixture.issued_with(&[json!(100)], json!({"apply_balance": false})).await;
    let id = invoice["id"].as_str().expect("an id");
    let refused = fixture.act(id, "pay", json!({"method": "balance"})).await;
    assert_eq!((refused.status, refused.code()), (402, "insufficient_balance"));
    let refused = fixture.act(id, "pay", json!({"amount": 50, "method": "balance", "excess": "balance"})).await;
    assert_eq!(refused.refusal(), "422 rule_violation excess excess_of_balance");
    accepted(&fixture.act(id, "pay", json!({"amount": 50, "method": "balance"})).await, 200);
    assert_eq!(fixture.invoice(id).await["amount_due"], 71);
    assert_eq!(fixture.act(id, "pay", json!({"amount": 1, "method": "balance"})).await.status, 402);
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_preview_and_what_is_upcoming_ask_for_what_an_issue_would() {
    let fixture = InvoiceFixture::new().await;
    fixture.with_balance(50).await;
    let item = json!({"customer_id": fixture.customer, "location_id": fixture.location, "kind": "booking",
        "description": "Room", "quantity": 2, "unit_amount": 25});
    tests::made(&fixture.app, "/invoice-items", item).await;
    let upcoming = fixture.app.get(&format!("/invoices/upcoming?customer_id={}", fixture.customer)).await;
    accepted(&upcoming, 200);
    let next = &upcoming.body["data"]["invoices"][0];
    let amounts = |data: &serde_json::Value| {
        ["total", "applied_balance", "amount_due", "due_date", "tax_lines", "items"].map(|field| data[field].clone())
    };
    assert_eq!(amounts(next)[..4], [json!(60.5), json!(50), json!(10.5), json!("2026-12-05")]);
    let preview = fixture.app.post("/invoices/preview", fixture.body(&[])).await;
    accepted(&preview, 200);
    assert_eq!(amounts(&preview.body["data"]), amounts(next));
    let issued = fixture.issued_with(&[], json!({})).await;
    assert_eq!(amounts(&issued), amounts(next));
    let upcoming = fixture.app.get(&format!("/invoices/upcoming?customer_id={}", fixture.customer)).await;
    assert_eq!(upcoming.body["data"]["invoices"], json!([]));
    tests::books_add_up(&fixture.app).await;
}
