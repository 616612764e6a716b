//! Changing a series: texts, and times that are judged together.

use serde_json::{Value, json};
use testing::TestResponse;
use tests::{RoomFixture, instant};
use tokio::task::JoinSet;
use values::Timestamp;

use super::{bookings, get, ids, made, make, path, skipped};

async fn put(fixture: &RoomFixture, series: &Value, body: Value) -> TestResponse {
    fixture.app.put(&path(series), body).await
}

#[tokio::test]
async fn words_change_for_the_bookings_in_scope_that_have_not_begun() {
    let fixture = RoomFixture::with_room(json!({"capacity": 4})).await;
    let series = made(&fixture, 4, json!({"title": "Old"})).await;
    let all = ids(&series);
    let put_one = put(&fixture, &series, json!({"scope": "this", "booking_id": all[1], "title": "One"})).await;
    assert_eq!((put_one.status, &put_one.body["data"]["title"]), (200, &json!("Old")), "{}", put_one.text);
    let following = json!({"scope": "this_and_following", "booking_id": all[2], "title": "Rest", "notes": "Tea"});
    assert_eq!(put(&fixture, &series, following).await.status, 200);
    let mut titles = Vec::new();
    for id in &all {
        titles.push(fixture.app.get(&format!("/bookings/{id}")).await.body["data"]["title"].clone());
    }
    assert_eq!(titles, ["Old", "One", "Rest", "Rest"]);
    fixture.app.clock.set(Timestamp::parse(&instant("10:30")).unwrap());
    let changed =
        put(&fixture, &series, json!({"scope": "all", "title": "New", "attendees": 3, "metadata": {"a": "b"}})).await;
    assert_eq!((&changed.body["data"]["title"], &changed.body["data"]["attendees"]), (&json!("New"), &json!(3)));
    assert_eq!(changed.body["data"]["metadata"], json!({"a": "b"}));
    let first = fixture.app.get(&format!("/bookings/{}", all[0])).await;
    assert_eq!(first.body["data"]["title"], "Old", "it has begun");
    assert_eq!(fixture.app.get(&format!("/bookings/{}", all[1])).await.body["data"]["title"], "New");
}

#[tokio::test]
async fn an_empty_change_changes_nothing() {
    let fixture = RoomFixture::new().await;
    let series = made(&fixture, 2, json!({"title": "Old"})).await;
    for body in [
        json!({"scope": "all"}),
        json!({"scope": "all", "title": "Old"}),
        json!({"scope": "all", "start_time_of_day": "11:00", "duration_minutes": 60}),
    ] {
        let unchanged = put(&fixture, &series, body.clone()).await;
        assert_eq!((unchanged.status, &unchanged.body["data"]), (200, &series), "{body}");
    }
}

#[tokio::test]
async fn a_change_is_refused_with_its_reason() {
    let fixture = RoomFixture::with_room(json!({"capacity": 4})).await;
    let series = made(&fixture, 2, json!({})).await;
    let id = ids(&series)[0].clone();
    for (body, refusal) in [
        (json!({}), "400 validation_error scope required"),
        (
            json!({"scope": "all", "start_time_of_day": "24:00"}),
            "400 validation_error start_time_of_day invalid_format",
        ),
        (json!({"scope": "all", "duration_minutes": 0}), "400 validation_error duration_minutes out_of_range"),
        (json!({"scope": "all", "rule": {}}), "400 validation_error rule unknown_field"),
        (json!({"scope": "this", "title": "x"}), "422 rule_violation booking_id required_for_scope"),
        (
            json!({"scope": "this", "booking_id": series["id"], "title": "x"}),
            "422 rule_violation booking_id not_of_series",
        ),
        (
            json!({"scope": "this", "booking_id": id, "metadata": {}}),
            "422 rule_violation metadata scope_all_required",
        ),
        (json!({"scope": "all", "attendees": 5}), "422 rule_violation attendees over_capacity"),
        (
            json!({"scope": "all", "attendees": 5, "start_time_of_day": "11:00"}),
            "422 rule_violation attendees over_capacity",
        ),
        (
            json!({"scope": "all", "attendees": 5, "duration_minutes": 30}),
            "422 rule_violation attendees over_capacity",
        ),
        (
            json!({"scope": "all", "duration_minutes": 45_000}),
            "422 rule_violation occurrences[0] booking_too_long",
        ),
    ] {
        assert_eq!(put(&fixture, &series, body.clone()).await.refusal(), refusal, "{body}");
    }
    let stale = fixture.app.send("PUT", &path(&series), Some(json!({"scope": "all"})), &[("if-match", "\"7\"")]).await;
    assert_eq!(stale.refusal(), "412 version_mismatch");
    let stranger = fixture.app.as_client(&fixture.app.stranger);
    assert_eq!(stranger.put(&path(&series), json!({"scope": "all"})).await.refusal(), "404 not_found");
    fixture.app.clock.set(Timestamp::parse("2026-12-05T10:00:00Z").unwrap());
    assert_eq!(put(&fixture, &series, json!({"scope": "all", "title": "x"})).await.refusal(), "409 invalid_state");
    assert_eq!(put(&fixture, &series, json!({"scope": "all", "metadata": {"a": "b"}})).await.status, 200);
}

#[tokio::test]
async fn a_cancelled_series_is_not_changed() {
    let fixture = RoomFixture::new().await;
    let series = made(&fixture, 2, json!({})).await;
    assert_eq!(fixture.app.post(&format!("{}/cancel", path(&series)), json!({})).await.status, 200);
    assert_eq!(put(&fixture, &series, json!({"scope": "all", "title": "x"})).await.refusal(), "409 invalid_state");
}

#[tokio::test]
async fn a_new_time_of_day_is_local_on_each_bookings_own_day() {
    let fixture = RoomFixture::new().await;
    let series = made(&fixture, 3, json!({"first_start_time": "2027-03-27T09:00:00+01:00"})).await;
    let all = ids(&series);
    // One that was moved on its own gets the new time, too, on its own day.
    let times = json!({"start_time": "2027-03-30T18:00:00Z", "end_time": "2027-03-30T19:00:00Z"});
    assert_eq!(fixture.app.post(&format!("/bookings/{}/reschedule", all[2]), times).await.status, 200);
    let moved =
        put(&fixture, &series, json!({"scope": "all", "start_time_of_day": "02:30", "duration_minutes": 30})).await;
    assert_eq!(moved.status, 200, "{}", moved.text);
    let expected = ["2027-03-27T01:30 confirmed", "2027-03-28T01:30 confirmed", "2027-03-30T00:30 confirmed"];
    assert_eq!(bookings(&fixture.app, &all).await, expected);
    let data = &moved.body["data"];
    assert_eq!(
        (&data["duration_minutes"], &data["last_start_time"]),
        (&json!(30), &json!("2027-03-30T00:30:00.000Z"))
    );
    assert_eq!(get(&fixture.app, &series).await, *data);
    assert_eq!(
        fixture.book("2027-03-27T08:00:00Z", "2027-03-27T09:00:00Z").await.status,
        201,
        "the old time is free"
    );
}

#[tokio::test]
async fn bookings_of_a_series_may_take_each_others_old_time() {
    let fixture = RoomFixture::new().await;
    // Twenty-two hours a day, so that a few hours later or earlier overlap the old time of the next or previous day.
    for hour in ["05", "02"] {
        let first = format!("2026-12-01T{hour}:00:00+01:00");
        let other = fixture.resource(hour, json!({})).await;
        let fields = json!({"resource_id": other, "first_start_time": first, "duration_minutes": 1_320});
        let series = made(&fixture, 20, fields).await;
        for time in ["03:00", "04:00", "01:00"] {
            let moved = put(&fixture, &series, json!({"scope": "all", "start_time_of_day": time})).await;
            assert_eq!((moved.status, &moved.body["data"]["skipped"]), (200, &json!([])), "{}", moved.text);
        }
    }
}

#[tokio::test]
async fn one_that_cannot_be_moved_refuses_the_move_of_all() {
    let fixture = RoomFixture::new().await;
    let series = made(&fixture, 3, json!({})).await;
    fixture.booked("2026-12-02T13:00:00Z", "2026-12-02T14:00:00Z").await;
    let refused = put(&fixture, &series, json!({"scope": "all", "start_time_of_day": "13:30"})).await;
    assert_eq!(refused.refusal(), "409 booking_conflict occurrences[1] booking_conflict");
    let expected = ["2026-12-01T10:00 confirmed", "2026-12-02T10:00 confirmed", "2026-12-03T10:00 confirmed"];
    assert_eq!(bookings(&fixture.app, &ids(&series)).await, expected);
    assert_eq!(make(&fixture, 1, json!({})).await.status, 409, "a refused move frees nothing");
}

#[tokio::test]
async fn inside_the_fee_window_bookings_move_only_by_override() {
    let fixture = RoomFixture::with_room(json!({
        "rates": [{"from_minutes": 0, "unit_amount": 10, "per_minutes": 60}],
        "cancellation_policy": {"free_minutes": 2_880},
    }))
    .await;
    let series = made(&fixture, 3, json!({})).await;
    fixture.app.clock.set(Timestamp::parse("2026-11-30T09:00:00Z").unwrap());
    let later = json!({"scope": "all", "start_time_of_day": "13:00"});
    assert_eq!(put(&fixture, &series, later).await.refusal(), "422 rule_violation occurrences[0] fee_window");
    let third = json!({"scope": "this", "booking_id": ids(&series)[2], "start_time_of_day": "13:00"});
    assert_eq!(put(&fixture, &series, third).await.status, 200);
    let by_override = json!({"scope": "all", "start_time_of_day": "13:00", "duration_minutes": 120, "override": true});
    assert_eq!(put(&fixture, &series, by_override).await.status, 200);
    let booking = fixture.app.get(&format!("/bookings/{}", ids(&series)[0])).await.body["data"].clone();
    assert_eq!((&booking["total_amount"], &booking["overridden"]), (&json!(20), &json!(true)));
}

#[tokio::test]
async fn bookings_that_were_moved_to_another_resource_move_there() {
    let fixture = RoomFixture::new().await;
    let series = made(&fixture, 3, json!({})).await;
    let other = fixture.resource("Other", json!({})).await;
    let all = ids(&series);
    let moved = fixture.app.post(&format!("/bookings/{}/reschedule", all[1]), json!({"resource_id": other})).await;
    assert_eq!(moved.status, 200);
    let shifted = put(&fixture, &series, json!({"scope": "all", "start_time_of_day": "13:00"})).await;
    assert_eq!((shifted.status, skipped(&shifted.body["data"]).len()), (200, 0), "{}", shifted.text);
    let expected = ["2026-12-01T12:00 confirmed", "2026-12-02T12:00 confirmed", "2026-12-03T12:00 confirmed"];
    assert_eq!(bookings(&fixture.app, &all).await, expected);
    assert_eq!(fixture.app.get(&format!("/bookings/{}", all[1])).await.body["data"]["resource_id"], json!(other));
}

#[tokio::test]
async fn of_parallel_moves_to_the_same_time_exactly_one_happens() {
    let fixture = RoomFixture::new().await;
    let mut tasks = JoinSet::new();
    let mut all = Vec::new();
    for hour in ["06", "07", "08", "09", "10", "11"] {
        all.push(made(&fixture, 5, json!({"first_start_time": instant(&format!("{hour}:00"))})).await);
    }
    for series in &all {
        let (app, path) = (fixture.app.clone(), path(series));
        let change = json!({"scope": "all", "start_time_of_day": "18:30"});
        tasks.spawn(async move { app.put(&path, change).await.status });
    }
    let mut statuses = tasks.join_all().await;
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409, 409, 409, 409, 409]);
}

#[tokio::test]
async fn one_that_somebody_else_was_faster_with_stays_and_is_told() {
    let fixture = RoomFixture::new().await;
    let series = made(&fixture, 110, json!({})).await;
    drop(fixture.app.faults.seen());
    let overtaker = async {
        // The last bookings move first, because all move to a later time.
        while !fixture.app.faults.seen().iter().any(|seen| seen.operation == "TransactWriteItems") {
            tokio::task::yield_now().await;
        }
        fixture.book("13:30", "14:30").await
    };
    let change = json!({"scope": "all", "start_time_of_day": "14:00"});
    let (moved, booking) = tokio::join!(put(&fixture, &series, change), overtaker);
    assert_eq!((moved.status, booking.status), (200, 201), "{}", moved.text);
    assert_eq!(skipped(&moved.body["data"]), ["2026-12-01T13:00 booking_conflict"]);
    let expected = ["2026-12-01T10:00 confirmed", "2026-12-02T13:00 confirmed"];
    assert_eq!(bookings(&fixture.app, &ids(&series)[..2]).await, expected);
    assert_eq!(get(&fixture.app, &series).await, moved.body["data"]);
}

#[tokio::test]
async fn a_long_series_is_moved_in_several_transactions() {
    let fixture = RoomFixture::new().await;
    let series = made(&fixture, 60, json!({})).await;
    let moved = put(&fixture, &series, json!({"scope": "all", "start_time_of_day": "11:30", "title": "Later"})).await;
    assert_eq!(moved.status, 200, "{}", moved.text);
    assert_eq!((moved.status, skipped(&moved.body["data"]).len()), (200, 0), "{}", moved.text);
    let all = ids(&series);
    assert_eq!(bookings(&fixture.app, &all[..1]).await, ["2026-12-01T10:30 confirmed"]);
    assert_eq!(bookings(&fixture.app, &all[59..]).await, ["2027-01-29T10:30 confirmed"]);
    assert_eq!(fixture.book("10:00", "10:30").await.status, 201);
}
