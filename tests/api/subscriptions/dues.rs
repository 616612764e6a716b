//! What becomes of the dues on an invoice that is voided, given up, credited, or never issued.

use serde_json::{Value, json};
use tests::{SubscriptionFixture, accepted};

use super::{credit_note, given_back, id_of};

async fn void(fixture: &SubscriptionFixture, invoice: &Value) -> String {
    fixture.app.post(&format!("/invoices/{}/void", id_of(invoice)), json!({})).await.refusal()
}

async fn end_with_full_credit(fixture: &SubscriptionFixture, id: &str) {
    fixture.acted(id, "cancel", json!({"timing": "now", "proration": "full_credit"})).await;
}

#[tokio::test]
async fn an_invoice_whose_dues_were_credited_is_not_voided() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let ended = fixture.subscribed(json!({})).await;
    fixture.acted(&ended, "renew-now", Value::Null).await;
    end_with_full_credit(&fixture, &ended).await;
    for invoice in fixture.invoice_bodies(&ended).await {
        assert_eq!(void(&fixture, &invoice).await, "409 invalid_state");
    }
    assert_eq!(given_back(&fixture).await, 60_000);
    for change in [json!({"price": 400}), json!({"price": 1000, "cycle": "quarterly"})] {
        let fixture = SubscriptionFixture::new(json!({})).await;
        let other = fixture.plan(change.clone()).await;
        let id = fixture.subscribed(json!({})).await;
        let first = fixture.invoice_bodies(&id).await.remove(0);
        fixture.acted(&id, "change-plan", json!({"membership_plan_id": other, "timing": "now"})).await;
        assert_eq!(void(&fixture, &first).await, "409 invalid_state", "{change}");
        fixture.clock("2027-02-02T10:00:00Z");
        fixture.get(&id).await;
        assert_eq!(void(&fixture, &first).await, "409 invalid_state", "{change}: a period later");
    }
}

#[tokio::test]
async fn what_charges_as_much_as_it_credits_leaves_the_invoice_before_as_it_is() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let same = fixture.plan(json!({"name": "Same"})).await;
    let id = fixture.subscribed(json!({})).await;
    fixture.acted(&id, "change-plan", json!({"membership_plan_id": same})).await;
    let first = fixture.invoice_bodies(&id).await.remove(0);
    accepted(&fixture.app.post(&format!("/invoices/{}/void", id_of(&first)), json!({})).await, 200);
    end_with_full_credit(&fixture, &id).await;
    assert_eq!(given_back(&fixture).await, 0);
}

#[tokio::test]
async fn of_very_many_invoices_the_latest_are_remembered() {
    let fixture = SubscriptionFixture::new(json!({"price": 1})).await;
    let id = fixture.subscribed(json!({})).await;
    for quantity in 2..=101 {
        accepted(&fixture.app.put(&format!("/subscriptions/{id}"), json!({"quantity": quantity})).await, 200);
    }
    let dear = fixture.plan(json!({"name": "Suite", "price": 5000})).await;
    let change = json!({"membership_plan_id": dear, "quantity": 1, "timing": "now", "proration": "prorate"});
    fixture.acted(&id, "change-plan", change).await;
    let invoices = fixture.invoice_bodies(&id).await;
    let last = invoices.iter().find(|invoice| invoice["total"] == json!(4899)).expect("the change's invoice");
    accepted(&fixture.app.post(&format!("/invoices/{}/void", id_of(last)), json!({})).await, 200);
    end_with_full_credit(&fixture, &id).await;
    assert_eq!(given_back(&fixture).await, 10_100);
}

#[tokio::test]
async fn what_was_given_up_is_not_credited() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    let invoice = fixture.invoice_bodies(&id).await.remove(0);
    accepted(
        &fixture.app.post(&format!("/invoices/{}/mark-uncollectible", id_of(&invoice)), json!({})).await,
        200,
    );
    end_with_full_credit(&fixture, &id).await;
    assert_eq!(given_back(&fixture).await, 0);
}

#[tokio::test]
async fn what_a_credit_note_took_off_is_not_credited_again() {
    let locker = json!({"description": "Locker", "unit_amount": 20, "recurrence": "recurring"});
    for (noted, voided, left) in [(100, false, 20_000), (300, false, 0), (100, true, 30_000)] {
        let fixture = SubscriptionFixture::new(json!({})).await;
        let id = fixture.subscribed(json!({"items": [locker.clone()]})).await;
        let invoice = fixture.invoice_bodies(&id).await.remove(0);
        // What is taken off an item is none of the dues.
        credit_note(&fixture, &invoice, 1, json!(15)).await;
        let note = credit_note(&fixture, &invoice, 0, json!(noted)).await;
        if voided {
            accepted(&fixture.app.post(&format!("/credit-notes/{note}/void"), json!({})).await, 200);
        }
        end_with_full_credit(&fixture, &id).await;
        assert_eq!(given_back(&fixture).await, left, "{noted} {voided}");
    }
}

#[tokio::test]
async fn a_draft_charges_nothing() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    fixture.acted(&id, "pause", json!({"behaviour": "draft"})).await;
    fixture.acted(&id, "renew-now", Value::Null).await;
    assert_eq!(fixture.invoices(&id).await, ["2027-01-01 300", "2027-02-01 300 draft"]);
    end_with_full_credit(&fixture, &id).await;
    assert_eq!(given_back(&fixture).await, 30_000);
}

#[tokio::test]
async fn lines_are_credited_or_invoiced_by_their_sum_with_tax() {
    let untaxed = json!({"custom_tax_rate": true, "tax_rate": 0});
    for (old, new, outcome) in [
        // 310 without tax is more than 300 with 21 %: -363 + 310.
        (
            json!({}),
            tests::with(json!({"price": 310}), &untaxed),
            (vec!["2027-01-01 310"], 30_000, json!(-53)),
        ),
        // 290 with tax are 350.90: more than 300 without.
        (untaxed.clone(), json!({"price": 290}), (vec!["2027-01-01 50.9"], 0, json!(50.9))),
        // As much without tax is less with it.
        (untaxed, json!({"price": 300}), (vec!["2027-01-01 63"], 0, json!(63))),
    ] {
        let fixture = SubscriptionFixture::new(old).await;
        accepted(&fixture.app.put(&format!("/locations/{}", fixture.location), json!({"tax_rate": 21})).await, 200);
        let id = fixture.subscribed(json!({})).await;
        let first = fixture.invoice_bodies(&id).await.remove(0);
        let change = json!({"membership_plan_id": fixture.plan(new.clone()).await, "timing": "now"});
        let preview = fixture.acted(&id, "change-plan-preview", change.clone()).await;
        assert_eq!(preview["invoice"]["total"], outcome.2, "{new}");
        fixture.acted(&id, "change-plan", change).await;
        let made = fixture.invoice_bodies(&id).await.into_iter().filter(|invoice| invoice["id"] != first["id"]);
        let made: Vec<String> = made.map(|invoice| format!("2027-01-01 {}", invoice["total"])).collect();
        assert_eq!(
            (made, given_back(&fixture).await),
            (outcome.0.iter().map(ToString::to_string).collect(), outcome.1)
        );
    }
}
