//! Ending before it begins, in a trial, and in a period that was invoiced ahead; taking notice back.

use serde_json::{Value, json};
use testing::Fault;
use tests::{SubscriptionFixture, accepted, made};

use super::{balance, given_back};

#[tokio::test]
async fn what_is_called_off_before_it_begins_is_not_asked_for() {
    for mode in ["none", "prorate", "full_credit"] {
        let fixture = SubscriptionFixture::new(json!({})).await;
        let id = fixture.subscribed(json!({"start_date": "2027-02-01", "invoice_days_in_advance": 60})).await;
        let off = fixture.acted(&id, "cancel", json!({"timing": "now", "proration": mode})).await;
        assert_eq!(off["status"], "cancelled");
        let invoices = fixture.invoice_bodies(&id).await;
        assert_eq!((invoices.len(), &invoices[0]["status"]), (1, &json!("voided")), "{mode}");
        assert_eq!(given_back(&fixture).await, 0, "{mode}: credited by its being voided");
    }
}

#[tokio::test]
async fn late_fees_of_what_is_called_off_are_not_asked_for_either() {
    let fixture = SubscriptionFixture::alone(json!({})).await;
    let app = &fixture.app;
    let fees = json!({"late_fees": {"grace_days": 0, "fixed_fee": 15, "yearly_interest_percent": 10}});
    accepted(&app.put(&format!("/locations/{}", fixture.location), fees).await, 200);
    fixture.due_in(3).await;
    let id = fixture.subscribed(json!({"start_date": "2027-05-01", "invoice_days_in_advance": 60})).await;
    for day in ["2027-03-10", "2027-03-20"] {
        fixture.clock(&format!("{day}T12:00:00Z"));
        let _ = tests::sweep(&app.context).await;
    }
    let waiting = async || {
        let list = app.get(&format!("/invoice-items?customer_id={}&pending=true", fixture.member)).await;
        let items = list.body["data"].as_array().cloned().unwrap_or_default();
        items.iter().filter(|item| item["kind"] == "late_fee").count()
    };
    assert!(waiting().await > 0, "{:?}", fixture.invoice_bodies(&id).await);
    fixture.acted(&id, "cancel", json!({"timing": "now", "proration": "none"})).await;
    assert_eq!((waiting().await, &fixture.invoice_bodies(&id).await[0]["status"]), (0, &json!("voided")));
    tests::books_add_up(app).await;
}

#[tokio::test]
async fn what_was_paid_of_it_is_credited_as_it_is_asked() {
    for (mode, expected) in [("none", 0), ("prorate", 30_000)] {
        let fixture = SubscriptionFixture::new(json!({})).await;
        let id = fixture.subscribed(json!({"start_date": "2027-02-01", "invoice_days_in_advance": 60})).await;
        let invoice = fixture.invoice_bodies(&id).await.remove(0);
        let path = format!("/invoices/{}/pay", invoice["id"].as_str().unwrap_or_default());
        accepted(&fixture.app.post(&path, json!({"amount": 300, "method": "cash"})).await, 200);
        fixture.acted(&id, "cancel", json!({"timing": "now", "proration": mode})).await;
        assert_eq!(fixture.invoice_bodies(&id).await[0]["status"], "paid");
        assert_eq!(given_back(&fixture).await, expected, "{mode}");
    }
}

#[tokio::test]
async fn what_was_paid_of_it_in_part_comes_back_and_nothing_more_is_asked_for() {
    for (by, terms) in [
        ("cash", json!({"start_date": "2027-02-01", "invoice_days_in_advance": 60})),
        ("cash", json!({"collection": "charge"})),
        ("balance", json!({"start_date": "2027-02-01", "invoice_days_in_advance": 60})),
    ] {
        let fixture = SubscriptionFixture::new(json!({})).await;
        let id = fixture.subscribed(terms).await;
        let invoice = fixture.invoice_bodies(&id).await.remove(0);
        if by == "cash" {
            let path = format!("/invoices/{}/pay", invoice["id"].as_str().unwrap_or_default());
            accepted(&fixture.app.post(&path, json!({"amount": 15, "method": "cash"})).await, 200);
        } else {
            let item = json!({"customer_id": fixture.member, "location_id": fixture.location, "description": "Sorry",
                "quantity": 1, "unit_amount": -15});
            made(&fixture.app, "/invoice-items", item).await;
        }
        assert_eq!(fixture.invoice_bodies(&id).await[0]["amount_due"], json!(285), "{by}");
        fixture.acted(&id, "cancel", json!({"timing": "now", "proration": "none"})).await;
        assert_eq!(fixture.invoice_bodies(&id).await[0]["amount_due"], json!(0), "{by}");
        assert_eq!(balance(&fixture).await, json!([{"currency": "EUR", "amount": 15}]), "{by}");
        tests::books_add_up(&fixture.app).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_paid_while_it_is_called_off_begins_or_is_not_paid() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    for round in 0..6 {
        let id = fixture.subscribed(json!({"collection": "charge"})).await;
        let invoice = fixture.invoice_bodies(&id).await.remove(0);
        let path = format!("/invoices/{}/pay", invoice["id"].as_str().unwrap_or_default());
        for operation in ["TransactWriteItems", "BatchGetItem"] {
            fixture.app.faults.random(operation, round, vec![(400, Fault::Late(20)), (400, Fault::Late(60))]);
        }
        let pay = fixture.app.post(&path, json!({"amount": 300, "method": "cash"}));
        let (paid, cancelled) = tokio::join!(pay, fixture.act(&id, "cancel", json!({})));
        fixture.app.faults.clear();
        accepted(&cancelled, 200);
        let (status, invoice) = (fixture.status(&id).await, fixture.invoice_bodies(&id).await.remove(0));
        let expected = if paid.status == 200 { ("active", "paid") } else { ("cancelled", "voided") };
        assert_eq!((status.as_str(), invoice["status"].as_str().unwrap_or_default()), expected, "{}", paid.text);
    }
}

#[tokio::test]
async fn a_trial_that_is_ended_at_once_ends_with_the_local_day() {
    let fixture = SubscriptionFixture::new(json!({"trial_days": 14})).await;
    let id = fixture.subscribed(json!({})).await;
    let to_come = fixture.subscribed(json!({"start_date": "2027-01-10"})).await;
    fixture.clock("2027-01-05T22:30:00Z");
    let ended = fixture.acted(&id, "cancel", json!({"timing": "now"})).await;
    assert_eq!((&ended["end_date"], &ended["status"]), (&json!("2027-01-05"), &json!("active")));
    let off = fixture.acted(&to_come, "cancel", json!({"timing": "now"})).await;
    assert_eq!(off["status"], "cancelled", "it never begins");
    fixture.clock("2027-01-05T23:00:00Z");
    assert_eq!(fixture.status(&id).await, "cancelled");
    fixture.clock("2027-02-20T10:00:00Z");
    assert_eq!(fixture.invoices(&id).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_period_that_was_invoiced_ahead_is_no_cycle_still_owed_unless_it_is_credited() {
    for (mode, fee) in [("none", 900), ("prorate", 1200)] {
        let fixture = SubscriptionFixture::new(json!({"minimum_commitment": true, "commitment_cycles": 5})).await;
        let id = fixture.subscribed(json!({})).await;
        fixture.acted(&id, "renew-now", Value::Null).await;
        let paid = fixture.invoice_bodies(&id).await;
        fixture.acted(&id, "cancel", json!({"timing": "now", "proration": mode})).await;
        let made = fixture.invoice_bodies(&id).await.into_iter().find(|invoice| !paid.contains(invoice));
        let lines = made.map_or_else(Vec::new, |made| made["items"].as_array().cloned().unwrap_or_default());
        let of_fee = lines.iter().find(|line| line["kind"] == "fee").map(|line| line["unit_amount"].clone());
        assert_eq!(of_fee, Some(json!(fee)), "{mode}");
    }
}

#[tokio::test]
async fn notice_is_not_taken_back_of_a_period_that_was_charged_only_until_its_end() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let yearly = fixture.plan(json!({"name": "Year", "price": 3650, "cycle": "yearly"})).await;
    let id = fixture.subscribed(json!({})).await;
    fixture.acted(&id, "cancel", json!({})).await;
    fixture.acted(&id, "change-plan", json!({"membership_plan_id": yearly, "timing": "now"})).await;
    assert_eq!(fixture.act(&id, "uncancel", Value::Null).await.refusal(), "409 invalid_state");
    assert_eq!(fixture.get(&id).await["end_date"], "2027-01-31");
}

#[tokio::test]
async fn a_change_that_was_to_come_after_the_end_is_not_brought_back() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let smaller = fixture.plan(json!({"name": "Light", "price": 100})).await;
    let id = fixture.subscribed(json!({})).await;
    let changed = fixture.acted(&id, "change-plan", json!({"membership_plan_id": smaller})).await;
    assert_eq!(changed["scheduled_change"]["membership_plan_id"], json!(smaller));
    assert_eq!(fixture.acted(&id, "cancel", json!({})).await["scheduled_change"], Value::Null);
    assert_eq!(fixture.acted(&id, "uncancel", Value::Null).await["scheduled_change"], Value::Null);
}
