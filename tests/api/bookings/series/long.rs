//! Series that do not fit one transaction.

use serde_json::{Value, json};
use testing::{TestApp, TestResponse};
use tests::RoomFixture;
use tokio::task::JoinSet;

use super::{bookings, count, daily, get, ids, made, skipped};

#[tokio::test]
async fn a_hundred_and_twenty_occurrences_are_made_in_few_calls() {
    let fixture = RoomFixture::new().await;
    drop(fixture.app.faults.seen());
    let _ = fixture.app.faults.depth();
    let series = made(&fixture, 120, json!({})).await;
    let (calls, depth) = (fixture.app.faults.seen().len(), fixture.app.faults.depth());
    assert!(calls <= 55 && depth <= 40, "{calls} calls, {depth} in sequence");
    assert_eq!((&series["status"], &series["created_count"]), (&json!("active"), &json!(120)));
    assert_eq!(count(&fixture.app, "confirmed").await, 120);
    assert_eq!(get(&fixture.app, &series).await, series);
}

#[tokio::test]
async fn a_long_series_leaves_out_what_cannot_be_booked_and_waits_for_it() {
    let fixture = RoomFixture::with_room(json!({"requires_approval": true})).await;
    for day in ["2026-12-10", "2027-01-10", "2027-01-20"] {
        fixture.booked(&format!("{day}T09:30:00Z"), &format!("{day}T10:30:00Z")).await;
    }
    let series = made(&fixture, 60, json!({"on_conflict": "waitlist"})).await;
    let expected =
        ["2026-12-10T10:00", "2027-01-10T10:00", "2027-01-20T10:00"].map(|start| format!("{start} booking_conflict"));
    assert_eq!(skipped(&series), expected);
    for one in series["skipped"].as_array().unwrap() {
        let entry = fixture.app.get(&format!("/waitlist-entries/{}", one["waitlist_entry_id"].as_str().unwrap())).await;
        assert_eq!(entry.body["data"]["earliest_start"], one["start_time"]);
    }
    assert_eq!(series["created_count"], 57);
    assert_eq!(get(&fixture.app, &series).await, series);
    let shown = bookings(&fixture.app, &ids(&series)[..2]).await;
    assert_eq!(shown, ["2026-12-01T10:00 pending", "2026-12-02T10:00 pending"], "they wait for approval");
    fixture.app.clock.advance(chrono::Duration::minutes(11));
    assert_eq!(count(&fixture.app, "pending").await, 57 + 3, "and no longer end after ten minutes");
}

/// Makes a long series, and books the time of its last occurrence as soon as its first step is written.
async fn overtaken(fixture: &RoomFixture, fields: &Value) -> TestResponse {
    let body = daily(fixture, 100, fields);
    drop(fixture.app.faults.seen());
    let overtaker = async {
        let mut written = 0;
        while written < 1 {
            tokio::task::yield_now().await;
            written += fixture.app.faults.seen().iter().filter(|seen| seen.operation == "TransactWriteItems").count();
        }
        fixture.book("2027-03-10T10:30:00Z", "2027-03-10T11:30:00Z").await
    };
    let (series, booking) = tokio::join!(fixture.app.post("/booking-series", body), overtaker);
    assert_eq!(booking.status, 201, "{}", booking.text);
    series
}

#[tokio::test]
async fn a_conflict_between_the_steps_takes_everything_back() {
    let fixture = RoomFixture::new().await;
    let refused = overtaken(&fixture, &json!({})).await;
    assert_eq!(refused.refusal(), "409 booking_conflict occurrences[99] booking_conflict");
    assert_eq!(fixture.app.get("/booking-series").await.body["pagination"]["total"], 0);
    assert_eq!(fixture.app.get("/bookings").await.body["pagination"]["total"], 1);
    let rest = made(&fixture, 99, json!({})).await;
    assert_eq!(rest["created_count"], 99, "every time is free again");
}

#[tokio::test]
async fn a_conflict_between_the_steps_is_left_out_when_the_series_may_leave_out() {
    let fixture = RoomFixture::new().await;
    let series = TestApp::made(&overtaken(&fixture, &json!({"on_conflict": "skip"})).await);
    assert_eq!(
        (&series["created_count"], skipped(&series)),
        (&json!(99), vec!["2027-03-10T10:00 booking_conflict".to_owned()])
    );
    assert_eq!(get(&fixture.app, &series).await, series);
    assert_eq!(count(&fixture.app, "confirmed").await, 100);
}

#[tokio::test]
async fn a_repeated_long_request_with_its_key_gets_the_first_answer() {
    let fixture = RoomFixture::new().await;
    let (body, key) = (daily(&fixture, 60, &json!({})), [("idempotency-key", "k1")]);
    let one = fixture.app.send("POST", "/booking-series", Some(body.clone()), &key).await;
    let two = fixture.app.send("POST", "/booking-series", Some(body), &key).await;
    assert_eq!((one.status, two.status, one.text == two.text), (201, 201, true), "{}", one.text);
    assert_eq!(fixture.app.get("/booking-series").await.body["pagination"]["total"], 1);
    assert_eq!(count(&fixture.app, "confirmed").await, 60);
}

#[tokio::test]
async fn of_parallel_long_series_and_bookings_no_two_overlap() {
    let fixture = RoomFixture::new().await;
    let mut tasks = JoinSet::new();
    for number in 0..2 {
        let (app, body) = (fixture.app.clone(), daily(&fixture, 55, &json!({"on_conflict": "skip"})));
        tasks.spawn(async move { app.post("/booking-series", body).await.status });
        for day in 10..16 {
            let (from, to) = (format!("2026-12-{day}T10:{number}0:00Z"), format!("2026-12-{day}T11:{number}0:00Z"));
            let (app, wish) = (fixture.app.clone(), fixture.booking(&from, &to));
            tasks.spawn(async move { app.post("/bookings", wish).await.status });
        }
    }
    let statuses = tasks.join_all().await;
    assert!(statuses.iter().all(|status| [201, 409].contains(status)), "{statuses:?}");
    let mut spans = Vec::new();
    for page in 1..=2 {
        let list = fixture.app.get(&format!("/bookings?status=confirmed&per_page=100&page={page}")).await;
        let text = |one: &Value, field: &str| one[field].as_str().unwrap().to_owned();
        let data = list.body["data"].as_array().unwrap().clone();
        spans.extend(data.iter().map(|one| (text(one, "start_time"), text(one, "end_time"))));
    }
    spans.sort();
    assert!(spans.len() >= 55, "{}", spans.len());
    for pair in spans.windows(2) {
        assert!(pair[0].1 <= pair[1].0, "{pair:?}");
    }
}
