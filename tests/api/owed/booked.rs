//! Credits of which no credit note can be written: items below zero.

use serde_json::{Value, json};
use tests::{InvoiceFixture, accepted, made};

use super::{balance, statement};

fn credit(fixture: &InvoiceFixture, amount: i64) -> Value {
    json!({"customer_id": fixture.customer, "location_id": fixture.location, "description": "Goodwill", "quantity": 1,
        "unit_amount": amount})
}

#[tokio::test]
async fn an_item_below_zero_is_booked_with_its_tax_waits_for_nothing_and_stays_as_it_is() {
    let fixture = InvoiceFixture::new().await;
    let app = &fixture.app;
    let item = made(app, "/invoice-items", credit(&fixture, -100)).await;
    let path = format!("/invoice-items/{item}");
    let shown = app.get(&path).await.body["data"].clone();
    assert_eq!((&shown["booked_amount"], &shown["invoice_id"]), (&json!(121), &Value::Null));
    assert!(shown["booked_at"].is_string(), "{shown}");
    assert_eq!(
        (balance(app, &fixture.customer).await, statement(app, &fixture.customer).await),
        (json!(121), json!(-121))
    );
    for pending in ["pending=true", "location_id=LOCATION&pending=true"] {
        let list = format!("/invoice-items?customer_id={}&{pending}", fixture.customer);
        let list = list.replace("LOCATION", &fixture.location);
        assert_eq!(tests::total(app, &list).await, 0, "{pending}");
    }
    assert_eq!(
        tests::total(app, &format!("/invoice-items?customer_id={}&pending=false", fixture.customer)).await,
        1
    );
    assert_eq!(app.put(&path, json!({"unit_amount": -50})).await.refusal(), "409 invalid_state");
    assert_eq!(app.delete(&path).await.refusal(), "409 invalid_state");
    let entries = app.get(&format!("/ledger/entries?customer_id={}", fixture.customer)).await;
    assert_eq!(entries.body["data"][0]["document_type"], "invoice_item");
    tests::books_add_up(app).await;
}

#[tokio::test]
async fn more_credit_than_an_invoice_asks_for_is_no_reason_to_refuse_it() {
    let fixture = InvoiceFixture::new().await;
    made(&fixture.app, "/invoice-items", credit(&fixture, -500)).await;
    let preview = fixture.app.post("/invoices/preview", fixture.body(&[json!(100)])).await;
    accepted(&preview, 200);
    let told = ["total", "applied_balance", "amount_due"].map(|field| preview.body["data"][field].clone());
    assert_eq!(told, [json!(121), json!(121), json!(0)]);
    let issued = fixture.issued_with(&[json!(100)], json!({})).await;
    assert_eq!((&issued["status"], &issued["total"]), (&json!("paid"), &json!(121)));
    assert_eq!(balance(&fixture.app, &fixture.customer).await, json!(484));
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn the_same_credit_told_sixteen_times_is_booked_once() {
    let fixture = InvoiceFixture::new().await;
    let invoice = fixture.issued(&[json!(50)]).await;
    let source = "0199a000-0000-7000-8000-0000000000c7";
    let body = tests::with(credit(&fixture, -100), &json!({"source_id": source}));
    let answers = tests::sixteen(&fixture.app, "POST", "/invoice-items", Some(body)).await;
    assert_eq!(tests::having(&answers, 201), 16, "{}", answers[0].text);
    // 121 came, of which 60.50 have paid the invoice.
    assert_eq!(fixture.invoice(&invoice).await["status"], "paid");
    assert_eq!(balance(&fixture.app, &fixture.customer).await, json!(60.5));
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn sixteen_credits_at_once_are_all_booked_and_pay_what_is_open_once() {
    let fixture = InvoiceFixture::new().await;
    let mut open = Vec::new();
    for _ in 0..3 {
        open.push(fixture.issued(&[json!(100)]).await);
    }
    let body = credit(&fixture, -10);
    let requests = (0..16).map(|_| ("POST", "/invoice-items".to_owned(), body.clone()));
    for answer in tests::at_once(&fixture.app, requests).await {
        accepted(&answer, 201);
    }
    // 16 times 12.10 are 193.60: 121 and 72.60.
    let mut due = Vec::new();
    for invoice in &open {
        due.push(fixture.invoice(invoice).await["amount_due"].clone());
    }
    assert_eq!(due, [json!(0), json!(48.4), json!(121)]);
    assert_eq!(balance(&fixture.app, &fixture.customer).await, json!(0));
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn an_item_that_an_operator_takes_below_zero_is_booked() {
    let fixture = InvoiceFixture::new().await;
    let item = made(&fixture.app, "/invoice-items", credit(&fixture, 5)).await;
    let changed = fixture.app.put(&format!("/invoice-items/{item}"), json!({"unit_amount": -5})).await;
    accepted(&changed, 200);
    assert_eq!(changed.body["data"]["booked_amount"], json!(6.05));
    assert_eq!(balance(&fixture.app, &fixture.customer).await, json!(6.05));
    tests::books_add_up(&fixture.app).await;
}
