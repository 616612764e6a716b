//! Long series repeated with the idempotency key of a request that did not come to its end, or is still at it.

use std::collections::BTreeSet;

use chrono::Duration;
use serde_json::{Value, json};
use testing::{Fault, TestApp, TestResponse};
use tests::{RoomFixture, total};
use tokio::task::JoinSet;

use super::{count, daily};

const IN_PROGRESS: &str = "409 idempotency_in_progress";

/// Asks for 60 occurrences under a key.
async fn keyed(app: &TestApp, body: &Value) -> TestResponse {
    app.send("POST", "/booking-series", Some(body.clone()), &[("idempotency-key", "k1")]).await
}

/// Asserts that there is this series with all 60 bookings, and that a repeat gets the first answer.
async fn whole(fixture: &RoomFixture, body: &Value, answer: &TestResponse) {
    let series = TestApp::made(answer);
    assert_eq!((&series["created_count"], &series["skipped"]), (&json!(60), &json!([])));
    assert_eq!(keyed(&fixture.app, body).await.text, answer.text);
    let changed = fixture.app.put(&format!("/booking-series/{}", answer.id()), json!({"scope": "all"})).await;
    assert_eq!(changed.status, 200, "{}", changed.text);
    assert_eq!((total(&fixture.app, "/booking-series").await, total(&fixture.app, "/bookings").await), (1, 60));
    assert_eq!(count(&fixture.app, "confirmed").await, 60);
}

#[tokio::test]
async fn a_repeat_goes_on_where_the_request_stopped() {
    // The series is begun by the first transaction, booked by two, stands by the fourth, and is made final by two more.
    for transactions in 0..=5 {
        let fixture = RoomFixture::new().await;
        let body = daily(&fixture, 60, &json!({"on_conflict": "skip"}));
        fixture.app.faults.after("TransactWriteItems", transactions, Fault::DropBefore);
        let first = keyed(&fixture.app, &body).await;
        assert_eq!(first.status, if transactions < 4 { 503 } else { 201 }, "{transactions} {}", first.text);
        fixture.app.faults.clear();
        let repeated = keyed(&fixture.app, &body).await;
        whole(&fixture, &body, &repeated).await;
    }
}

#[tokio::test]
async fn a_request_that_died_is_in_progress_until_it_cannot_be_alive() {
    for transactions in 1..=3 {
        let fixture = RoomFixture::new().await;
        let body = daily(&fixture, 60, &json!({"on_conflict": "skip"}));
        fixture.app.faults.after("TransactWriteItems", transactions, Fault::DropBefore);
        fixture.app.faults.after("PutItem", 0, Fault::DropBefore);
        assert_eq!(keyed(&fixture.app, &body).await.status, 503);
        fixture.app.faults.clear();
        assert_eq!(keyed(&fixture.app, &body).await.refusal(), IN_PROGRESS);
        fixture.app.clock.advance(Duration::seconds(15));
        let repeated = keyed(&fixture.app, &body).await;
        whole(&fixture, &body, &repeated).await;
    }
}

#[tokio::test]
async fn a_lost_answer_of_a_step_is_found_again() {
    for transactions in 0..=3 {
        let fixture = RoomFixture::new().await;
        let body = daily(&fixture, 60, &json!({"on_conflict": "skip"}));
        fixture.app.faults.after("TransactWriteItems", transactions, Fault::DropAfter);
        let first = keyed(&fixture.app, &body).await;
        fixture.app.faults.clear();
        fixture.app.clock.advance(Duration::seconds(15));
        let repeated = keyed(&fixture.app, &body).await;
        assert!(first.status == 503 || first.text == repeated.text, "{}", first.text);
        whole(&fixture, &body, &repeated).await;
    }
}

#[tokio::test]
async fn a_repeat_after_the_series_has_failed_makes_it_anew() {
    let fixture = RoomFixture::new().await;
    let body = daily(&fixture, 60, &json!({}));
    fixture.app.faults.after("TransactWriteItems", 2, Fault::DropBefore);
    assert_eq!(keyed(&fixture.app, &body).await.status, 503);
    fixture.app.faults.clear();
    fixture.app.clock.advance(Duration::minutes(10));
    let repeated = keyed(&fixture.app, &body).await;
    whole(&fixture, &body, &repeated).await;
}

#[tokio::test]
async fn a_repeat_leaves_out_what_others_took_meanwhile_or_takes_everything_back() {
    for (on_conflict, expected) in [("skip", "201 "), ("fail", "409 booking_conflict occurrences[59] booking_conflict")]
    {
        let fixture = RoomFixture::new().await;
        let body = daily(&fixture, 60, &json!({"on_conflict": on_conflict}));
        fixture.app.faults.after("TransactWriteItems", 2, Fault::DropBefore);
        assert_eq!(keyed(&fixture.app, &body).await.status, 503);
        fixture.app.faults.clear();
        // The last occurrence is on 2027-01-29.
        fixture.booked("2027-01-29T10:30:00Z", "2027-01-29T11:30:00Z").await;
        let repeated = keyed(&fixture.app, &body).await;
        assert_eq!(repeated.refusal(), expected);
        let bookings = if on_conflict == "skip" { 60 } else { 1 };
        assert_eq!(total(&fixture.app, "/bookings").await, bookings);
        assert_eq!(keyed(&fixture.app, &body).await.refusal(), expected);
    }
}

#[tokio::test]
async fn of_parallel_requests_with_one_key_one_makes_the_series_and_the_others_are_told_to_wait() {
    let fixture = RoomFixture::new().await;
    let body = daily(&fixture, 60, &json!({"on_conflict": "skip"}));
    let mut running = JoinSet::new();
    for _ in 0..6 {
        let (app, body) = (fixture.app.clone(), body.clone());
        running.spawn(async move { keyed(&app, &body).await });
    }
    let answers = running.join_all().await;
    assert!(answers.iter().all(|answer| answer.status == 201 || answer.refusal() == IN_PROGRESS), "{answers:?}");
    let made: BTreeSet<&str> =
        answers.iter().filter(|answer| answer.status == 201).map(|answer| answer.text.as_str()).collect();
    assert_eq!(made.len(), 1, "{answers:?}");
    let repeated = keyed(&fixture.app, &body).await;
    whole(&fixture, &body, &repeated).await;
}
