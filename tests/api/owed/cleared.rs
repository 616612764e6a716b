//! What leaves a balance: paid out, given up, kept; each for a reason.

use serde_json::{Value, json};
use tests::{InvoiceFixture, accepted, made};

use super::{balance, cleared, statement};

#[tokio::test]
async fn what_leaves_a_balance_is_said_how_and_why_and_is_at_most_what_is_there() {
    let fixture = InvoiceFixture::new().await;
    let (app, customer) = (&fixture.app, fixture.customer.as_str());
    fixture.with_balance(50).await;
    for (fields, refusal) in [
        (json!({"decision": "paid_out"}), "422 rule_violation method required"),
        (json!({"decision": "kept", "method": "cash"}), "422 rule_violation method not_of_this_decision"),
        (
            json!({"decision": "given_up", "gateway_reference": "NL-1"}),
            "422 rule_violation gateway_reference not_of_this_decision",
        ),
        (json!({"decision": "kept", "reason": "  "}), "422 rule_violation reason required"),
        (json!({"decision": "kept", "amount": 0}), "422 rule_violation amount out_of_range"),
        (json!({"decision": "kept", "amount": 50.01}), "402 insufficient_balance amount insufficient_balance"),
        (json!({"decision": "kept", "amount": 1.001}), "422 rule_violation amount too_many_decimals"),
        (
            json!({"decision": "kept", "currency": "GBP"}),
            "402 insufficient_balance amount insufficient_balance",
        ),
        (
            json!({"decision": "kept", "customer_id": tests::NOBODY}),
            "422 rule_violation customer_id reference_not_found",
        ),
        (json!({"decision": "spent"}), "400 validation_error decision invalid_value"),
    ] {
        assert_eq!(cleared(app, customer, fields.clone()).await.refusal(), refusal, "{fields}");
    }
    let paid_out =
        json!({"decision": "paid_out", "method": "bank_transfer", "amount": 20, "gateway_reference": "NL-1"});
    let paid_out = cleared(app, customer, paid_out).await;
    accepted(&paid_out, 201);
    assert_eq!((balance(app, customer).await, statement(app, customer).await), (json!(30), json!(-30)));
    let given_up = cleared(app, customer, json!({"decision": "given_up"})).await;
    assert_eq!(given_up.body["data"]["amount"], json!(30));
    assert_eq!((balance(app, customer).await, statement(app, customer).await), (json!(0), json!(0)));
    let list = app.get(&format!("/balance-clearings?customer_id={customer}&decision=paid_out")).await;
    assert_eq!(list.body["data"], json!([paid_out.body["data"]]));
    let shown = app.get(&format!("/balance-clearings/{}", given_up.id())).await;
    assert_eq!(shown.body["data"], given_up.body["data"]);
    assert_eq!(app.as_client(&app.stranger).get(&format!("/balance-clearings/{}", given_up.id())).await.status, 404);
    tests::books_add_up(app).await;
}

#[tokio::test]
async fn what_is_cleared_stands_in_the_journal_by_what_became_of_it() {
    let fixture = InvoiceFixture::new().await;
    let item = json!({"customer_id": fixture.customer, "location_id": fixture.location, "description": "Goodwill",
        "quantity": 1, "unit_amount": -100, "tax_rate": 0});
    made(&fixture.app, "/invoice-items", item).await;
    let paid_out = json!({"decision": "paid_out", "method": "cash", "amount": 60});
    accepted(&cleared(&fixture.app, &fixture.customer, paid_out).await, 201);
    accepted(&cleared(&fixture.app, &fixture.customer, json!({"decision": "kept"})).await, 201);
    let found = fixture.app.get("/ledger/trial-balance").await;
    let accounts = found.body["data"]["accounts"].as_array().cloned().unwrap_or_default();
    let of = |name: &str| -> Value {
        let account = accounts.iter().find(|account| account["account"] == name);
        account.map_or(json!(0), |account| account["balance"].clone())
    };
    // 100 were credited, of which 60 were paid out and 40 kept.
    assert_eq!(
        (of("customer_balance"), of("cash"), of("revenue")),
        (json!(0), json!(-60), json!(-60)),
        "{}",
        found.text
    );
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn what_comes_back_to_an_archived_company_is_paid_out() {
    let fixture = InvoiceFixture::new().await;
    let invoice = fixture.issued_with(&[json!(100)], json!({})).await;
    let path = format!("/invoices/{}/pay", invoice["id"].as_str().unwrap_or_default());
    accepted(&fixture.app.post(&path, json!({"method": "cash"})).await, 200);
    accepted(&fixture.app.post(&format!("/companies/{}/archive", fixture.customer), json!({})).await, 200);
    accepted(&fixture.credit(&invoice, &[(0, json!({"quantity": 1}))], json!({"credit_amount": 121})).await, 201);
    assert_eq!(balance(&fixture.app, &fixture.customer).await, json!(121));
    let paid_out = json!({"decision": "paid_out", "method": "cheque"});
    accepted(&cleared(&fixture.app, &fixture.customer, paid_out).await, 201);
    assert_eq!(balance(&fixture.app, &fixture.customer).await, json!(0));
    tests::books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn sixteen_who_clear_a_balance_take_it_once() {
    let fixture = InvoiceFixture::new().await;
    fixture.with_balance(50).await;
    let body = json!({"customer_id": fixture.customer, "currency": "EUR", "decision": "kept", "reason": "Agreed."});
    let answers = tests::sixteen(&fixture.app, "POST", "/balance-clearings", Some(body)).await;
    assert_eq!((tests::having(&answers, 201), tests::having(&answers, 402)), (1, 15), "{}", answers[0].text);
    assert_eq!(balance(&fixture.app, &fixture.customer).await, json!(0));
    tests::books_add_up(&fixture.app).await;
}
