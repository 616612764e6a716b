//! Whatever gives dues back, gives them back once: by a credit note by hand, by one of its own, by giving the invoice up.

use serde_json::{Value, json};
use tests::{SubscriptionFixture, accepted};

use super::{balance, credit_note, given_back, id_of};

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
async fn an_invoice_that_is_given_up_keeps_the_note_that_credited_it() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    let invoice = fixture.invoice_bodies(&id).await.remove(0);
    fixture.clock("2027-01-16T10:00:00Z");
    fixture.acted(&id, "cancel", json!({"timing": "now", "proration": "prorate"})).await;
    // 15 of 31 days: the note takes them off what is due.
    assert_eq!(given_back(&fixture).await, 14_516);
    assert_eq!(fixture.invoice_bodies(&id).await[0]["amount_due"], json!(154.84));
    assert_eq!(balance(&fixture).await, json!([]));
    give_up(&fixture, &invoice).await;
    // Paid after all, the rest can be credited by a credit note.
    let path = format!("/invoices/{}/pay", id_of(&invoice));
    accepted(&fixture.app.post(&path, json!({"amount": 154.84, "method": "cash"})).await, 200);
    let lines = json!([{"invoice_item_id": invoice["items"][0]["id"], "amount": 154.84}]);
    let note = json!({"invoice_id": invoice["id"], "reason": "order_change", "lines": lines, "refund_amount": 154.84});
    accepted(&fixture.app.post("/credit-notes", note).await, 201);
}

#[tokio::test]
async fn a_credit_for_several_invoices_is_a_note_on_each_of_which_nothing_is_left_to_give_up() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    let better = fixture.plan(json!({"name": "Resident", "price": 620})).await;
    fixture.clock("2027-01-16T10:00:00Z");
    fixture.acted(&id, "change-plan", json!({"membership_plan_id": better})).await;
    end_with_full_credit(&fixture, &id).await;
    assert_eq!(given_back(&fixture).await, 46_516);
    for invoice in fixture.invoice_bodies(&id).await {
        assert_eq!((&invoice["status"], &invoice["amount_due"]), (&json!("paid"), &json!(0)));
        let path = format!("/invoices/{}/mark-uncollectible", id_of(&invoice));
        assert_eq!(fixture.app.post(&path, json!({})).await.refusal(), "409 invalid_state");
    }
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
        assert_eq!(given_back(&fixture).await, 15_000, "{is_voided}");
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
    assert_eq!(given_back(&fixture).await, 30_000);
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
    assert_eq!(given_back(&fixture).await, 30_000);
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
async fn the_note_of_a_subscription_is_not_taken_back_by_hand() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let id = fixture.subscribed(json!({})).await;
    end_with_full_credit(&fixture, &id).await;
    let notes = fixture.app.get(&format!("/credit-notes?customer_id={}", fixture.member)).await;
    let note = notes.body["data"][0].clone();
    assert_eq!(note["source"], json!({"type": "subscription", "id": id}));
    let refused = fixture.app.post(&format!("/credit-notes/{}/void", id_of(&note)), json!({})).await;
    assert_eq!(refused.refusal(), "409 in_use source settled_by_source");
}
