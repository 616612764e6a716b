//! Cancelling a series, or some of it.

use chrono::Duration;
use serde_json::{Value, json};
use testing::TestResponse;
use tests::{RoomFixture, instant};
use values::Timestamp;

use super::{bookings, count, get, ids, made, path};

async fn cancel(fixture: &RoomFixture, series: &Value, body: Value) -> TestResponse {
    fixture.app.post(&format!("{}/cancel", path(series)), body).await
}

#[tokio::test]
async fn cancelling_all_cancels_the_series_and_frees_every_time() {
    let fixture = RoomFixture::new().await;
    let series = made(&fixture, 3, json!({})).await;
    let cancelled = cancel(&fixture, &series, json!({"by": "operator", "comment": "Repair"})).await;
    assert_eq!(
        (cancelled.status, &cancelled.body["data"]["status"]),
        (200, &json!("cancelled")),
        "{}",
        cancelled.text
    );
    assert_eq!(count(&fixture.app, "cancelled").await, 3);
    let booking = fixture.app.get(&format!("/bookings/{}", ids(&series)[0])).await.body["data"].clone();
    assert_eq!(
        (&booking["cancellation_reason"], &booking["cancellation_comment"]),
        (&json!("operator"), &json!("Repair"))
    );
    assert_eq!(made(&fixture, 3, json!({})).await["created_count"], 3);
    assert_eq!(cancel(&fixture, &series, json!({})).await.refusal(), "409 invalid_state");
}

#[tokio::test]
async fn one_booking_or_it_and_the_following_are_cancelled_and_the_series_stands() {
    let fixture = RoomFixture::new().await;
    let series = made(&fixture, 5, json!({})).await;
    let all = ids(&series);
    let one = cancel(&fixture, &series, json!({"scope": "this", "booking_id": all[1]})).await;
    assert_eq!((one.status, &one.body["data"]["status"]), (200, &json!("active")));
    // A booking that was moved to after the others is among those that follow.
    let times = json!({"start_time": "2026-12-09T10:00:00Z", "end_time": "2026-12-09T11:00:00Z"});
    assert_eq!(fixture.app.post(&format!("/bookings/{}/reschedule", all[0]), times).await.status, 200);
    let rest = cancel(&fixture, &series, json!({"scope": "this_and_following", "booking_id": all[3]})).await;
    assert_eq!((rest.status, &rest.body["data"]["status"]), (200, &json!("active")));
    let statuses = bookings(&fixture.app, &all).await;
    let expected = [
        "2026-12-09T10:00 cancelled",
        "2026-12-02T10:00 cancelled",
        "2026-12-03T10:00 confirmed",
        "2026-12-04T10:00 cancelled",
        "2026-12-05T10:00 cancelled",
    ];
    assert_eq!(statuses, expected);
    let again = cancel(&fixture, &series, json!({"scope": "this", "booking_id": all[1]})).await;
    assert_eq!(again.refusal(), "409 invalid_state");
}

#[tokio::test]
async fn each_booking_costs_the_fee_of_its_own_policy_and_time() {
    let fixture = RoomFixture::with_room(json!({
        "rates": [{"from_minutes": 0, "unit_amount": 10, "per_minutes": 60}],
        "cancellation_policy": {"free_minutes": 1_440},
    }))
    .await;
    let series = made(&fixture, 3, json!({})).await;
    fixture.app.clock.set(Timestamp::parse(&instant("09:00")).unwrap());
    assert_eq!(cancel(&fixture, &series, json!({})).await.status, 200);
    let mut fees = Vec::new();
    for id in ids(&series) {
        fees.push(fixture.app.get(&format!("/bookings/{id}")).await.body["data"]["cancellation_fee"].clone());
    }
    assert_eq!(fees, [json!(10), json!(0), json!(0)]);
}

#[tokio::test]
async fn what_is_over_or_under_way_stays() {
    let fixture = RoomFixture::new().await;
    let series = made(&fixture, 3, json!({})).await;
    fixture.app.clock.set(Timestamp::parse("2026-12-02T10:30:00Z").unwrap());
    assert_eq!(cancel(&fixture, &series, json!({"by": "operator"})).await.status, 200);
    let expected = ["2026-12-01T10:00 completed", "2026-12-02T10:00 confirmed", "2026-12-03T10:00 cancelled"];
    assert_eq!(bookings(&fixture.app, &ids(&series)).await, expected);
    let over = made(&fixture, 1, json!({"first_start_time": "2026-12-03T12:00:00Z"})).await;
    fixture.app.clock.advance(Duration::days(9));
    assert_eq!(cancel(&fixture, &over, json!({})).await.refusal(), "409 invalid_state");
    assert_eq!(get(&fixture.app, &over).await["status"], "active");
}

#[tokio::test]
async fn the_scope_needs_a_booking_of_the_series() {
    let fixture = RoomFixture::new().await;
    let series = made(&fixture, 2, json!({})).await;
    let other = fixture.booked("12:00", "13:00").await;
    for scope in ["this", "this_and_following"] {
        let refusal = cancel(&fixture, &series, json!({"scope": scope})).await.refusal();
        assert_eq!(refusal, "422 rule_violation booking_id required_for_scope");
        let refusal = cancel(&fixture, &series, json!({"scope": scope, "booking_id": other})).await.refusal();
        assert_eq!(refusal, "422 rule_violation booking_id not_of_series");
    }
    let refusal = cancel(&fixture, &series, json!({"scope": "some"})).await.refusal();
    assert_eq!(refusal, "400 validation_error scope invalid_value");
    let stranger = fixture.app.as_client(&fixture.app.stranger);
    assert_eq!(stranger.post(&format!("{}/cancel", path(&series)), json!({})).await.refusal(), "404 not_found");
}

#[tokio::test]
async fn a_version_that_if_match_does_not_allow_is_refused() {
    let fixture = RoomFixture::new().await;
    let series = made(&fixture, 2, json!({})).await;
    let path = format!("{}/cancel", path(&series));
    let stale = fixture.app.send("POST", &path, Some(json!({})), &[("if-match", "\"7\"")]).await;
    assert_eq!(stale.refusal(), "412 version_mismatch");
    assert_eq!(fixture.app.send("POST", &path, Some(json!({})), &[("if-match", "\"1\"")]).await.status, 200);
}

#[tokio::test]
async fn a_repeated_cancellation_with_its_key_gets_the_first_answer() {
    let fixture = RoomFixture::new().await;
    let series = made(&fixture, 60, json!({})).await;
    let path = format!("{}/cancel", path(&series));
    let key = [("idempotency-key", "k1")];
    let one = fixture.app.send("POST", &path, Some(json!({})), &key).await;
    let two = fixture.app.send("POST", &path, Some(json!({})), &key).await;
    assert_eq!((one.status, two.status, one.text == two.text), (200, 200, true), "{}", one.text);
    assert_eq!(count(&fixture.app, "cancelled").await, 60);
}

#[tokio::test]
async fn what_a_series_frees_is_offered_to_who_waits_for_it() {
    let fixture = RoomFixture::new().await;
    let series = made(&fixture, 3, json!({})).await;
    let waiting = made(&fixture, 4, json!({"on_conflict": "waitlist"})).await;
    let entry = |number: usize| {
        format!("/waitlist-entries/{}", waiting["skipped"][number]["waitlist_entry_id"].as_str().unwrap())
    };
    let one = cancel(&fixture, &series, json!({"scope": "this", "booking_id": ids(&series)[1]})).await;
    assert_eq!(one.status, 200);
    let moved = json!({"scope": "this", "booking_id": ids(&series)[2], "start_time_of_day": "15:00"});
    assert_eq!(fixture.app.put(&path(&series), moved).await.status, 200);
    let mut statuses = Vec::new();
    for number in 0..3 {
        statuses.push(fixture.app.get(&entry(number)).await.body["data"]["status"].clone());
    }
    assert_eq!(statuses, ["waiting", "offered", "offered"]);
    assert_eq!(fixture.app.post(&format!("{}/accept", entry(1)), json!({})).await.status, 200);
}

#[tokio::test]
async fn what_waits_for_a_cancelled_series_leaves_the_waiting_list() {
    let fixture = RoomFixture::new().await;
    for day in ["2026-12-01", "2026-12-03"] {
        fixture.booked(&format!("{day}T10:00:00Z"), &format!("{day}T11:00:00Z")).await;
    }
    let series = made(&fixture, 4, json!({"on_conflict": "waitlist"})).await;
    let waiting = async || {
        let mut waiting = Vec::new();
        for entry in series["skipped"].as_array().unwrap() {
            let path = format!("/waitlist-entries/{}", entry["waitlist_entry_id"].as_str().unwrap());
            waiting.push(fixture.app.get(&path).await.body["data"]["status"].clone());
        }
        waiting
    };
    let second = json!({"scope": "this", "booking_id": ids(&series)[1]});
    assert_eq!(cancel(&fixture, &series, second).await.status, 200);
    assert_eq!(waiting().await, ["waiting", "waiting"]);
    let following = json!({"scope": "this_and_following", "booking_id": ids(&series)[0]});
    assert_eq!(cancel(&fixture, &series, following).await.status, 200);
    assert_eq!(waiting().await, ["waiting", "cancelled"], "the first is before the named booking");
    let all = made(&fixture, 2, json!({"on_conflict": "waitlist", "first_start_time": "2026-12-03T10:30:00Z"})).await;
    assert_eq!(cancel(&fixture, &all, json!({})).await.status, 200);
    let path = format!("/waitlist-entries/{}", all["skipped"][0]["waitlist_entry_id"].as_str().unwrap());
    assert_eq!(fixture.app.get(&path).await.body["data"]["status"], "cancelled");
}
