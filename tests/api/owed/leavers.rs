//! Customers who go while money is owed to them, or by them.

use serde_json::{Value, json};
use tests::{SubscriptionFixture, accepted, sweep};

use super::{balance, cleared, invoices, statement};

/// A desk for 300 a month with 21 % tax and a deposit of 500: 363 and 500 are asked for on 1 January.
async fn with_deposit() -> (SubscriptionFixture, String) {
    let tax = json!({"custom_tax_rate": true, "tax_rate": 21, "deposit_amount": 500});
    let fixture = SubscriptionFixture::new(tax).await;
    let id = fixture.subscribed(json!({})).await;
    (fixture, id)
}

async fn pay(fixture: &SubscriptionFixture, id: &str) {
    for invoice in fixture.invoice_bodies(id).await {
        let path = format!("/invoices/{}/pay", invoice["id"].as_str().unwrap_or_default());
        accepted(&fixture.app.post(&path, json!({"method": "cash"})).await, 200);
    }
}

async fn end_with_the_sixteenth(fixture: &SubscriptionFixture, id: &str) {
    fixture.clock("2027-01-16T10:00:00Z");
    fixture.acted(id, "cancel", json!({"timing": "now", "proration": "prorate"})).await;
}

#[tokio::test]
async fn who_has_paid_has_what_comes_back_in_balance_and_statement_until_it_is_paid_out_or_kept() {
    let (fixture, id) = with_deposit().await;
    let (app, member) = (&fixture.app, fixture.member.as_str());
    pay(&fixture, &id).await;
    assert_eq!((balance(app, member).await, statement(app, member).await), (json!(0), json!(0)));
    end_with_the_sixteenth(&fixture, &id).await;
    // 15 of 31 days of 300 are 145.16, and 30.48 of tax.
    assert_eq!((balance(app, member).await, statement(app, member).await), (json!(175.64), json!(-175.64)));
    // Nobody has looked since it ended: the deposit is written down by whoever lets the member go.
    fixture.clock("2027-01-17T10:00:00Z");
    let anonymise = format!("/members/{member}/anonymise");
    assert_eq!(app.post(&anonymise, json!({})).await.refusal(), "409 in_use id money_owed");
    assert_eq!(app.delete(&format!("/members/{member}")).await.refusal(), "409 in_use id money_owed");
    assert_eq!((balance(app, member).await, statement(app, member).await), (json!(675.64), json!(-675.64)));
    let paid_out = json!({"decision": "paid_out", "method": "bank_transfer", "amount": 600});
    accepted(&cleared(app, member, paid_out).await, 201);
    assert_eq!(app.post(&anonymise, json!({})).await.refusal(), "409 in_use id money_owed");
    accepted(&cleared(app, member, json!({"decision": "kept", "reason": "Ann scratched the desk."})).await, 201);
    assert_eq!((balance(app, member).await, statement(app, member).await), (json!(0), json!(0)));
    accepted(&app.post(&anonymise, json!({})).await, 200);
    let kept = app.get(&format!("/balance-clearings?customer_id={member}")).await;
    assert_eq!(kept.body["data"].as_array().map(Vec::len), Some(2));
    assert!(!kept.text.contains("Ann"), "{}", kept.text);
    tests::books_add_up(app).await;
}

#[tokio::test]
async fn who_owes_is_asked_for_what_is_left_when_all_that_comes_back_is_taken_off() {
    let (fixture, id) = with_deposit().await;
    let (app, member) = (&fixture.app, fixture.member.as_str());
    end_with_the_sixteenth(&fixture, &id).await;
    assert_eq!(invoices(app, member).await, [(json!(863), json!(687.36))]);
    fixture.clock("2027-01-17T10:00:00Z");
    assert_eq!(fixture.get(&id).await["deposit"]["status"], "returned");
    assert_eq!(invoices(app, member).await, [(json!(863), json!(187.36))]);
    assert_eq!((balance(app, member).await, statement(app, member).await), (json!(0), json!(187.36)));
    let anonymise = format!("/members/{member}/anonymise");
    assert_eq!(app.post(&anonymise, json!({})).await.refusal(), "409 in_use id invoice_open");
    pay(&fixture, &id).await;
    accepted(&app.post(&anonymise, json!({})).await, 200);
    tests::books_add_up(app).await;
}

#[tokio::test]
async fn a_fee_for_ending_early_is_invoiced_and_paid_by_what_comes_back() {
    let plan = json!({"custom_tax_rate": true, "tax_rate": 21, "minimum_commitment": true, "commitment_cycles": 6});
    let fixture = SubscriptionFixture::new(plan).await;
    let id = fixture.subscribed(json!({})).await;
    let (app, member) = (&fixture.app, fixture.member.as_str());
    pay(&fixture, &id).await;
    fixture.clock("2027-01-16T10:00:00Z");
    // Five cycles of 300 are owed, of which 5 % are 75; 145.16 come back.
    let end = json!({"timing": "now", "proration": "prorate", "fee_percent": 5});
    fixture.acted(&id, "cancel", end).await;
    // 75 and 15.75 of tax are paid out of 175.64.
    assert_eq!(invoices(app, member).await, [(json!(363), json!(0)), (json!(90.75), json!(0))]);
    assert_eq!((balance(app, member).await, statement(app, member).await), (json!(84.89), json!(-84.89)));
    tests::books_add_up(app).await;
}

#[tokio::test]
async fn a_preview_of_what_comes_next_shows_what_the_balance_pays() {
    let (fixture, id) = with_deposit().await;
    let (app, member) = (&fixture.app, fixture.member.as_str());
    pay(&fixture, &id).await;
    end_with_the_sixteenth(&fixture, &id).await;
    let item = json!({"customer_id": member, "location_id": fixture.location, "description": "Print", "quantity": 1,
        "unit_amount": 100, "tax_rate": 21});
    tests::made(app, "/invoice-items", item).await;
    let next = app.get(&format!("/invoices/upcoming?customer_id={member}")).await;
    let next = next.body["data"]["invoices"][0].clone();
    let told: Vec<Value> = ["total", "applied_balance", "amount_due"].map(|field| next[field].clone()).into();
    assert_eq!(told, [json!(121), json!(121), json!(0)]);
}

#[tokio::test]
async fn nobody_is_reminded_of_what_comes_back_with_the_end_that_nobody_has_written_down() {
    let fixture = SubscriptionFixture::new(json!({"deposit_amount": 500})).await;
    let (app, member) = (&fixture.app, fixture.member.as_str());
    accepted(
        &app.put("/merchant", json!({"invoice_settings": {"due_days": 14, "reminder_days": [14]}})).await,
        200,
    );
    let id = fixture.subscribed(json!({})).await;
    pay(&fixture, &id).await;
    fixture.clock("2027-02-01T10:00:00Z");
    fixture.acted(&id, "cancel", json!({})).await;
    assert_eq!(invoices(app, member).await, [(json!(800), json!(0)), (json!(300), json!(300))]);
    // It ends with February, and so the deposit comes back on the day of the reminder.
    fixture.clock("2027-03-01T10:00:00Z");
    assert_eq!(sweep(&app.context).await.failed(), 0);
    let mut reminded = Vec::new();
    for invoice in fixture.invoice_bodies(&id).await {
        reminded.push((invoice["amount_due"].clone(), invoice["reminders_sent"].clone()));
    }
    assert_eq!(reminded, [(json!(0), json!(0)), (json!(0), json!(0))]);
    assert_eq!(balance(app, member).await, json!(200));
    tests::books_add_up(app).await;
}
