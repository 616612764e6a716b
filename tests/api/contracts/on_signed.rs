//! What the last signature begins: once, whatever dies on the way.

use chrono::Duration;
use serde_json::{Value, json};
use testing::Fault;
use tests::{ContractFixture, accepted, books_add_up, made, sweep, with};

/// A contract that subscribes to the plan, with an office and keys.
fn subscribing(fixture: &ContractFixture) -> Value {
    let keys = json!({"kind": "one_off", "description": "Keys", "quantity": 2, "price": 25});
    let plan = with(fixture.plan_item(), &json!({"price": 800}));
    json!({"items": [plan, fixture.office_item(), keys], "on_signed": "create_subscriptions", "deposit": 1600})
}

#[tokio::test]
async fn subscriptions_are_made_with_price_deposit_and_what_is_charged_once() {
    let fixture = ContractFixture::new().await;
    let signed = fixture.signed(subscribing(&fixture)).await;
    assert_eq!(signed["on_signed_status"], json!("done"));
    let id = signed["subscription_ids"][0].as_str().unwrap_or_default();
    let subscription = fixture.shown(&format!("/subscriptions/{id}")).await;
    assert_eq!((&subscription["price"], &subscription["end_date"]), (&json!(800), &json!("2027-12-31")));
    assert_eq!(subscription["deposit"]["amount"], json!(1600));
    // 800 and 50 with 21 % tax, and a deposit that is not taxed.
    assert_eq!(fixture.invoices().await, ["2027-01-01 2628.5"]);
    books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn the_price_of_a_contract_stays_whatever_the_plan_costs_later() {
    let fixture = ContractFixture::alone().await;
    let items = json!({"items": [fixture.plan_item()], "on_signed": "create_subscriptions"});
    let issued = fixture.issued(items).await;
    assert_eq!(issued.body["items"][0]["price"], json!(900), "the issue settles what was left open");
    accepted(&fixture.app.put(&format!("/memberships/{}", fixture.plan), json!({"price": 1200})).await, 200);
    let signed = fixture.sign_all(&issued).await;
    fixture.clock("2027-03-01T11:00:00Z");
    let id = signed["subscription_ids"][0].as_str().unwrap_or_default();
    assert_eq!(fixture.shown(&format!("/subscriptions/{id}")).await["price"], json!(900));
    assert_eq!(fixture.invoices().await, ["2027-01-01 1089", "2027-02-01 1089", "2027-03-01 1089"]);
}

#[tokio::test]
async fn an_invoice_has_all_items_once() {
    let fixture = ContractFixture::new().await;
    let office = with(fixture.office_item(), &json!({"price": 500}));
    let keys = json!({"kind": "one_off", "description": "Keys", "quantity": 2, "price": 25});
    let items = json!({"items": [fixture.plan_item(), office, keys], "on_signed": "create_invoice"});
    let signed = fixture.signed(items).await;
    assert_eq!(signed["on_signed_status"], json!("done"));
    let invoice = fixture.shown(&format!("/invoices/{}", signed["invoice_id"].as_str().unwrap_or_default())).await;
    assert_eq!((&invoice["status"], &invoice["total"]), (&json!("issued"), &json!(1754.5)));
    assert_eq!(invoice["items"].as_array().map(Vec::len), Some(3));
    assert_eq!(signed["subscription_ids"], json!([]));
    books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn an_invoice_of_nothing_is_none() {
    let fixture = ContractFixture::new().await;
    let signed = fixture.signed(json!({"on_signed": "create_invoice"})).await;
    assert_eq!((&signed["on_signed_status"], &signed["invoice_id"]), (&json!("done"), &Value::Null));
}

#[tokio::test]
async fn what_signing_makes_is_made_once_whatever_transaction_it_died_at() {
    for (fault, name) in [(Fault::DropBefore, "before"), (Fault::DropAfter, "after")] {
        for died_after in 1..6 {
            let fixture = ContractFixture::alone().await;
            let second = json!({"location_id": fixture.location, "name": "Parking", "cycle": "monthly", "price": 100, "currency": "EUR"});
            let second = made(&fixture.app, "/memberships", second).await;
            let mut body = subscribing(&fixture);
            let parking = json!({"kind": "plan", "membership_plan_id": second});
            body["items"].as_array_mut().expect("items").push(parking);
            let issued = fixture.issued(body).await;
            accepted(&fixture.sign(&issued, 0).await, 200);
            fixture.app.faults.after("TransactWriteItems", died_after, fault.clone());
            drop(fixture.sign(&issued, 1).await);
            fixture.app.faults.clear();
            drop(fixture.sign(&issued, 1).await);
            for _ in 0..4 {
                fixture.app.clock.advance(Duration::minutes(11));
                sweep(&fixture.app.context).await;
            }
            let signed = fixture.get(&issued.id).await;
            assert_eq!(
                (&signed["status"], &signed["on_signed_status"]),
                (&json!("signed"), &json!("done")),
                "{name} {died_after}"
            );
            assert_eq!(signed["subscription_ids"].as_array().map(Vec::len), Some(2), "{name} {died_after}");
            let mut invoices = fixture.invoices().await;
            invoices.sort();
            assert_eq!(invoices, ["2027-01-01 121", "2027-01-01 2628.5"], "{name} {died_after}");
            books_add_up(&fixture.app).await;
        }
    }
}

#[tokio::test]
async fn what_cannot_be_made_is_told_and_tried_again() {
    let fixture = ContractFixture::alone().await;
    accepted(
        &fixture.app.put(&format!("/memberships/{}", fixture.plan), json!({"max_subscribers": 1})).await,
        200,
    );
    let issued = fixture.issued(json!({"items": [fixture.plan_item()], "on_signed": "create_subscriptions"})).await;
    let other = tests::member(&fixture.app, "bo@example.com").await;
    let taken = json!({"customer_id": other, "membership_plan_id": fixture.plan, "start_date": "2027-01-01"});
    let taken = made(&fixture.app, "/subscriptions", taken).await;
    let signed = fixture.sign_all(&issued).await;
    assert_eq!((&signed["status"], &signed["on_signed_status"]), (&json!("signed"), &json!("failed")));
    assert!(signed["on_signed_failure"].as_str().is_some_and(|why| !why.is_empty()), "{signed}");
    accepted(&fixture.app.post(&format!("/subscriptions/{taken}/cancel"), json!({"timing": "now"})).await, 200);
    fixture.clock("2027-01-02T11:00:00Z");
    sweep(&fixture.app.context).await;
    let done = fixture.get(&issued.id).await;
    assert_eq!((&done["on_signed_status"], &done["on_signed_failure"]), (&json!("done"), &json!("")));
    assert_eq!(done["subscription_ids"].as_array().map(Vec::len), Some(1));
}

/// A signed contract whose plan has no seat left, and the subscription that has the last one.
async fn without_a_seat(fixture: &ContractFixture) -> (String, String) {
    let plan = format!("/memberships/{}", fixture.plan);
    accepted(&fixture.app.put(&plan, json!({"max_subscribers": 1})).await, 200);
    let issued = fixture.issued(json!({"items": [fixture.plan_item()], "on_signed": "create_subscriptions"})).await;
    let other = tests::member(&fixture.app, "bo@example.com").await;
    let taken = json!({"customer_id": other, "membership_plan_id": fixture.plan, "start_date": "2027-01-01"});
    let taken = made(&fixture.app, "/subscriptions", taken).await;
    let signed = fixture.sign_all(&issued).await;
    assert_eq!((&signed["status"], &signed["on_signed_status"]), (&json!("signed"), &json!("failed")));
    (issued.id, taken)
}

#[tokio::test]
async fn what_could_not_be_made_is_carried_out_as_soon_as_it_can_be() {
    let fixture = ContractFixture::alone().await;
    let (id, taken) = without_a_seat(&fixture).await;
    let again = fixture.acted(&id, "carry-out", Value::Null).await;
    assert_eq!(again["on_signed_status"], json!("failed"));
    assert!(again["on_signed_failure"].as_str().is_some_and(|why| why.contains("subscriber")), "{again}");
    accepted(&fixture.app.post(&format!("/subscriptions/{taken}/cancel"), json!({"timing": "now"})).await, 200);
    fixture.clock("2027-01-02T11:00:00Z");
    let done = fixture.acted(&id, "carry-out", Value::Null).await;
    assert_eq!((&done["on_signed_status"], &done["on_signed_failure"]), (&json!("done"), &json!("")));
    assert_eq!(done["subscription_ids"].as_array().map(Vec::len), Some(1));
    // Once more does nothing.
    assert_eq!(fixture.acted(&id, "carry-out", Value::Null).await, done);
    books_add_up(&fixture.app).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sixteen_requests_that_carry_a_contract_out_make_it_once() {
    let fixture = ContractFixture::new().await;
    let (id, taken) = without_a_seat(&fixture).await;
    accepted(&fixture.app.post(&format!("/subscriptions/{taken}/cancel"), json!({"timing": "now"})).await, 200);
    fixture.clock("2027-01-02T11:00:00Z");
    let requests: Vec<_> = (0..16).map(|_| ("POST", format!("/contracts/{id}/carry-out"), Value::Null)).collect();
    let answers = tests::at_once(&fixture.app, requests).await;
    assert_eq!(tests::having(&answers, 200), 16, "{answers:?}");
    let shown = fixture.get(&id).await;
    assert_eq!(shown["on_signed_status"], json!("done"));
    assert_eq!(fixture.invoices().await.len(), 1);
}

#[tokio::test]
async fn only_what_was_signed_is_carried_out() {
    let fixture = ContractFixture::new().await;
    let draft = fixture.draft(json!({})).await;
    assert_eq!(fixture.act(&draft, "carry-out", Value::Null).await.refusal(), "409 invalid_state");
    let issued = fixture.issue(&draft).await;
    assert_eq!(fixture.act(&issued.id, "carry-out", Value::Null).await.refusal(), "409 invalid_state");
    let signed = fixture.sign_all(&issued).await;
    assert_eq!(fixture.acted(&issued.id, "carry-out", Value::Null).await, signed, "there is nothing to do");
}

#[tokio::test]
async fn what_could_not_be_charged_is_not_issued() {
    let fixture = ContractFixture::new().await;
    let items = json!({"items": [fixture.plan_item()], "on_signed": "create_subscriptions"});
    let far = fixture.draft(with(items.clone(), &json!({"start_date": "2028-06-01", "end_date": "2029-05-31"}))).await;
    let refused = fixture.act(&far, "issue", Value::Null).await;
    assert_eq!(refused.refusal(), "422 rule_violation start_date out_of_range");
    let draft = fixture.draft(items).await;
    accepted(&fixture.app.delete(&format!("/memberships/{}", fixture.plan)).await, 200);
    let refused = fixture.act(&draft, "issue", Value::Null).await;
    assert_eq!(refused.refusal(), "422 rule_violation items[0].membership_plan_id membership_plan_inactive");
}

/// What costs more, in another rhythm, than what was signed.
fn dearer() -> Value {
    json!({"price": 500, "deposit_amount": 999, "setup_fee": 333, "cycle": "weekly", "custom_tax_rate": true, "tax_rate": 5,
        "minimum_commitment": true, "commitment_cycles": 24, "early_termination_fee_percent": 100, "notice_days": 90, "trial_days": 7})
}

#[tokio::test]
async fn what_is_signed_is_what_is_charged_whatever_the_plan_asks_for_later() {
    let fixture = ContractFixture::alone().await;
    let items = json!({"items": [fixture.plan_item()], "on_signed": "create_subscriptions"});
    let issued = fixture.issued(items).await;
    accepted(&fixture.app.put(&format!("/memberships/{}", fixture.plan), dearer()).await, 200);
    accepted(&fixture.app.put(&format!("/locations/{}", fixture.location), json!({"tax_rate": 10})).await, 200);
    let signed = fixture.sign_all(&issued).await;
    assert_eq!(signed["deposit"], Value::Null);
    let id = signed["subscription_ids"][0].as_str().unwrap_or_default();
    let subscription = fixture.shown(&format!("/subscriptions/{id}")).await;
    assert_eq!((&subscription["price"], &subscription["cycle"]), (&json!(900), &json!("monthly")));
    assert_eq!(fixture.invoices().await, ["2027-01-01 1089"]);
    // Nothing was committed to: it ends with the days that were used.
    fixture.clock("2027-01-31T11:00:00Z");
    fixture.acted(&issued.id, "terminate", json!({"reason": "other"})).await;
    assert_eq!(fixture.invoices().await, ["2027-01-01 1089"]);
    books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn a_setup_fee_and_deposits_that_were_signed_stay() {
    let fixture = ContractFixture::alone().await;
    let plan = format!("/memberships/{}", fixture.plan);
    accepted(&fixture.app.put(&plan, json!({"setup_fee": 50, "deposit_amount": 200})).await, 200);
    let two = json!({"items": [fixture.plan_item(), fixture.plan_item()], "on_signed": "create_subscriptions"});
    let issued = fixture.issued(two).await;
    assert_eq!(issued.body["deposit"], json!(400), "the issue settles what was left open");
    accepted(&fixture.app.put(&plan, json!({"setup_fee": 0, "deposit_amount": 0})).await, 200);
    fixture.sign_all(&issued).await;
    let mut invoices = fixture.invoices().await;
    invoices.sort();
    // 900 and 50 with 21 % tax, twice, and the deposits of both with the first.
    assert_eq!(invoices, ["2027-01-01 1149.5", "2027-01-01 1549.5"]);
    books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn an_invoice_has_the_tax_of_the_issue() {
    let fixture = ContractFixture::new().await;
    let keys = json!({"kind": "one_off", "description": "Keys", "price": 100});
    let issued = fixture.issued(json!({"items": [fixture.plan_item(), keys], "on_signed": "create_invoice"})).await;
    accepted(&fixture.app.put(&format!("/memberships/{}", fixture.plan), dearer()).await, 200);
    accepted(&fixture.app.put(&format!("/locations/{}", fixture.location), json!({"tax_rate": 10})).await, 200);
    let signed = fixture.sign_all(&issued).await;
    let invoice = fixture.shown(&format!("/invoices/{}", signed["invoice_id"].as_str().unwrap_or_default())).await;
    assert_eq!(invoice["total"], json!(1210));
}

#[tokio::test]
async fn an_invoice_that_could_not_be_made_is_not_issued() {
    let fixture = ContractFixture::new().await;
    let dear = json!({"kind": "one_off", "description": "Gold", "price": 999_999_999.99, "quantity": 1000});
    let items: Vec<Value> = (0..20).map(|_| dear.clone()).collect();
    let draft = fixture.draft(json!({"items": items, "on_signed": "create_invoice"})).await;
    let refused = fixture.act(&draft, "issue", Value::Null).await.refusal();
    assert!(refused.starts_with("422 rule_violation items "), "{refused}");
}

#[tokio::test]
async fn what_was_not_made_before_a_termination_is_not_called_done() {
    let fixture = ContractFixture::alone().await;
    let plan = format!("/memberships/{}", fixture.plan);
    accepted(&fixture.app.put(&plan, json!({"max_subscribers": 1})).await, 200);
    let other = tests::member(&fixture.app, "bo@example.com").await;
    let taken = json!({"customer_id": other, "membership_plan_id": fixture.plan, "start_date": "2027-01-01"});
    made(&fixture.app, "/subscriptions", taken).await;
    let items = json!({"items": [fixture.plan_item()], "on_signed": "create_subscriptions"});
    let signed = fixture.signed(items).await;
    assert_eq!(signed["on_signed_status"], json!("failed"));
    let ended = fixture.acted(signed["id"].as_str().unwrap_or_default(), "terminate", json!({"reason": "other"})).await;
    assert_eq!((&ended["on_signed_status"], &ended["on_signed_failure"]), (&json!("cancelled"), &json!("")));
    assert_eq!((&ended["subscription_ids"], &ended["ending_failure"]), (&json!([]), &json!("")));
}
