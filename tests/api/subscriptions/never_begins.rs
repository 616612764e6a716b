//! What was invoiced of a subscription that never begins, and its deposit.

use serde_json::{Value, json};
use tests::{SubscriptionFixture, accepted, made};

use super::{balance, credit_note, given_back, id_of};

fn with_fees() -> Value {
    json!({"setup_fee": 20, "deposit_amount": 30})
}

async fn pay(fixture: &SubscriptionFixture, invoice: &Value) {
    let path = format!("/invoices/{}/pay", id_of(invoice));
    let body = json!({"amount": invoice["amount_due"], "method": "cash"});
    accepted(&fixture.app.post(&path, body).await, 200);
}

#[tokio::test]
async fn an_invoice_with_a_credit_note_is_credited_whole_when_it_is_called_off() {
    for (collection, cancelled) in [("send_invoice", true), ("charge", true), ("charge", false)] {
        let fixture = SubscriptionFixture::new(json!({})).await;
        let fields = if collection == "charge" {
            json!({"collection": "charge"})
        } else {
            json!({"start_date": "2027-02-01", "invoice_days_in_advance": 60})
        };
        let id = fixture.subscribed(fields).await;
        let invoice = fixture.invoice_bodies(&id).await.remove(0);
        credit_note(&fixture, &invoice, 0, json!(100)).await;
        if cancelled {
            fixture.acted(&id, "cancel", json!({"timing": "now"})).await;
        } else {
            fixture.clock("2027-01-03T10:00:00Z");
            assert_eq!(fixture.status(&id).await, "incomplete_expired");
        }
        let invoice = fixture.invoice_bodies(&id).await.remove(0);
        assert_eq!(invoice["amount_due"], json!(0), "{collection} {cancelled}");
        assert_eq!(given_back(&fixture).await, 0);
    }
}

#[tokio::test]
async fn what_the_balance_paid_of_its_invoice_comes_back_when_it_is_called_off() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let item = json!({"customer_id": fixture.member, "location_id": fixture.location, "description": "Sorry",
        "quantity": 1, "unit_amount": -15});
    made(&fixture.app, "/invoice-items", item).await;
    let id = fixture.subscribed(json!({"collection": "charge"})).await;
    let invoice = fixture.invoice_bodies(&id).await.remove(0);
    assert_eq!((&invoice["total"], &invoice["amount_due"]), (&json!(300), &json!(285)));
    assert_eq!(balance(&fixture).await, json!([]));
    credit_note(&fixture, &invoice, 0, json!(100)).await;
    fixture.acted(&id, "cancel", json!({})).await;
    assert_eq!(fixture.invoice_bodies(&id).await[0]["amount_due"], json!(0));
    assert_eq!(balance(&fixture).await, json!([{"currency": "EUR", "amount": 15}]));
}

#[tokio::test]
async fn only_money_makes_it_begin() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({"collection": "charge"})).await;
    let invoice = fixture.invoice_bodies(&id).await.remove(0);
    let note = credit_note(&fixture, &invoice, 0, json!(300)).await;
    assert_eq!(fixture.status(&id).await, "incomplete");
    assert_eq!(fixture.credits().await, Vec::<String>::new());
    accepted(&fixture.app.post(&format!("/credit-notes/{note}/void"), json!({})).await, 200);
    credit_note(&fixture, &invoice, 0, json!(100)).await;
    pay(&fixture, &fixture.invoice_bodies(&id).await[0]).await;
    assert_eq!(fixture.status(&id).await, "active");
    // What was credited whole can be called off, and expires.
    for expires in [false, true] {
        let id = fixture.subscribed(json!({"collection": "charge"})).await;
        let invoice = fixture.invoice_bodies(&id).await;
        let own = invoice.iter().find(|invoice| invoice["status"] == "issued").expect("its invoice");
        credit_note(&fixture, own, 0, json!(300)).await;
        if expires {
            fixture.clock("2027-01-03T10:00:00Z");
            assert_eq!(fixture.status(&id).await, "incomplete_expired");
        } else {
            assert_eq!(fixture.acted(&id, "cancel", json!({})).await["status"], "cancelled");
        }
    }
}

#[tokio::test]
async fn with_the_dues_of_a_trial_come_setup_fee_and_deposit_back() {
    let fixture = SubscriptionFixture::new(tests::with(json!({"trial_days": 10}), &with_fees())).await;
    let id = fixture.subscribed(json!({"invoice_days_in_advance": 20})).await;
    assert_eq!(fixture.invoices(&id).await, ["2027-01-11 350"]);
    fixture.acted(&id, "cancel", json!({"timing": "now", "proration": "full_credit"})).await;
    assert_eq!(given_back(&fixture).await, 35_000);
    fixture.clock("2027-01-05T10:00:00Z");
    let ended = fixture.get(&id).await;
    assert_eq!((&ended["status"], &ended["deposit"]["status"]), (&json!("cancelled"), &json!("returned")));
    fixture.get(&id).await;
    assert_eq!(given_back(&fixture).await, 35_000, "once");
}

#[tokio::test]
async fn a_deposit_comes_back_when_the_subscription_has_ended_and_pays_the_next_invoice() {
    let fixture = SubscriptionFixture::new(with_fees()).await;
    let id = fixture.subscribed(json!({})).await;
    pay(&fixture, &fixture.invoice_bodies(&id).await[0]).await;
    fixture.acted(&id, "cancel", json!({})).await;
    assert_eq!(fixture.get(&id).await["deposit"]["status"], "invoiced");
    assert_eq!(given_back(&fixture).await, 0);
    fixture.clock("2027-02-01T10:00:00Z");
    assert_eq!(fixture.get(&id).await["deposit"]["status"], "returned");
    assert_eq!(given_back(&fixture).await, 3_000);
    assert_eq!(balance(&fixture).await, json!([{"currency": "EUR", "amount": 30}]));
    // The next invoice is paid out of it.
    let cheap = fixture.plan(json!({"name": "Light", "price": 10})).await;
    fixture.subscribed(json!({"membership_plan_id": cheap, "start_date": "2027-02-01"})).await;
    assert_eq!(balance(&fixture).await, json!([{"currency": "EUR", "amount": 20}]));
}

#[tokio::test]
async fn a_deposit_that_nobody_pays_does_not_come_back() {
    for action in ["void", "mark-uncollectible"] {
        let fixture = SubscriptionFixture::new(with_fees()).await;
        let id = fixture.subscribed(json!({})).await;
        let invoice = fixture.invoice_bodies(&id).await.remove(0);
        accepted(&fixture.app.post(&format!("/invoices/{}/{action}", id_of(&invoice)), json!({})).await, 200);
        fixture.acted(&id, "cancel", json!({})).await;
        fixture.clock("2027-02-01T10:00:00Z");
        assert_eq!(fixture.status(&id).await, "cancelled");
        assert_eq!(given_back(&fixture).await, 0, "{action}");
    }
}

#[tokio::test]
async fn the_deposit_of_what_is_called_off_before_it_begins_comes_back_whatever_becomes_of_the_dues() {
    for (mode, expected) in [("none", 3_000), ("full_credit", 35_000)] {
        let fixture = SubscriptionFixture::new(with_fees()).await;
        let id = fixture.subscribed(json!({"start_date": "2027-02-01", "invoice_days_in_advance": 60})).await;
        pay(&fixture, &fixture.invoice_bodies(&id).await[0]).await;
        fixture.acted(&id, "cancel", json!({"timing": "now", "proration": mode})).await;
        assert_eq!(given_back(&fixture).await, expected, "{mode}");
    }
}
