//! Series whose request dies half-way.

use std::collections::BTreeSet;

use chrono::Duration;
use serde_json::{Value, json};
use testing::Fault;
use tests::{RoomFixture, sweep};

use super::{bookings, count, get, ids, made, make, path, skipped};

/// Makes a long series, with a database that fails after so many transactions; the status of the answer. The bookings
/// are made in two transactions and made final in two more.
async fn broken_after(fixture: &RoomFixture, transactions: u32) -> u16 {
    fixture.app.faults.after("TransactWriteItems", transactions, Fault::DropBefore);
    // The series is stored by one single write, and stands by another.
    fixture.app.faults.after("PutItem", if transactions < 2 { 1 } else { 2 }, Fault::DropBefore);
    let answer = make(fixture, 60, json!({})).await;
    fixture.app.faults.clear();
    answer.status
}

async fn only_series(fixture: &RoomFixture) -> Value {
    fixture.app.get("/booking-series").await.body["data"][0].clone()
}

#[tokio::test]
async fn a_series_that_died_while_it_was_made_has_failed_after_ten_minutes_and_is_taken_back() {
    let fixture = RoomFixture::alone().await;
    assert_eq!(broken_after(&fixture, 1).await, 503);
    let series = only_series(&fixture).await;
    assert_eq!(
        (&series["status"], &series["created_count"], &series["booking_ids"]),
        (&json!("forming"), &json!(0), &json!([]))
    );
    for (method, path) in [("PUT", path(&series)), ("POST", format!("{}/cancel", path(&series)))] {
        let answer = fixture.app.send(method, &path, Some(json!({"scope": "all"})), &[]).await;
        assert_eq!(answer.refusal(), "409 invalid_state");
    }
    let held = count(&fixture.app, "pending").await;
    assert!(held.as_u64().unwrap() > 40, "{held}");
    assert_eq!(fixture.book("10:00", "11:00").await.status, 409);
    fixture.app.clock.advance(Duration::minutes(10));
    assert_eq!(only_series(&fixture).await["status"], "failed");
    assert_eq!(sweep(&fixture.app.context).await.done_of("booking_series"), 1);
    assert_eq!(fixture.app.get("/bookings").await.body["pagination"]["total"], 0);
    assert_eq!(only_series(&fixture).await["status"], "failed");
    assert_eq!(sweep(&fixture.app.context).await.done_of("booking_series"), 0);
    let answer = fixture.app.post(&format!("{}/cancel", path(&series)), json!({})).await;
    assert_eq!(answer.refusal(), "409 invalid_state");
    assert_eq!(made(&fixture, 60, json!({})).await["created_count"], 60);
}

#[tokio::test]
async fn a_series_that_failed_is_taken_back_by_whoever_touches_a_booking_of_it() {
    let fixture = RoomFixture::new().await;
    assert_eq!(broken_after(&fixture, 1).await, 503);
    let id = fixture.app.get("/bookings?status=pending").await.body["data"][0]["id"].as_str().unwrap().to_owned();
    fixture.app.clock.advance(Duration::minutes(10));
    assert_eq!(fixture.act(&id, "cancel").await.refusal(), "404 not_found");
    assert_eq!(fixture.app.get("/bookings").await.body["pagination"]["total"], 0);
}

#[tokio::test]
async fn a_series_that_stands_keeps_its_bookings_although_nobody_finishes_it_for_hours() {
    let fixture = RoomFixture::alone().await;
    assert_eq!(broken_after(&fixture, 3).await, 201);
    fixture.app.clock.advance(Duration::hours(23));
    let live = || async { (count(&fixture.app, "pending").await, count(&fixture.app, "confirmed").await) };
    let (pending, confirmed) = live().await;
    assert_eq!(pending.as_u64().unwrap() + confirmed.as_u64().unwrap(), 60);
    assert_ne!(pending, 0);
    assert_eq!(fixture.book("2027-01-29T10:30:00Z", "2027-01-29T11:30:00Z").await.status, 409);
    assert_eq!(sweep(&fixture.app.context).await.failed(), 0);
    assert_eq!(live().await, (json!(0), json!(60)));
    assert_eq!(only_series(&fixture).await["skipped"], json!([]));
}

#[tokio::test]
async fn a_series_that_stands_is_finished_by_whoever_touches_it() {
    for finished in [2, 3] {
        let fixture = RoomFixture::new().await;
        assert_eq!(broken_after(&fixture, finished).await, 201, "the series is active");
        let series = only_series(&fixture).await;
        assert_eq!((&series["status"], &series["created_count"]), (&json!("active"), &json!(60)));
        assert_ne!(count(&fixture.app, "pending").await, 0);
        fixture.app.clock.advance(Duration::minutes(9));
        let changed = fixture.app.put(&path(&series), json!({"scope": "all"})).await;
        assert_eq!(changed.status, 200, "{}", changed.text);
        assert_eq!(
            (count(&fixture.app, "pending").await, count(&fixture.app, "confirmed").await),
            (json!(0), json!(60))
        );
        assert_eq!(get(&fixture.app, &series).await["skipped"], json!([]));
    }
}

#[tokio::test]
async fn a_series_that_stands_is_finished_by_the_sweep() {
    let fixture = RoomFixture::alone().await;
    fixture.booked("10:00", "11:00").await;
    fixture.app.faults.after("TransactWriteItems", 3, Fault::DropBefore);
    let series = made(&fixture, 60, json!({"on_conflict": "waitlist"})).await;
    fixture.app.faults.clear();
    let path = format!("/waitlist-entries/{}", series["skipped"][0]["waitlist_entry_id"].as_str().unwrap());
    assert_eq!(fixture.app.get(&path).await.body["data"]["status"], "waiting");
    assert_eq!(sweep(&fixture.app.context).await.done_of("booking_series"), 0, "the request may still be running");
    fixture.app.clock.advance(Duration::seconds(15));
    assert_eq!(sweep(&fixture.app.context).await.done_of("booking_series"), 1);
    assert_eq!(
        (count(&fixture.app, "pending").await, count(&fixture.app, "confirmed").await),
        (json!(0), json!(60))
    );
    assert_eq!(fixture.app.get(&path).await.body["data"]["status"], "waiting");
    assert_eq!(sweep(&fixture.app.context).await.done_of("booking_series"), 0);
    let after = get(&fixture.app, &series).await;
    assert_eq!((&after["version"], &after["skipped"]), (&series["version"], &series["skipped"]));
}

#[tokio::test]
async fn a_booking_is_changed_only_when_its_series_is_finished() {
    let fixture = RoomFixture::new().await;
    assert_eq!(broken_after(&fixture, 1).await, 503);
    let list = fixture.app.get("/bookings?status=pending").await;
    let id = list.body["data"][0]["id"].as_str().unwrap().to_owned();
    for (action, body) in [("confirm", json!({})), ("cancel", json!({})), ("reschedule", json!({"units": 1}))] {
        let answer = fixture.app.post(&format!("/bookings/{id}/{action}"), body).await;
        assert_eq!(answer.refusal(), "409 invalid_state", "{action}");
    }
    let fixture = RoomFixture::new().await;
    assert_eq!(broken_after(&fixture, 2).await, 201, "the series is active");
    let id = ids(&only_series(&fixture).await)[59].clone();
    assert_eq!(fixture.status(&id).await, "pending");
    assert_eq!(fixture.act(&id, "confirm").await.refusal(), "409 invalid_state", "it is confirmed already");
    assert_eq!(count(&fixture.app, "confirmed").await, 60);
}

#[tokio::test]
async fn a_series_that_stands_although_its_answer_was_lost_is_not_taken_back() {
    let fixture = RoomFixture::new().await;
    // The second single put is the one that makes the series active.
    fixture.app.faults.after("PutItem", 1, Fault::DropAfter);
    let lost = make(&fixture, 60, json!({})).await;
    fixture.app.faults.clear();
    assert_eq!(lost.refusal(), "503 service_unavailable");
    let series = only_series(&fixture).await;
    assert_eq!((&series["status"], &series["created_count"]), (&json!("active"), &json!(60)));
    assert_eq!(count(&fixture.app, "pending").await, 60);
    assert_eq!(fixture.app.put(&path(&series), json!({"scope": "all"})).await.status, 200);
    assert_eq!(count(&fixture.app, "confirmed").await, 60);
}

#[tokio::test]
async fn a_series_that_could_not_stand_is_taken_back() {
    let fixture = RoomFixture::new().await;
    // Sixteen attempts at the write by which it would stand.
    fixture.app.faults.after_for("PutItem", 1, 16, Fault::Fail(400, "TransactionConflictException"));
    let refused = make(&fixture, 60, json!({})).await;
    fixture.app.faults.clear();
    assert_eq!(refused.refusal(), "503 service_unavailable");
    for list in ["/booking-series", "/bookings"] {
        assert_eq!(fixture.app.get(list).await.body["pagination"]["total"], 0, "{list}");
    }
    assert_eq!(made(&fixture, 60, json!({})).await["created_count"], 60);
}

#[tokio::test]
async fn the_answer_of_a_series_that_stands_shows_it_as_it_will_be_finished() {
    let fixture = RoomFixture::new().await;
    fixture.app.faults.after("TransactWriteItems", 3, Fault::DropBefore);
    let answer = made(&fixture, 60, json!({})).await;
    fixture.app.faults.clear();
    let changed =
        fixture.app.send("PUT", &path(&answer), Some(json!({"scope": "all"})), &[("if-match", "\"3\"")]).await;
    assert_eq!((changed.status, &changed.body["data"]["version"]), (200, &answer["version"]), "{}", changed.text);
}

#[tokio::test]
async fn a_series_that_is_finished_too_late_takes_again_what_is_free_and_tells_what_is_lost() {
    let fixture = RoomFixture::new().await;
    assert_eq!(broken_after(&fixture, 3).await, 201);
    let series = only_series(&fixture).await;
    let confirmed = count(&fixture.app, "confirmed").await.as_u64().unwrap();
    assert!((1..60).contains(&confirmed), "{confirmed}");
    fixture.app.clock.advance(Duration::hours(24));
    // The last occurrence is on 2027-01-29.
    fixture.booked("2027-01-29T10:30:00Z", "2027-01-29T11:30:00Z").await;
    assert_eq!(fixture.app.put(&path(&series), json!({"scope": "all"})).await.status, 200);
    let after = get(&fixture.app, &series).await;
    assert_eq!(
        (&after["created_count"], skipped(&after)),
        (&json!(59), vec!["2027-01-29T10:00 booking_conflict".to_owned()])
    );
    assert_eq!(count(&fixture.app, "confirmed").await, 59 + 1);
}

#[tokio::test]
async fn a_cancellation_that_died_goes_on_where_it_stopped() {
    let fixture = RoomFixture::new().await;
    let series = made(&fixture, 60, json!({})).await;
    let path = format!("{}/cancel", path(&series));
    fixture.app.faults.after("TransactWriteItems", 1, Fault::DropBefore);
    assert_eq!(fixture.app.post(&path, json!({"by": "operator"})).await.status, 503);
    fixture.app.faults.clear();
    assert_eq!(get(&fixture.app, &series).await["status"], "cancelled");
    assert_ne!(count(&fixture.app, "confirmed").await, 0);
    assert_eq!(fixture.app.post(&path, json!({"by": "operator"})).await.status, 200);
    assert_eq!(
        (count(&fixture.app, "confirmed").await, count(&fixture.app, "cancelled").await),
        (json!(0), json!(60))
    );
    assert_eq!(fixture.app.post(&path, json!({"by": "operator"})).await.refusal(), "409 invalid_state");
}

#[tokio::test]
async fn a_step_that_meets_others_is_tried_again() {
    let fixture = RoomFixture::new().await;
    // The 60th write of the step is a day's.
    let reasons = [vec!["None"; 59], vec!["ConditionalCheckFailed"]].concat();
    fixture.app.faults.next("TransactWriteItems", 3, Fault::Cancel(reasons));
    let series = made(&fixture, 60, json!({})).await;
    assert_eq!((ids(&series).len(), count(&fixture.app, "confirmed").await), (60, json!(60)));
}

#[tokio::test]
async fn whatever_the_database_does_a_series_is_whole_or_nothing() {
    let mut outcomes = BTreeSet::new();
    for seed in 0..5 {
        let fixture = RoomFixture::alone().await;
        let busy = Fault::Cancel(vec!["TransactionConflict"]);
        let chances = [Fault::DropAfter, Fault::DropBefore, busy, Fault::Fail(500, "InternalServerError")];
        fixture.app.faults.random("TransactWriteItems", seed, chances.map(|fault| (200, fault)).to_vec());
        let status = make(&fixture, 60, json!({})).await.status;
        fixture.app.faults.clear();
        fixture.app.clock.advance(Duration::seconds(15));
        assert_eq!(sweep(&fixture.app.context).await.failed(), 0);
        let series = only_series(&fixture).await;
        if series["status"] == "active" {
            assert_eq!(count(&fixture.app, "confirmed").await, 60, "seed {seed}");
        } else {
            assert_ne!(status, 201, "seed {seed}");
            fixture.app.clock.advance(Duration::minutes(10));
            assert_eq!(sweep(&fixture.app.context).await.failed(), 0);
            assert_eq!(fixture.app.get("/bookings").await.body["pagination"]["total"], 0, "seed {seed}");
        }
        assert_eq!(count(&fixture.app, "pending").await, 0, "seed {seed}");
        outcomes.insert(series["status"].to_string());
    }
    assert!(outcomes.contains("\"active\"") && outcomes.len() > 1, "{outcomes:?}");
}

#[tokio::test]
async fn a_long_move_that_is_interrupted_is_finished_by_its_repeat() {
    let fixture = RoomFixture::new().await;
    let series = made(&fixture, 60, json!({})).await;
    let version = format!("\"{}\"", series["version"]);
    let headers = [("idempotency-key", "move"), ("if-match", version.as_str())];
    let change = json!({"scope": "all", "start_time_of_day": "14:00"});
    let put = async || fixture.app.send("PUT", &path(&series), Some(change.clone()), &headers).await;
    fixture.app.faults.after("TransactWriteItems", 1, Fault::DropBefore);
    assert_eq!(put().await.status, 503);
    fixture.app.faults.clear();
    let starts = async || {
        let shown = bookings(&fixture.app, &ids(&series)).await;
        shown.iter().map(|one| one[11..16].to_owned()).collect::<BTreeSet<String>>()
    };
    assert_eq!(starts().await, BTreeSet::from(["10:00".to_owned(), "13:00".to_owned()]), "half of them have moved");
    let finished = put().await;
    assert_eq!((finished.status, skipped(&finished.body["data"]).len()), (200, 0), "{}", finished.text);
    assert_eq!(starts().await, BTreeSet::from(["13:00".to_owned()]));
    assert_eq!(finished.body["data"]["first_start_time"], "2026-12-01T13:00:00.000Z");
    assert_eq!(finished.body["data"]["last_start_time"], "2027-01-29T13:00:00.000Z");
    fixture.booked("10:00", "11:00").await;
}
