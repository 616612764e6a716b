//! Series that do not fit one transaction.

use serde_json::{Value, json};
use shared::testing::{TestApp, TestResponse};
use tokio::task::JoinSet;

use super::{super::setting::Setting, bookings, count, daily, get, ids, made, skipped};

#[tokio::test]
async fn two_hundred_occurrences_are_made_in_few_calls() {
    let setting = Setting::new().await;
    drop(setting.app.faults.seen());
    let _ = setting.app.faults.depth();
    let series = made(&setting, 200, json!({})).await;
    let (calls, depth) = (setting.app.faults.seen().len(), setting.app.faults.depth());
    assert!(calls <= 75 && depth <= 50, "{calls} calls, {depth} in sequence");
    assert_eq!((&series["status"], &series["created_count"]), (&json!("active"), &json!(200)));
    assert_eq!(count(&setting.app, "confirmed").await, 200);
    assert_eq!(get(&setting.app, &series).await, series);
}

#[tokio::test]
async fn a_long_series_leaves_out_what_cannot_be_booked_and_waits_for_it() {
    let setting = Setting::with_room(json!({"requires_approval": true})).await;
    for day in ["2026-12-10", "2027-01-10", "2027-01-20"] {
        setting.booked(&format!("{day}T09:30:00Z"), &format!("{day}T10:30:00Z")).await;
    }
    let series = made(&setting, 60, json!({"on_conflict": "waitlist"})).await;
    let expected =
        ["2026-12-10T10:00", "2027-01-10T10:00", "2027-01-20T10:00"].map(|start| format!("{start} booking_conflict"));
    assert_eq!(skipped(&series), expected);
    for one in series["skipped"].as_array().unwrap() {
        let entry = setting.app.get(&format!("/waitlist-entries/{}", one["waitlist_entry_id"].as_str().unwrap())).await;
        assert_eq!(entry.body["data"]["earliest_start"], one["start_time"]);
    }
    assert_eq!(series["created_count"], 57);
    assert_eq!(get(&setting.app, &series).await, series);
    let shown = bookings(&setting.app, &ids(&series)[..2]).await;
    assert_eq!(shown, ["2026-12-01T10:00 pending", "2026-12-02T10:00 pending"], "they wait for approval");
    setting.app.clock.advance(chrono::Duration::minutes(11));
    assert_eq!(count(&setting.app, "pending").await, 57 + 3, "and no longer end after ten minutes");
}

/// Makes a long series, and at once books its last time when its first step is written.
async fn overtaken(setting: &Setting, fields: &Value) -> TestResponse {
    let body = daily(setting, 100, fields);
    drop(setting.app.faults.seen());
    let overtaker = async {
        let mut written = 0;
        while written < 1 {
            tokio::task::yield_now().await;
            written += setting.app.faults.seen().iter().filter(|seen| seen.operation == "TransactWriteItems").count();
        }
        setting.book("2027-03-10T10:30:00Z", "2027-03-10T11:30:00Z").await
    };
    let (series, booking) = tokio::join!(setting.app.post("/booking-series", body), overtaker);
    assert_eq!(booking.status, 201, "{}", booking.text);
    series
}

#[tokio::test]
async fn a_conflict_between_the_steps_takes_everything_back() {
    let setting = Setting::new().await;
    let refused = overtaken(&setting, &json!({})).await;
    assert_eq!(refused.refusal(), "409 booking_conflict occurrences[99] booking_conflict");
    assert_eq!(setting.app.get("/booking-series").await.body["pagination"]["total"], 0);
    assert_eq!(setting.app.get("/bookings").await.body["pagination"]["total"], 1);
    let rest = made(&setting, 99, json!({})).await;
    assert_eq!(rest["created_count"], 99, "every time is free again");
}

#[tokio::test]
async fn a_conflict_between_the_steps_is_left_out_when_the_series_may_leave_out() {
    let setting = Setting::new().await;
    let series = TestApp::made(&overtaken(&setting, &json!({"on_conflict": "skip"})).await);
    assert_eq!(
        (&series["created_count"], skipped(&series)),
        (&json!(99), vec!["2027-03-10T10:00 booking_conflict".to_owned()])
    );
    assert_eq!(get(&setting.app, &series).await, series);
    assert_eq!(count(&setting.app, "confirmed").await, 100);
}

#[tokio::test]
async fn a_repeated_long_request_with_its_key_gets_the_first_answer() {
    let setting = Setting::new().await;
    let (body, key) = (daily(&setting, 60, &json!({})), [("idempotency-key", "k1")]);
    let one = setting.app.send("POST", "/booking-series", Some(body.clone()), &key).await;
    let two = setting.app.send("POST", "/booking-series", Some(body), &key).await;
    assert_eq!((one.status, two.status, one.text == two.text), (201, 201, true), "{}", one.text);
    assert_eq!(setting.app.get("/booking-series").await.body["pagination"]["total"], 1);
    assert_eq!(count(&setting.app, "confirmed").await, 60);
}

#[tokio::test]
async fn of_parallel_long_series_and_bookings_no_two_overlap() {
    let setting = Setting::new().await;
    let mut tasks = JoinSet::new();
    for number in 0..2 {
        let (app, body) = (setting.app.clone(), daily(&setting, 55, &json!({"on_conflict": "skip"})));
        tasks.spawn(async move { app.post("/booking-series", body).await.status });
        for day in 10..16 {
            let (from, to) = (format!("2026-12-{day}T10:{number}0:00Z"), format!("2026-12-{day}T11:{number}0:00Z"));
            let (app, wish) = (setting.app.clone(), setting.wish(&from, &to));
            tasks.spawn(async move { app.post("/bookings", wish).await.status });
        }
    }
    let statuses = tasks.join_all().await;
    assert!(statuses.iter().all(|status| [201, 409].contains(status)), "{statuses:?}");
    let mut spans = Vec::new();
    for page in 1..=2 {
        let list = setting.app.get(&format!("/bookings?status=confirmed&per_page=100&page={page}")).await;
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
