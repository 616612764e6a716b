//! Nothing is booked into a closed period, whoever books it.

use serde_json::{Value, json};
use testing::TestApp;
use tests::{InvoiceFixture, ShopFixture, SubscriptionFixture, accepted, made, member, member_as, sweep};

use super::{clock, close};

/// The instants at which entries hold that were written since there were `known`, earliest first.
async fn entries_since(app: &TestApp, known: usize) -> Vec<String> {
    let list = app.get("/ledger/entries?order=asc&per_page=100").await;
    accepted(&list, 200);
    let at = |entry: &Value| entry["at"].as_str().unwrap_or_default().to_owned();
    let mut instants: Vec<String> = list.body["data"].as_array().into_iter().flatten().skip(known).map(at).collect();
    instants.sort();
    instants
}

#[tokio::test]
async fn books_are_closed_through_days_that_are_over_everywhere_and_only_forward() {
    let fixture = InvoiceFixture::new().await;
    let app = &fixture.app;
    clock(app, "2026-12-01T23:59:00Z");
    assert_eq!(close(app, "2026-11-30").await.refusal(), "422 rule_violation through not_over");
    clock(app, "2026-12-02T00:00:00Z");
    let closed = close(app, "2026-11-30").await;
    accepted(&closed, 200);
    // The day ends in Amsterdam, where the merchant is.
    assert_eq!(closed.body["data"]["open_from"], "2026-11-30T23:00:00.000Z");
    let again = close(app, "2026-11-30").await;
    assert_eq!(again.body["data"], closed.body["data"], "closing what is closed changes nothing");
    assert_eq!(close(app, "2026-11-29").await.refusal(), "422 rule_violation through before_closed_through");
    assert_eq!(app.get("/ledger/books").await.body["data"], closed.body["data"]);
}

#[tokio::test]
async fn days_are_opened_again_by_an_owner_with_a_reason_which_the_event_tells() {
    let fixture = InvoiceFixture::new().await;
    let app = &fixture.app;
    let reopen = json!({"through": "2026-10-31", "reason": "Voided by mistake."});
    assert_eq!(app.post("/ledger/books/reopen", reopen.clone()).await.refusal(), "409 invalid_state");
    accepted(&close(app, "2026-11-10").await, 200);
    for (body, refusal) in [
        (json!({"reason": "  "}), "422 rule_violation reason required"),
        (
            json!({"through": "2026-11-10", "reason": "Why not."}),
            "422 rule_violation through not_before_closed_through",
        ),
        (json!({"through": "2026-10-31"}), "400 validation_error reason required"),
    ] {
        assert_eq!(app.post("/ledger/books/reopen", body).await.refusal(), refusal);
    }
    for role in ["admin", "owner"] {
        let person = member_as(app, &format!("{role}@example.com"), role).await;
        let session = app.post("/sessions", json!({"member_id": person})).await;
        let token = session.body["data"]["token"].as_str().unwrap_or_default().to_owned();
        let acting = app.as_client(&testing::TestClient { client_id: app.client.client_id.clone(), secret: token });
        let answer = acting.post("/ledger/books/reopen", reopen.clone()).await;
        let expected = if role == "owner" { 200 } else { 403 };
        assert_eq!(answer.status, expected, "{role}: {}", answer.text);
    }
    let books = app.get("/ledger/books").await.body["data"].clone();
    assert_eq!(
        (&books["closed_through"], &books["reopening_reason"]),
        (&json!("2026-10-31"), &json!("Voided by mistake."))
    );
}

#[tokio::test]
async fn what_is_done_after_a_closing_is_booked_after_it() {
    let fixture = InvoiceFixture::new().await;
    let app = &fixture.app;
    clock(app, "2026-11-22T10:00:00Z");
    let issued = async || fixture.issued_with(&[json!(100)], json!({})).await;
    let (paid, voided, lost) = (issued().await, issued().await, issued().await);
    let known = entries_since(app, 0).await.len();
    clock(app, "2026-12-03T10:00:00Z");
    accepted(&close(app, "2026-11-30").await, 200);
    let id = |invoice: &Value| invoice["id"].as_str().unwrap_or_default().to_owned();
    accepted(&fixture.act(&id(&voided), "void", json!({})).await, 200);
    accepted(&fixture.act(&id(&lost), "mark-uncollectible", json!({})).await, 200);
    accepted(&fixture.credit(&paid, &[(0, json!({"amount": 10}))], json!({})).await, 201);
    accepted(&fixture.pay(&id(&paid), json!(10)).await, 200);
    fixture.issued(&[json!(50)]).await;
    let entries = entries_since(app, known).await;
    assert_eq!(entries.len(), 5);
    assert!(entries.iter().all(|at| at.as_str() >= "2026-11-30T23:00:00.000Z"), "{entries:?}");
    tests::books_add_up(app).await;
}

#[tokio::test]
async fn what_expired_in_a_closed_period_and_is_written_down_later_is_booked_at_the_first_open_instant() {
    let shop = ShopFixture::alone().await;
    let app = shop.app.clone();
    let package = shop.package(json!([{"type": "credits", "amount": 10, "duration_days": 30}])).await;
    drop(shop.ordered(&[(&package, 1)], json!({})).await);
    let invoice = made(&app, "/invoices", json!({"customer_id": shop.member, "location_id": shop.location})).await;
    accepted(&app.post(&format!("/invoices/{invoice}/issue"), json!({})).await, 200);
    let known = entries_since(&app, 0).await.len();
    clock(&app, "2027-01-05T10:00:00Z");
    accepted(&close(&app, "2026-12-31").await, 200);
    assert_eq!(sweep(&app.context).await.done_of("wallet"), 1);
    assert_eq!(entries_since(&app, known).await, ["2026-12-31T23:00:00.000Z"]);
    tests::books_add_up(&app).await;
}

#[tokio::test]
async fn renewals_of_an_advanced_test_clock_book_nothing_into_a_closed_period() {
    let fixture = SubscriptionFixture::in_sandbox(json!({})).await;
    let app = &fixture.app;
    fixture.subscribed(json!({})).await;
    let known = entries_since(app, 0).await.len();
    accepted(&close(app, "2026-12-30").await, 200);
    let advanced = app.post("/test-clock", json!({"advance_to": "2027-04-02T00:00:00Z"})).await;
    accepted(&advanced, 200);
    accepted(&close(app, "2027-03-31").await, 200);
    let entries = entries_since(app, known).await;
    assert!(!entries.is_empty());
    assert!(entries.iter().all(|at| at.as_str() > "2026-12-31"), "{entries:?}");
    let known = known + entries.len();
    accepted(&app.post("/test-clock", json!({"advance_to": "2027-06-02T00:00:00Z"})).await, 200);
    let later = entries_since(app, known).await;
    assert!(!later.is_empty() && later.iter().all(|at| at.as_str() >= "2027-03-31T22:00"), "{later:?}");
    tests::books_add_up(app).await;
}

#[tokio::test]
async fn a_closing_and_payments_of_its_days_at_the_same_moment_leave_nothing_behind_it() {
    let fixture = InvoiceFixture::new().await;
    let app = &fixture.app;
    clock(app, "2026-12-03T10:00:00Z");
    let ann = member(app, "ann@example.com").await;
    let known = entries_since(app, 0).await.len();
    let body = json!({"customer_id": ann, "amount": 5, "currency": "EUR", "method": "cash", "paid_at": "2026-11-25T10:00:00Z"});
    let payments = tests::sixteen(app, "POST", "/payment-transactions", Some(body.clone()));
    let (payments, closed) = tokio::join!(payments, close(app, "2026-11-30"));
    accepted(&closed, 200);
    let made = tests::having(&payments, 201);
    assert_eq!(made + tests::having(&payments, 422) + tests::having(&payments, 503), 16);
    assert_eq!(entries_since(app, known).await.len(), made);
    assert_eq!(app.post("/payment-transactions", body).await.refusal(), "422 rule_violation paid_at books_closed");
    tests::books_add_up(app).await;
}

#[tokio::test]
async fn books_are_the_merchants_own() {
    let fixture = InvoiceFixture::new().await;
    accepted(&close(&fixture.app, "2026-11-10").await, 200);
    let other = fixture.app.as_client(&fixture.app.stranger);
    assert_eq!(other.get("/ledger/books").await.body["data"]["closed_through"], json!(null));
}
