//! Making a series that fits one transaction.

use serde_json::json;
use tests::{RoomFixture, instant};
use tokio::task::JoinSet;

use super::{bookings, count, daily, ids, made, make, skipped};

#[tokio::test]
async fn every_occurrence_is_a_booking_of_the_series() {
    let fixture =
        RoomFixture::with_room(json!({"rates": [{"from_minutes": 0, "unit_amount": 10, "per_minutes": 60}]})).await;
    let fields = json!({"title": "Stand-up", "attendees": 4, "notes": "Coffee", "metadata": {"team": "red"}});
    let series = made(&fixture, 3, fields).await;
    assert_eq!((&series["status"], &series["created_count"]), (&json!("active"), &json!(3)));
    assert_eq!(
        (&series["first_start_time"], &series["last_start_time"]),
        (&json!(instant("10:00")), &json!("2026-12-03T10:00:00.000Z"))
    );
    assert_eq!((&series["time_zone"], &series["metadata"]["team"]), (&json!("Europe/Amsterdam"), &json!("red")));
    let rule = json!({"frequency": "daily", "interval": 1, "weekdays": [], "count": 3, "until": null});
    assert_eq!(series["rule"], rule);
    assert_eq!(series["skipped"], json!([]));
    let ids = ids(&series);
    let expected = ["2026-12-01T10:00 confirmed", "2026-12-02T10:00 confirmed", "2026-12-03T10:00 confirmed"];
    assert_eq!(bookings(&fixture.app, &ids).await, expected);
    let booking = fixture.app.get(&format!("/bookings/{}", ids[1])).await.body["data"].clone();
    assert_eq!(
        (&booking["series_id"], &booking["title"], &booking["attendees"]),
        (&series["id"], &json!("Stand-up"), &json!(4))
    );
    assert_eq!((&booking["total_amount"], &booking["notes"]), (&json!(10), &json!("Coffee")));
    let got = fixture.app.get(&format!("/booking-series/{}", series["id"].as_str().unwrap())).await;
    assert_eq!(got.body["data"], series);
}

#[tokio::test]
async fn each_frequency_books_its_own_days() {
    let fixture = RoomFixture::new().await;
    for (hour, rule, days) in [
        (
            "08",
            json!({"frequency": "daily", "interval": 2, "until": "2026-12-05"}),
            ["12-01", "12-03", "12-05"],
        ),
        (
            "09",
            json!({"frequency": "weekly", "weekdays": ["friday", "tuesday"], "count": 3}),
            ["12-01", "12-04", "12-08"],
        ),
        (
            "10",
            json!({"frequency": "monthly", "interval": 3, "until": "2027-08-30"}),
            ["12-01", "03-01", "06-01"],
        ),
        (
            "11",
            json!({"frequency": "monthly", "weekdays": ["tuesday"], "count": 3}),
            ["12-01", "01-05", "02-02"],
        ),
        ("12", json!({"frequency": "yearly", "count": 3}), ["12-01", "12-01", "12-01"]),
    ] {
        let fields = json!({"first_start_time": instant(&format!("{hour}:00")), "duration_minutes": 30, "rule": rule});
        let shown = bookings(&fixture.app, &ids(&made(&fixture, 0, fields).await)).await;
        let shown: Vec<&str> = shown.iter().map(|booking| &booking[5..10]).collect();
        assert_eq!(shown, days, "{rule}");
    }
}

#[tokio::test]
async fn local_time_stays_over_a_change_of_clocks() {
    let fixture = RoomFixture::new().await;
    let fields = json!({"first_start_time": "2027-03-27T09:00:00+01:00"});
    let series = made(&fixture, 2, fields).await;
    let expected = ["2027-03-27T08:00 confirmed", "2027-03-28T07:00 confirmed"];
    assert_eq!(bookings(&fixture.app, &ids(&series)).await, expected);
    // 02:30 does not exist on 2027-03-28: it is 03:30. The length is time that passes.
    let fields = json!({"first_start_time": "2027-03-27T02:30:00+01:00", "duration_minutes": 90});
    let series = made(&fixture, 2, fields).await;
    let second = fixture.app.get(&format!("/bookings/{}", ids(&series)[1])).await.body["data"].clone();
    assert_eq!(
        (&second["start_time"], &second["end_time"]),
        (&json!("2027-03-28T01:30:00.000Z"), &json!("2027-03-28T03:00:00.000Z"))
    );
}

#[tokio::test]
async fn with_fail_one_conflict_refuses_the_whole_series_and_nothing_is_written() {
    let fixture = RoomFixture::new().await;
    fixture.booked("2026-12-03T10:30:00Z", "2026-12-03T11:30:00Z").await;
    let refused = make(&fixture, 5, json!({})).await;
    assert_eq!(refused.refusal(), "409 booking_conflict occurrences[2] booking_conflict");
    let conflict = json!([{"resource_id": fixture.room, "start_time": "2026-12-03T10:30:00.000Z", "end_time": "2026-12-03T11:30:00.000Z"}]);
    assert_eq!(refused.body["error"]["details"]["conflicts"], conflict);
    assert_eq!(fixture.app.get("/booking-series").await.body["pagination"]["total"], 0);
    assert_eq!(fixture.app.get("/bookings").await.body["pagination"]["total"], 1);
    assert_eq!(fixture.book("10:00", "11:00").await.status, 201);
}

#[tokio::test]
async fn with_fail_one_broken_rule_refuses_the_whole_series_with_its_reason() {
    let fixture = RoomFixture::with_room(json!({"schedule": {"closed_dates": ["2026-12-02"]}})).await;
    let refused = make(&fixture, 3, json!({})).await;
    assert_eq!(refused.refusal(), "422 rule_violation occurrences[1] outside_opening_hours");
    assert_eq!(make(&fixture, 3, json!({"units": 2})).await.refusal(), "422 rule_violation units over_units");
    assert_eq!(fixture.app.get("/bookings").await.body["pagination"]["total"], 0);
}

#[tokio::test]
async fn with_skip_what_cannot_be_booked_is_left_out_with_its_reason() {
    let fixture = RoomFixture::with_room(json!({"schedule": {"closed_dates": ["2026-12-02"]}})).await;
    fixture.booked("2026-12-03T10:30:00Z", "2026-12-03T11:30:00Z").await;
    let series = made(&fixture, 4, json!({"on_conflict": "skip"})).await;
    assert_eq!(skipped(&series), ["2026-12-02T10:00 outside_opening_hours", "2026-12-03T10:00 booking_conflict"]);
    assert_eq!(
        bookings(&fixture.app, &ids(&series)).await,
        ["2026-12-01T10:00 confirmed", "2026-12-04T10:00 confirmed"]
    );
    assert_eq!(series["skipped"][1]["waitlist_entry_id"], json!(null));
}

#[tokio::test]
async fn with_skip_a_series_of_which_nothing_can_be_booked_is_refused() {
    let fixture = RoomFixture::with_room(json!({"schedule": {"closed_dates": ["2026-12-01", "2026-12-02"]}})).await;
    let skip = json!({"on_conflict": "skip"});
    let all_closed = make(&fixture, 2, skip.clone()).await;
    assert_eq!(all_closed.refusal(), "422 rule_violation occurrences[0] outside_opening_hours");
    fixture.booked("2026-12-03T10:00:00Z", "2026-12-03T11:00:00Z").await;
    assert_eq!(make(&fixture, 3, skip).await.refusal(), "409 booking_conflict occurrences[2] booking_conflict");
    assert_eq!(fixture.app.get("/booking-series").await.body["pagination"]["total"], 0);
}

#[tokio::test]
async fn with_waitlist_a_taken_occurrence_waits_and_one_against_policy_does_not() {
    let fixture = RoomFixture::with_room(json!({"schedule": {"closed_dates": ["2026-12-02"]}})).await;
    fixture.booked("2026-12-03T10:30:00Z", "2026-12-03T11:30:00Z").await;
    let series = made(&fixture, 4, json!({"on_conflict": "waitlist"})).await;
    assert_eq!(skipped(&series), ["2026-12-02T10:00 outside_opening_hours", "2026-12-03T10:00 booking_conflict"]);
    assert_eq!(series["skipped"][0]["waitlist_entry_id"], json!(null));
    let entry = series["skipped"][1]["waitlist_entry_id"].as_str().unwrap();
    let entry = fixture.app.get(&format!("/waitlist-entries/{entry}")).await.body["data"].clone();
    assert_eq!((&entry["status"], &entry["customer_id"]), (&json!("waiting"), &json!(fixture.member)));
    assert_eq!(
        (&entry["earliest_start"], &entry["latest_end"]),
        (&json!("2026-12-03T10:00:00.000Z"), &json!("2026-12-03T11:00:00.000Z"))
    );
    let got = fixture.app.get(&format!("/booking-series/{}", series["id"].as_str().unwrap())).await;
    assert_eq!(got.body["data"], series, "the answer shows the series as it is when its entries are made");
}

#[tokio::test]
async fn who_waits_for_the_same_already_does_not_wait_twice() {
    let fixture = RoomFixture::new().await;
    fixture.booked("10:00", "11:00").await;
    made(&fixture, 2, json!({"on_conflict": "waitlist"})).await;
    let second = made(&fixture, 3, json!({"on_conflict": "waitlist"})).await;
    assert_eq!(skipped(&second), ["2026-12-01T10:00 booking_conflict", "2026-12-02T10:00 booking_conflict"]);
    assert_eq!(second["skipped"][0]["waitlist_entry_id"], json!(null));
    assert!(second["skipped"][1]["waitlist_entry_id"].is_string());
    assert_eq!(fixture.app.get("/waitlist-entries").await.body["pagination"]["total"], 2);
}

#[tokio::test]
async fn occurrences_that_overlap_each_other_collide_like_any_bookings() {
    let fixture = RoomFixture::new().await;
    let refused = make(&fixture, 3, json!({"duration_minutes": 1_441})).await;
    assert_eq!(refused.refusal(), "409 booking_conflict occurrences[1] booking_conflict");
    let series = made(&fixture, 3, json!({"duration_minutes": 1_441, "on_conflict": "skip"})).await;
    assert_eq!(skipped(&series), ["2026-12-02T10:00 booking_conflict"]);
    let other = fixture.resource("Desks", json!({"units": 2, "type": "hot_desk"})).await;
    let fields = json!({"duration_minutes": 1_441, "resource_id": other});
    assert_eq!(made(&fixture, 3, fields).await["created_count"], 3);
}

#[tokio::test]
async fn buffers_parts_and_additional_resources_apply_to_every_occurrence() {
    let fixture = RoomFixture::with_room(json!({"buffer_after_minutes": 30})).await;
    let half = fixture.resource("Half", json!({"parent_resource_id": fixture.room})).await;
    let screen = fixture.resource("Screen", json!({"type": "equipment"})).await;
    made(&fixture, 3, json!({"additional_resource_ids": [screen]})).await;
    for resource in [&half, &screen] {
        let fields = json!({"resource_id": resource});
        let taken = fixture.book_with("2026-12-03T10:30:00Z", "2026-12-03T11:30:00Z", fields).await;
        assert_eq!(taken.refusal(), "409 booking_conflict start_time booking_conflict");
    }
    assert_eq!(fixture.book("2026-12-03T11:15:00Z", "2026-12-03T12:00:00Z").await.status, 409);
    assert_eq!(fixture.book("2026-12-03T11:30:00Z", "2026-12-03T12:00:00Z").await.status, 201);
}

#[tokio::test]
async fn what_is_left_out_takes_nothing_also_not_of_other_resources() {
    let fixture = RoomFixture::new().await;
    let screen = fixture.resource("Screen", json!({"type": "equipment"})).await;
    let fields = json!({"resource_id": screen});
    assert_eq!(fixture.book_with("2026-12-02T10:00:00Z", "2026-12-02T11:00:00Z", fields).await.status, 201);
    let series = made(&fixture, 2, json!({"additional_resource_ids": [screen], "on_conflict": "skip"})).await;
    assert_eq!(skipped(&series), ["2026-12-02T10:00 booking_conflict"]);
    assert_eq!(fixture.book("2026-12-02T10:00:00Z", "2026-12-02T11:00:00Z").await.status, 201, "the room was free");
}

#[tokio::test]
async fn a_series_of_a_resource_that_needs_approval_is_pending_until_the_deadline() {
    let fixture = RoomFixture::with_room(json!({"requires_approval": true})).await;
    let series = made(&fixture, 2, json!({})).await;
    let ids = ids(&series);
    assert_eq!(bookings(&fixture.app, &ids).await, ["2026-12-01T10:00 pending", "2026-12-02T10:00 pending"]);
    assert_eq!(fixture.act(&ids[0], "confirm").await.status, 200);
    fixture.app.clock.advance(chrono::Duration::hours(24));
    assert_eq!(bookings(&fixture.app, &ids).await, ["2026-12-01T10:00 confirmed", "2026-12-02T10:00 cancelled"]);
}

#[tokio::test]
async fn of_parallel_identical_series_exactly_one_is_made() {
    let fixture = RoomFixture::new().await;
    let mut tasks = JoinSet::new();
    for _ in 0..16 {
        let (app, body) = (fixture.app.clone(), daily(&fixture, 10, &json!({})));
        tasks.spawn(async move { app.post("/booking-series", body).await.status });
    }
    let mut statuses = tasks.join_all().await;
    statuses.sort_unstable();
    assert_eq!((statuses[0], &statuses[1..]), (201, &[409; 15][..]));
    assert_eq!(count(&fixture.app, "confirmed").await, 10);
}

#[tokio::test]
async fn a_repeated_request_with_its_key_gets_the_first_answer_and_makes_nothing() {
    let fixture = RoomFixture::new().await;
    fixture.booked("2026-12-03T10:00:00Z", "2026-12-03T11:00:00Z").await;
    for (first, on_conflict) in [("10:00", "skip"), ("2026-12-02T10:30:00Z", "waitlist")] {
        let body = daily(&fixture, 3, &json!({"on_conflict": on_conflict, "first_start_time": instant(first)}));
        let headers = [("idempotency-key", on_conflict)];
        let one = fixture.app.send("POST", "/booking-series", Some(body.clone()), &headers).await;
        assert_eq!(one.status, 201, "{}", one.text);
        let two = fixture.app.send("POST", "/booking-series", Some(body), &headers).await;
        assert_eq!((two.status, &two.text, two.header("idempotent-replayed")), (201, &one.text, "true"));
    }
    assert_eq!(fixture.app.get("/booking-series").await.body["pagination"]["total"], 2);
    assert_eq!(count(&fixture.app, "confirmed").await, 1 + 2 + 1);
}

#[tokio::test]
async fn a_long_series_of_a_company_by_its_member_fits_its_transactions_with_all_their_conditions() {
    let fixture = RoomFixture::with_room(json!({"max_free_bookings": 900})).await;
    let company = tests::company(&fixture.app, &fixture.location).await;
    let place = json!({"member_id": fixture.member, "role": "manager"});
    tests::accepted(&fixture.app.post(&format!("/companies/{company}/members"), place).await, 201);
    let series = made(&fixture, 60, json!({"customer_id": company, "member_id": fixture.member})).await;
    assert_eq!((&series["status"], &series["created_count"]), (&json!("active"), &json!(60)));
}
