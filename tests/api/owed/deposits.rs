//! A deposit that is returned before the subscription ends: set off, refunded, or kept for a reason.

use serde_json::{Value, json};
use testing::TestResponse;
use tests::{SubscriptionFixture, accepted, made};

use super::{balance, invoices, statement};

/// A desk for 300 a month with 21 % tax and a deposit of 500; the invoice of 863 is paid by `paid`.
async fn with_deposit(paid: Value) -> (SubscriptionFixture, String) {
    let tax = json!({"custom_tax_rate": true, "tax_rate": 21, "deposit_amount": 500});
    let fixture = SubscriptionFixture::new(tax).await;
    let id = fixture.subscribed(json!({})).await;
    if paid != json!(0) {
        let path = format!("/invoices/{}/pay", first_invoice(&fixture, &id).await);
        accepted(&fixture.app.post(&path, json!({"amount": paid, "method": "bank_transfer"})).await, 200);
    }
    (fixture, id)
}

async fn first_invoice(fixture: &SubscriptionFixture, id: &str) -> String {
    fixture.invoice_bodies(id).await.remove(0)["id"].as_str().unwrap_or_default().to_owned()
}

async fn returned(fixture: &SubscriptionFixture, id: &str, body: Value) -> TestResponse {
    fixture.act(id, "return-deposit", body).await
}

/// What the deposit is said to be after it was returned so, and what the customer has and owes.
async fn told(fixture: &SubscriptionFixture, id: &str, body: Value) -> (Value, Value, Value, Value) {
    let (app, member) = (&fixture.app, fixture.member.as_str());
    let answer = returned(fixture, id, body).await;
    accepted(&answer, 200);
    let deposit = &answer.body["data"]["deposit"];
    tests::books_add_up(app).await;
    let (has, owes) = (balance(app, member).await, statement(app, member).await);
    (deposit["status"].clone(), deposit["kept_amount"].clone(), has, owes)
}

#[tokio::test]
async fn unless_more_is_said_it_takes_off_what_is_due_and_the_rest_pays_what_is_open() {
    let (fixture, id) = with_deposit(json!(600)).await;
    let (app, member) = (&fixture.app, fixture.member.as_str());
    let items = json!([{"description": "Print", "quantity": 1, "unit_amount": 50, "tax_rate": 0}]);
    let open = json!({"customer_id": member, "location_id": fixture.location, "items": items});
    let open = made(app, "/invoices", open).await;
    accepted(&app.post(&format!("/invoices/{open}/issue"), json!({})).await, 200);
    // Of 500, 263 are taken off what is due, and 50 pay the other invoice.
    assert_eq!(told(&fixture, &id, json!({})).await, (json!("returned"), json!(0), json!(187), json!(-187)));
    assert_eq!(invoices(app, member).await, [(json!(863), json!(0)), (json!(50), json!(0))]);
    // It comes back once.
    fixture.acted(&id, "cancel", json!({})).await;
    fixture.clock("2027-02-02T10:00:00Z");
    assert_eq!(fixture.get(&id).await["deposit"]["status"], "returned");
    assert_eq!(balance(app, member).await, json!(187));
    tests::books_add_up(app).await;
}

#[tokio::test]
async fn what_is_refunded_is_promised_by_the_note_and_owed_until_the_payment_is_refunded() {
    let (fixture, id) = with_deposit(json!(863)).await;
    let (app, member) = (&fixture.app, fixture.member.as_str());
    let refund = json!({"refund_amount": 500});
    assert_eq!(told(&fixture, &id, refund).await, (json!("returned"), json!(0), json!(0), json!(-500)));
    let notes = app.get(&format!("/credit-notes?customer_id={member}")).await.body["data"].clone();
    assert_eq!((&notes[0]["refund_amount"], &notes[0]["credit_amount"]), (&json!(500), &json!(0)));
    fixture.acted(&id, "cancel", json!({})).await;
    fixture.clock("2027-02-02T10:00:00Z");
    let anonymise = format!("/members/{member}/anonymise");
    assert_eq!(app.post(&anonymise, json!({})).await.refusal(), "409 in_use id refund_promised");
    let payments = app.get(&format!("/payment-transactions?customer_id={member}")).await.body["data"].clone();
    let path = format!("/payment-transactions/{}/refund", payments[0]["id"].as_str().unwrap_or_default());
    accepted(&app.post(&path, json!({"credit_note_id": notes[0]["id"], "amount": 500})).await, 200);
    assert_eq!(statement(app, member).await, json!(0));
    accepted(&app.post(&anonymise, json!({})).await, 200);
    tests::books_add_up(app).await;
}

#[tokio::test]
async fn what_is_kept_is_kept_for_a_reason_and_nobody_is_told_that_it_came_back() {
    let (fixture, id) = with_deposit(json!(863)).await;
    let (app, member) = (&fixture.app, fixture.member.as_str());
    let keep = json!({"keep_amount": 500, "reason": "Ann scratched the desk."});
    assert_eq!(told(&fixture, &id, keep).await, (json!("kept"), json!(500), json!(0), json!(0)));
    let kept = app.get(&format!("/balance-clearings?customer_id={member}")).await.body["data"][0].clone();
    let told: Vec<Value> = ["amount", "decision", "reason"].map(|field| kept[field].clone()).into();
    assert_eq!(told, [json!(500), json!("kept"), json!("Ann scratched the desk.")]);
    fixture.acted(&id, "cancel", json!({})).await;
    fixture.clock("2027-02-02T10:00:00Z");
    assert_eq!(fixture.get(&id).await["deposit"]["status"], "kept");
    accepted(&app.post(&format!("/members/{member}/anonymise"), json!({})).await, 200);
}

#[tokio::test]
async fn a_part_is_refunded_a_part_kept_and_the_rest_goes_to_the_balance() {
    let (fixture, id) = with_deposit(json!(863)).await;
    let parts = json!({"refund_amount": 200, "keep_amount": 100, "reason": "A key is missing."});
    assert_eq!(told(&fixture, &id, parts).await, (json!("returned"), json!(100), json!(200), json!(-400)));
}

#[tokio::test]
async fn no_more_is_refunded_or_kept_than_was_paid_of_it() {
    // Of the 500, 263 were not paid.
    let (fixture, id) = with_deposit(json!(600)).await;
    let reason = "A key is missing.";
    for (body, expected) in [
        (json!({"refund_amount": 237.01}), "422 rule_violation refund_amount above_amount_paid"),
        (json!({"keep_amount": 237.01, "reason": reason}), "422 rule_violation keep_amount above_amount_paid"),
        (
            json!({"refund_amount": 237, "keep_amount": 0.01, "reason": reason}),
            "422 rule_violation keep_amount above_amount_paid",
        ),
        (json!({"keep_amount": 1}), "422 rule_violation reason required"),
        (json!({"reason": reason}), "422 rule_violation reason not_of_this_decision"),
    ] {
        assert_eq!(returned(&fixture, &id, body.clone()).await.refusal(), expected, "{body}");
    }
    assert_eq!(fixture.get(&id).await["deposit"]["status"], "invoiced");
    let parts = json!({"refund_amount": 200, "keep_amount": 37, "reason": reason});
    assert_eq!(told(&fixture, &id, parts).await, (json!("returned"), json!(37), json!(0), json!(-200)));
}

#[tokio::test]
async fn what_is_not_held_is_not_returned() {
    let (fixture, id) = with_deposit(json!(863)).await;
    accepted(&returned(&fixture, &id, json!({})).await, 200);
    assert_eq!(returned(&fixture, &id, json!({})).await.refusal(), "409 invalid_state", "it came back");
    let bare = fixture.plan(json!({"name": "Bare"})).await;
    let bare = fixture.subscribed(json!({"membership_plan_id": bare})).await;
    assert_eq!(returned(&fixture, &bare, json!({})).await.refusal(), "409 invalid_state", "there is none");
    let awaited = fixture.subscribed(json!({"collection": "charge"})).await;
    assert_eq!(returned(&fixture, &awaited, json!({})).await.refusal(), "409 invalid_state", "nobody has paid");
    let given_up = fixture.subscribed(json!({})).await;
    let invoice = first_invoice(&fixture, &given_up).await;
    let path = format!("/invoices/{invoice}/mark-uncollectible");
    accepted(&fixture.app.post(&path, json!({})).await, 200);
    assert_eq!(returned(&fixture, &given_up, json!({})).await.refusal(), "409 invalid_state", "it is given up");
    let (ended, id) = with_deposit(json!(863)).await;
    ended.acted(&id, "cancel", json!({})).await;
    ended.clock("2027-02-02T10:00:00Z");
    assert_eq!(returned(&ended, &id, json!({})).await.refusal(), "409 invalid_state", "it came back with the end");
    assert_eq!(balance(&ended.app, &ended.member).await, json!(500));
    let nobody = "0199a000-0000-7000-8000-0000000000ff";
    assert_eq!(returned(&ended, nobody, json!({})).await.refusal(), "404 not_found");
    let stranger = ended.app.as_client(&ended.app.stranger);
    let path = format!("/subscriptions/{id}/return-deposit");
    assert_eq!(stranger.post(&path, json!({})).await.refusal(), "404 not_found", "of another merchant");
}

#[tokio::test]
async fn sixteen_who_return_a_deposit_return_it_once() {
    let (fixture, id) = with_deposit(json!(863)).await;
    let path = format!("/subscriptions/{id}/return-deposit");
    let body = json!({"keep_amount": 100, "reason": "A key is missing."});
    let answers = tests::sixteen(&fixture.app, "POST", &path, Some(body)).await;
    assert_eq!((tests::having(&answers, 200), tests::having(&answers, 409)), (1, 15), "{}", answers[0].text);
    assert_eq!(balance(&fixture.app, &fixture.member).await, json!(400));
    tests::books_add_up(&fixture.app).await;
}
