//! Small rests that are written off (`docs/areas/invoices.md`, 25).

use serde_json::{Value, json};
use tests::{InvoiceFixture, accepted, made};

/// Rests of at most five cents are written off; an invoice of 121.
async fn up_to_five_cents() -> (InvoiceFixture, Value) {
    let fixture = InvoiceFixture::new().await;
    let limits = json!([{"currency": "EUR", "amount": 0.05}, {"currency": "JPY", "amount": 3}]);
    accepted(&fixture.app.put("/merchant", json!({"invoice_settings": {"write_off_up_to": limits}})).await, 200);
    let invoice = fixture.issued_with(&[json!(100)], json!({})).await;
    (fixture, invoice)
}

fn id_of(invoice: &Value) -> &str {
    invoice["id"].as_str().unwrap_or_default()
}

fn rest(amount: f64) -> Value {
    json!({"amount": amount, "reason": "small_rest"})
}

fn state(invoice: &Value) -> (&str, Value, Value, Value) {
    let field = |name: &str| invoice[name].clone();
    (
        invoice["status"].as_str().unwrap_or_default(),
        field("amount_paid"),
        field("write_off"),
        field("amount_due"),
    )
}

/// What the journal has on an account, in major units.
async fn on_account(fixture: &InvoiceFixture, account: &str) -> f64 {
    let trial = fixture.app.get("/ledger/trial-balance").await;
    accepted(&trial, 200);
    let lines = trial.body["data"]["accounts"].as_array().cloned().unwrap_or_default();
    let line = lines.iter().find(|line| line["account"] == account).cloned().unwrap_or_default();
    line["balance"].as_f64().unwrap_or_default()
}

async fn has_lost(fixture: &InvoiceFixture, lost: f64, receivable: f64) {
    let books = (on_account(fixture, "bad_debt").await, on_account(fixture, "accounts_receivable").await);
    assert_eq!(books, (lost, receivable));
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn what_a_payment_leaves_up_to_the_limit_is_written_off_and_shown_with_its_reason() {
    let (fixture, invoice) = up_to_five_cents().await;
    let paid = fixture.pay(id_of(&invoice), json!(120.95)).await;
    accepted(&paid, 200);
    let invoice = &paid.body["data"];
    assert_eq!(state(invoice), ("paid", json!(120.95), rest(0.05), json!(0)));
    assert_eq!(invoice["paid_at"], "2026-11-21T09:00:00.000Z");
    has_lost(&fixture, 0.05, 0.0).await;
    assert_eq!(fixture.pay(id_of(invoice), json!(0.05)).await.code(), "invalid_state");
    let csv = fixture.app.get("/invoices/export.csv?from=2026-11-01&to=2026-11-30").await;
    let lines: Vec<&str> = csv.text.lines().collect();
    assert!(lines[0].ends_with(",purchase_order,written_off") && lines[1].ends_with(",0,,0.05"), "{lines:?}");
}

#[tokio::test]
async fn a_larger_rest_and_one_in_a_currency_without_a_limit_stay_due() {
    let (fixture, invoice) = up_to_five_cents().await;
    accepted(&fixture.pay(id_of(&invoice), json!(120.94)).await, 200);
    assert_eq!(state(&fixture.invoice(id_of(&invoice)).await), ("issued", json!(120.94), Value::Null, json!(0.06)));
    // A second payment leaves less.
    accepted(&fixture.pay(id_of(&invoice), json!(0.03)).await, 200);
    assert_eq!(state(&fixture.invoice(id_of(&invoice)).await), ("paid", json!(120.97), rest(0.03), json!(0)));
    has_lost(&fixture, 0.03, 0.0).await;
    let abroad = InvoiceFixture::of(fixture.app, json!({"name": "Thames", "currency": "GBP"})).await;
    let invoice = abroad.issued(&[json!(100)]).await;
    accepted(&abroad.pay(&invoice, json!(120.99)).await, 200);
    assert_eq!(abroad.invoice(&invoice).await["amount_due"], 0.01);
}

#[tokio::test]
async fn an_invoice_of_less_than_the_limit_is_written_off_only_once_something_is_paid() {
    let (fixture, _) = up_to_five_cents().await;
    let small = fixture.issued_with(&[json!(0.04)], json!({})).await;
    assert_eq!(
        (&small["status"], &small["total"], &small["write_off"]),
        (&json!("issued"), &json!(0.05), &Value::Null)
    );
    accepted(&fixture.pay(id_of(&small), json!(0.01)).await, 200);
    assert_eq!(state(&fixture.invoice(id_of(&small)).await), ("paid", json!(0.01), rest(0.04), json!(0)));
    has_lost(&fixture, 0.04, 121.0).await;
}

#[tokio::test]
async fn a_refund_of_the_payment_asks_for_all_of_it_again() {
    let (fixture, invoice) = up_to_five_cents().await;
    let body = json!({"customer_id": fixture.customer, "amount": 120.97, "currency": "EUR", "method": "bank_transfer",
        "invoice_id": invoice["id"]});
    let payment = made(&fixture.app, "/payment-transactions", body).await;
    has_lost(&fixture, 0.03, 0.0).await;
    let refund = |amount: f64| json!({"amount": amount});
    accepted(&fixture.app.post(&format!("/payment-transactions/{payment}/refund"), refund(20.97)).await, 200);
    assert_eq!(state(&fixture.invoice(id_of(&invoice)).await), ("issued", json!(100), Value::Null, json!(21)));
    has_lost(&fixture, 0.0, 21.0).await;
    // Paid again and left again, it is written off again.
    accepted(&fixture.pay(id_of(&invoice), json!(20.96)).await, 200);
    has_lost(&fixture, 0.04, 0.0).await;
    accepted(&fixture.app.post(&format!("/payment-transactions/{payment}/refund"), json!({})).await, 200);
    assert_eq!(fixture.invoice(id_of(&invoice)).await["amount_due"], 100.04);
    has_lost(&fixture, 0.0, 100.04).await;
}

#[tokio::test]
async fn a_credit_note_takes_it_off_before_it_gives_anything_back() {
    let (fixture, invoice) = up_to_five_cents().await;
    accepted(&fixture.pay(id_of(&invoice), json!(120.97)).await, 200);
    let whole = [(0, json!({"quantity": 1}))];
    let above = fixture.credit(&invoice, &whole, json!({"credit_amount": 121})).await;
    assert_eq!(above.refusal(), "422 rule_violation credit_amount not_divided");
    let part = fixture.credit(&invoice, &[(0, json!({"amount": 0.01}))], json!({})).await;
    accepted(&part, 201);
    assert_eq!(state(&fixture.invoice(id_of(&invoice)).await).2, rest(0.02));
    has_lost(&fixture, 0.02, 0.0).await;
    let rest = fixture.credit(&invoice, &[(0, json!({"amount": 99.99}))], json!({"credit_amount": 120.97})).await;
    accepted(&rest, 201);
    assert_eq!(state(&fixture.invoice(id_of(&invoice)).await), ("paid", json!(120.97), Value::Null, json!(0)));
    has_lost(&fixture, 0.0, 0.0).await;
}

#[tokio::test]
async fn a_note_that_is_voided_asks_for_it_again() {
    let (fixture, invoice) = up_to_five_cents().await;
    let before = fixture.credit(&invoice, &[(0, json!({"amount": 10}))], json!({})).await;
    accepted(&before, 201);
    accepted(&fixture.pay(id_of(&invoice), json!(108.86)).await, 200);
    let after = fixture.credit(&invoice, &[(0, json!({"amount": 0.01}))], json!({})).await;
    accepted(&after, 201);
    has_lost(&fixture, 0.03, 0.0).await;
    for (note, due) in [(after, 0.04), (before, 12.14)] {
        let note = note.body["data"]["id"].as_str().unwrap_or_default().to_owned();
        accepted(&fixture.app.post(&format!("/credit-notes/{note}/void"), json!({})).await, 200);
        assert_eq!(state(&fixture.invoice(id_of(&invoice)).await), ("issued", json!(108.86), Value::Null, json!(due)));
        has_lost(&fixture, 0.0, due).await;
    }
}

#[tokio::test]
async fn what_a_set_off_leaves_is_written_off_and_what_the_balance_leaves_on_issue_is_not() {
    let (fixture, invoice) = up_to_five_cents().await;
    let credit = json!({"customer_id": fixture.customer, "location_id": fixture.location, "description": "Sorry",
        "quantity": 1, "unit_amount": -99.98});
    made(&fixture.app, "/invoice-items", credit.clone()).await;
    assert_eq!(state(&fixture.invoice(id_of(&invoice)).await), ("paid", json!(120.98), rest(0.02), json!(0)));
    has_lost(&fixture, 0.02, 0.0).await;
    made(&fixture.app, "/invoice-items", credit).await;
    let next = fixture.issued_with(&[json!(100)], json!({})).await;
    assert_eq!(state(&next), ("issued", json!(0), Value::Null, json!(0.02)));
    has_lost(&fixture, 0.02, 0.02).await;
}

#[tokio::test]
async fn of_what_was_given_up_a_payment_leaves_the_rest_given_up() {
    let (fixture, invoice) = up_to_five_cents().await;
    accepted(&fixture.act(id_of(&invoice), "mark-uncollectible", json!({})).await, 200);
    accepted(&fixture.pay(id_of(&invoice), json!(120.99)).await, 200);
    assert_eq!(
        state(&fixture.invoice(id_of(&invoice)).await),
        ("uncollectible", json!(120.99), Value::Null, json!(0.01))
    );
    has_lost(&fixture, 0.01, 0.0).await;
}

#[tokio::test]
async fn limits_are_one_for_each_currency_in_amounts_that_it_has() {
    let (fixture, _) = up_to_five_cents().await;
    let put = |limits: Value| fixture.app.put("/merchant", json!({"invoice_settings": {"write_off_up_to": limits}}));
    let twice = json!([{"currency": "EUR", "amount": 1}, {"currency": "EUR", "amount": 2}]);
    let field = "invoice_settings.write_off_up_to[1].currency";
    assert_eq!(put(twice).await.refusal(), format!("422 rule_violation {field} repeated"));
    let fine = json!([{"currency": "JPY", "amount": 0.5}]);
    let field = "invoice_settings.write_off_up_to[0].amount";
    assert_eq!(put(fine).await.refusal(), format!("422 rule_violation {field} too_many_decimals"));
    accepted(&put(json!([])).await, 200);
    let invoice = fixture.issued(&[json!(100)]).await;
    accepted(&fixture.pay(&invoice, json!(120.99)).await, 200);
    assert_eq!(fixture.invoice(&invoice).await["amount_due"], 0.01);
}
