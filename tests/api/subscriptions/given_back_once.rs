//! Whatever gives dues back, gives them back once: by a credit note, by a credit that waits, by giving the invoice up.

use serde_json::{Value, json};
use tests::{SubscriptionFixture, accepted};

use super::{credit_note, id_of, waiting};

async fn give_up(fixture: &SubscriptionFixture, invoice: &Value) {
    let path = format!("/invoices/{}/mark-uncollectible", id_of(invoice));
    accepted(&fixture.app.post(&path, json!({})).await, 200);
}

async fn end_with_full_credit(fixture: &SubscriptionFixture, id: &str) {
    fixture.acted(id, "cancel", json!({"timing": "now", "proration": "full_credit"})).await;
}

async fn noted(fixture: &SubscriptionFixture, invoice: &Value, amount: Value) -> String {
    let lines = json!([{"invoice_item_id": invoice["items"][0]["id"], "amount": amount}]);
    let body = json!({"invoice_id": invoice["id"], "reason": "order_change", "lines": lines});
    fixture.app.post("/credit-notes", body).await.refusal()
}

#[tokio::test]
async fn a_credit_note_takes_off_no_more_than_was_not_credited_otherwise() {
    let above = "422 rule_violation lines[0].amount above_rest";
    for (mode, left) in [("full_credit", json!(0.01)), ("prorate", json!(154.85))] {
        let fixture = SubscriptionFixture::new(json!({})).await;
        let id = fixture.subscribed(json!({})).await;
        let invoice = fixture.invoice_bodies(&id).await.remove(0);
        fixture.clock("2027-01-16T10:00:00Z");
        fixture.acted(&id, "cancel", json!({"timing": "now", "proration": mode})).await;
        assert_eq!(noted(&fixture, &invoice, left).await, above, "{mode}");
        if mode == "prorate" {
            // 15 of 31 days came back.
            credit_note(&fixture, &invoice, 0, json!(154.84)).await;
            assert_eq!(noted(&fixture, &invoice, json!(0.01)).await, above);
        }
    }
}

#[tokio::test]
async fn with_an_invoice_that_is_given_up_goes_the_credit_of_it_that_waits() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    let invoice = fixture.invoice_bodies(&id).await.remove(0);
    fixture.clock("2027-01-16T10:00:00Z");
    fixture.acted(&id, "cancel", json!({"timing": "now", "proration": "prorate"})).await;
    assert_eq!(waiting(&fixture).await, [-14_516]);
    give_up(&fixture, &invoice).await;
    assert_eq!(waiting(&fixture).await, Vec::<i64>::new());
    // Paid after all, it can be credited by a credit note.
    let path = format!("/invoices/{}/pay", id_of(&invoice));
    accepted(&fixture.app.post(&path, json!({"amount": 300, "method": "cash"})).await, 200);
    let lines = json!([{"invoice_item_id": invoice["items"][0]["id"], "amount": 300}]);
    let note = json!({"invoice_id": invoice["id"], "reason": "order_change", "lines": lines, "refund_amount": 300});
    accepted(&fixture.app.post("/credit-notes", note).await, 201);
}

#[tokio::test]
async fn of_a_credit_for_several_invoices_the_part_of_the_one_that_is_given_up_goes() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    let better = fixture.plan(json!({"name": "Resident", "price": 620})).await;
    fixture.clock("2027-01-16T10:00:00Z");
    fixture.acted(&id, "change-plan", json!({"membership_plan_id": better})).await;
    end_with_full_credit(&fixture, &id).await;
    assert_eq!(waiting(&fixture).await, [-46_516]);
    let invoices = fixture.invoice_bodies(&id).await;
    let second = invoices.iter().find(|invoice| invoice["total"] == json!(165.16)).expect("the change's invoice");
    give_up(&fixture, second).await;
    assert_eq!(waiting(&fixture).await, [-30_000]);
}

#[tokio::test]
async fn what_a_credit_note_took_off_an_invoice_that_was_given_up_is_counted_once() {
    for is_voided in [false, true] {
        let fixture = SubscriptionFixture::new(json!({"price": 100})).await;
        let id = fixture.subscribed(json!({})).await;
        let better = fixture.plan(json!({"name": "Resident", "price": 200})).await;
        let invoice = fixture.invoice_bodies(&id).await.remove(0);
        let note = credit_note(&fixture, &invoice, 0, json!(50)).await;
        fixture.acted(&id, "change-plan", json!({"membership_plan_id": better})).await;
        give_up(&fixture, &invoice).await;
        if is_voided {
            accepted(&fixture.app.post(&format!("/credit-notes/{note}/void"), json!({})).await, 200);
        }
        end_with_full_credit(&fixture, &id).await;
        // The change charged 150 more than it credited.
        assert_eq!(waiting(&fixture).await, [-15_000], "{is_voided}");
    }
}

#[tokio::test]
async fn what_was_given_up_and_paid_later_is_credited() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    let invoice = fixture.invoice_bodies(&id).await.remove(0);
    give_up(&fixture, &invoice).await;
    let path = format!("/invoices/{}/pay", id_of(&invoice));
    accepted(&fixture.app.post(&path, json!({"amount": 300, "method": "cash"})).await, 200);
    end_with_full_credit(&fixture, &id).await;
    assert_eq!(waiting(&fixture).await, [-30_000]);
}

#[tokio::test]
async fn the_draft_of_a_pause_that_was_issued_is_credited() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    fixture.acted(&id, "pause", json!({"behaviour": "draft", "until": "2027-04-01"})).await;
    fixture.clock("2027-02-11T10:00:00Z");
    fixture.get(&id).await;
    let invoices = fixture.invoice_bodies(&id).await;
    let draft = invoices.iter().find(|invoice| invoice["status"] == "draft").expect("the draft");
    accepted(&fixture.app.post(&format!("/invoices/{}/issue", id_of(draft)), json!({})).await, 200);
    end_with_full_credit(&fixture, &id).await;
    assert_eq!(waiting(&fixture).await, [-30_000]);
}

#[tokio::test]
async fn giving_an_invoice_up_gives_no_benefits_back() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    fixture.due_in(14).await;
    let id = fixture.subscribed(json!({})).await;
    fixture.clock("2027-01-20T10:00:00Z");
    assert_eq!(fixture.status(&id).await, "past_due");
    let invoice = fixture.invoice_bodies(&id).await.remove(0);
    give_up(&fixture, &invoice).await;
    assert_eq!(fixture.status(&id).await, "past_due");
    let path = format!("/invoices/{}/pay", id_of(&invoice));
    accepted(&fixture.app.post(&path, json!({"amount": 300, "method": "cash"})).await, 200);
    assert_eq!(fixture.status(&id).await, "active");
}

#[tokio::test]
async fn a_credit_that_an_operator_deletes_or_makes_less_is_credited_no_more() {
    for (body, left) in [(None, json!(300)), (Some(json!({"unit_amount": -100})), json!(200))] {
        let fixture = SubscriptionFixture::new(json!({})).await;
        let id = fixture.subscribed(json!({})).await;
        let invoice = fixture.invoice_bodies(&id).await.remove(0);
        fixture.clock("2027-01-16T10:00:00Z");
        fixture.acted(&id, "cancel", json!({"timing": "now", "proration": "prorate"})).await;
        let path = format!("/invoice-items?customer_id={}&pending=true", fixture.member);
        let item = fixture.app.get(&path).await.body["data"][0].clone();
        let path = format!("/invoice-items/{}", id_of(&item));
        let changed = match &body {
            Some(body) => fixture.app.put(&path, body.clone()).await,
            None => fixture.app.delete(&path).await,
        };
        accepted(&changed, 200);
        if body.is_some() {
            assert_eq!(noted(&fixture, &invoice, json!(200.01)).await, "422 rule_violation lines[0].amount above_rest");
        }
        credit_note(&fixture, &invoice, 0, left).await;
    }
}
