//! Series whose request dies half-way.

use chrono::Duration;
use serde_json::{Value, json};
use shared::testing::Fault;

use super::{super::setting::Setting, count, get, ids, made, make, path, skipped};

/// A long series whose request finds the database gone after so many transactions: it makes its bookings in five, and
/// makes them final in five more.
async fn broken_after(setting: &Setting, transactions: u32) -> u16 {
    setting.app.faults.after("TransactWriteItems", transactions, Fault::DropBefore);
    let answer = make(setting, 200, json!({})).await;
    setting.app.faults.clear();
    answer.status
}

async fn only_series(setting: &Setting) -> Value {
    setting.app.get("/booking-series").await.body["data"][0].clone()
}

#[tokio::test]
async fn a_series_that_died_while_it_was_made_holds_its_time_ten_minutes_and_then_has_failed() {
    let setting = Setting::new().await;
    assert_eq!(broken_after(&setting, 2).await, 503);
    let series = only_series(&setting).await;
    assert_eq!(
        (&series["status"], &series["created_count"], &series["booking_ids"]),
        (&json!("forming"), &json!(0), &json!([]))
    );
    for (method, path) in [("PUT", path(&series)), ("POST", format!("{}/cancel", path(&series)))] {
        let answer = setting.app.send(method, &path, Some(json!({"scope": "all"})), &[]).await;
        assert_eq!(answer.refusal(), "409 invalid_state");
    }
    let held = count(&setting.app, "pending").await;
    assert!(held.as_u64().unwrap() > 50, "{held}");
    assert_eq!(setting.book("10:00", "11:00").await.status, 409);
    setting.app.clock.advance(Duration::minutes(10));
    assert_eq!(only_series(&setting).await["status"], "failed");
    assert_eq!((count(&setting.app, "pending").await, count(&setting.app, "cancelled").await), (json!(0), held));
    let answer = setting.app.post(&format!("{}/cancel", path(&series)), json!({})).await;
    assert_eq!(answer.refusal(), "409 invalid_state");
    assert_eq!(made(&setting, 200, json!({})).await["created_count"], 200);
}

#[tokio::test]
async fn a_series_that_stands_is_finished_by_whoever_touches_it() {
    for finished in [5, 7] {
        let setting = Setting::new().await;
        assert_eq!(broken_after(&setting, finished).await, 201, "it stands");
        let series = only_series(&setting).await;
        assert_eq!((&series["status"], &series["created_count"]), (&json!("active"), &json!(200)));
        assert_ne!(count(&setting.app, "pending").await, 0);
        setting.app.clock.advance(Duration::minutes(9));
        let changed = setting.app.put(&path(&series), json!({"scope": "all"})).await;
        assert_eq!(changed.status, 200, "{}", changed.text);
        assert_eq!(
            (count(&setting.app, "pending").await, count(&setting.app, "confirmed").await),
            (json!(0), json!(200))
        );
        assert_eq!(get(&setting.app, &series).await["skipped"], json!([]));
    }
}

#[tokio::test]
async fn the_answer_of_a_series_that_stands_shows_it_as_it_will_be_finished() {
    let setting = Setting::new().await;
    setting.app.faults.after("TransactWriteItems", 6, Fault::DropBefore);
    let answer = made(&setting, 200, json!({})).await;
    setting.app.faults.clear();
    let changed =
        setting.app.send("PUT", &path(&answer), Some(json!({"scope": "all"})), &[("if-match", "\"3\"")]).await;
    assert_eq!((changed.status, &changed.body["data"]["version"]), (200, &answer["version"]), "{}", changed.text);
}

#[tokio::test]
async fn a_series_that_is_finished_too_late_takes_again_what_is_free_and_tells_what_is_lost() {
    let setting = Setting::new().await;
    assert_eq!(broken_after(&setting, 6).await, 201);
    let series = only_series(&setting).await;
    let confirmed = count(&setting.app, "confirmed").await.as_u64().unwrap();
    assert!((1..200).contains(&confirmed), "{confirmed}");
    setting.app.clock.advance(Duration::minutes(10));
    // The last occurrence of 2027-06-18, 11:00 in summer time.
    setting.booked("2027-06-18T09:30:00Z", "2027-06-18T10:30:00Z").await;
    assert_eq!(setting.app.put(&path(&series), json!({"scope": "all"})).await.status, 200);
    let after = get(&setting.app, &series).await;
    assert_eq!(
        (&after["created_count"], skipped(&after)),
        (&json!(199), vec!["2027-06-18T09:00 booking_conflict".to_owned()])
    );
    assert_eq!(count(&setting.app, "confirmed").await, 199 + 1);
}

#[tokio::test]
async fn a_cancellation_that_died_goes_on_where_it_stopped() {
    let setting = Setting::new().await;
    let series = made(&setting, 200, json!({})).await;
    let path = format!("{}/cancel", path(&series));
    setting.app.faults.after("TransactWriteItems", 2, Fault::DropBefore);
    assert_eq!(setting.app.post(&path, json!({"by": "operator"})).await.status, 503);
    setting.app.faults.clear();
    assert_eq!(get(&setting.app, &series).await["status"], "cancelled");
    assert_ne!(count(&setting.app, "confirmed").await, 0);
    assert_eq!(setting.app.post(&path, json!({"by": "operator"})).await.status, 200);
    assert_eq!(
        (count(&setting.app, "confirmed").await, count(&setting.app, "cancelled").await),
        (json!(0), json!(200))
    );
    assert_eq!(setting.app.post(&path, json!({"by": "operator"})).await.refusal(), "409 invalid_state");
}

#[tokio::test]
async fn a_step_that_meets_others_is_tried_again() {
    let setting = Setting::new().await;
    // The 60th write of the step is a day's.
    let reasons = [vec!["None"; 59], vec!["ConditionalCheckFailed"]].concat();
    setting.app.faults.next("TransactWriteItems", 3, Fault::Cancel(reasons));
    let series = made(&setting, 120, json!({})).await;
    assert_eq!((ids(&series).len(), count(&setting.app, "confirmed").await), (120, json!(120)));
}
