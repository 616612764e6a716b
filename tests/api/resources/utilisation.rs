//! How much of a resource's time is used.

use chrono::Duration;
use serde_json::{Value, json};
use testing::TestResponse;
use tests::{RoomFixture, instant};

const WEEK: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

async fn figures(fixture: &RoomFixture, resource: &str, from: &str, to: &str) -> TestResponse {
    fixture.app.get(&format!("/resources/{resource}/utilisation?from={from}&to={to}")).await
}

/// open, booked, booked outside, blocked, bookings, peak, percent.
fn row(figures: &Value) -> Value {
    let names = [
        "open_minutes",
        "booked_minutes",
        "booked_outside_minutes",
        "blocked_minutes",
        "bookings",
        "peak_units",
        "utilisation_percent",
    ];
    names.iter().map(|name| figures[*name].clone()).collect()
}

fn rows(answer: &TestResponse) -> (Value, Vec<Value>) {
    assert_eq!(answer.status, 200, "{}", answer.text);
    let data = &answer.body["data"];
    (row(data), data["days"].as_array().expect("days").iter().map(row).collect())
}

#[tokio::test]
async fn an_unused_resource_is_open_around_the_clock_and_local_days_may_have_23_or_25_hours() {
    let fixture = RoomFixture::with_room(json!({"units": 2})).await;
    let answer = figures(&fixture, &fixture.room, "2026-10-24", "2026-10-26").await;
    let none = |open: u32| json!([open, 0, 0, 0, 0, 0, 0]);
    assert_eq!(rows(&answer), (none(2 * 73 * 60), vec![none(2 * 24 * 60), none(2 * 25 * 60), none(2 * 24 * 60)]));
    let data = &answer.body["data"];
    assert_eq!(
        json!([data["resource_id"], data["location_id"], data["time_zone"], data["from"], data["to"]]),
        json!([fixture.room, fixture.location, "Europe/Amsterdam", "2026-10-24", "2026-10-26"])
    );
    let dates: Vec<&str> =
        data["days"].as_array().expect("days").iter().filter_map(|day| day["date"].as_str()).collect();
    assert_eq!(dates, ["2026-10-24", "2026-10-25", "2026-10-26"]);
    let short = figures(&fixture, &fixture.room, "2026-03-29", "2026-03-29").await;
    assert_eq!(rows(&short).0, none(2 * 23 * 60));
}

#[tokio::test]
async fn what_is_booked_counts_by_units_inside_and_outside_of_open_hours() {
    let hours: Vec<Value> =
        WEEK.iter().map(|day| json!({"weekday": day, "opens": "09:00", "closes": "17:00"})).collect();
    let fixture = RoomFixture::with_room(json!({"units": 3})).await;
    assert_eq!(fixture.book_with("10:00", "12:00", json!({"units": 2})).await.status, 201);
    assert_eq!(fixture.book_with("11:00", "12:00", json!({"units": 1})).await.status, 201);
    // From 16:00 to 19:00 in Amsterdam, which closes at 17:00.
    assert_eq!(fixture.booked("15:00", "18:00").await.len(), 36);
    let patch = json!({"schedule": {"default": hours, "closed_dates": ["2026-12-03"]}});
    assert_eq!(fixture.app.put(&format!("/resources/{}", fixture.room), patch).await.status, 200);
    let holiday = json!({"holidays": [{"date": "2026-12-02"}]});
    assert_eq!(fixture.app.put(&format!("/locations/{}", fixture.location), holiday).await.status, 200);
    let block = json!({"resource_id": fixture.room, "start_time": instant("08:00"), "end_time": instant("09:00")});
    assert_eq!(fixture.app.post("/calendar-blocks", block).await.status, 201);
    let answer = figures(&fixture, &fixture.room, "2026-12-01", "2026-12-04").await;
    let first = json!([1440, 360, 120, 180, 3, 3, 25]);
    let closed = json!([0, 0, 0, 0, 0, 0, 0]);
    let total = json!([2880, 360, 120, 180, 3, 3, 12.5]);
    assert_eq!(rows(&answer), (total, vec![first, closed.clone(), closed, json!([1440, 0, 0, 0, 0, 0, 0])]));
}

#[tokio::test]
async fn a_booking_on_several_days_is_counted_once() {
    let fixture = RoomFixture::new().await;
    // From 23:30 on the first to 00:30 on the third in Amsterdam: on three UTC days with its buffers.
    fixture.booked("2026-12-01T22:30:00Z", "2026-12-02T23:30:00Z").await;
    let answer = figures(&fixture, &fixture.room, "2026-12-01", "2026-12-03").await;
    let day = |booked: u32, percent: Value| json!([1440, booked, 0, 0, 1, 1, percent]);
    let total = json!([4320, 1500, 0, 0, 1, 1, 34.72]);
    assert_eq!(rows(&answer), (total, vec![day(30, json!(2.08)), day(1440, json!(100)), day(30, json!(2.08))]));
    let one = figures(&fixture, &fixture.room, "2026-12-02", "2026-12-02").await;
    assert_eq!(rows(&one).0, day(1440, json!(100)));
}

#[tokio::test]
async fn what_is_cancelled_or_held_is_not_used_and_what_is_left_early_only_until_then() {
    let fixture = RoomFixture::with_room(json!({"check_in": {"enabled": true, "opens_minutes": 15}})).await;
    let cancelled = fixture.booked("08:00", "09:00").await;
    assert_eq!(fixture.act(&cancelled, "cancel").await.status, 200);
    let hold = json!({"resource_id": fixture.room, "start_time": instant("10:00"), "end_time": instant("11:00")});
    assert_eq!(fixture.app.post("/booking-holds", hold).await.status, 201);
    let left = fixture.booked("12:00", "14:00").await;
    fixture.app.clock.set(values::Timestamp::parse(&instant("12:00")).expect("an instant"));
    assert_eq!(fixture.act(&left, "check-in").await.status, 200);
    fixture.app.clock.advance(Duration::minutes(30));
    assert_eq!(fixture.act(&left, "check-out").await.status, 200);
    fixture.app.clock.advance(Duration::days(1));
    let answer = figures(&fixture, &fixture.room, "2026-12-01", "2026-12-01").await;
    assert_eq!(rows(&answer).0, json!([1440, 30, 0, 0, 1, 1, 2.08]));
}

#[tokio::test]
async fn a_booking_of_the_whole_uses_its_parts_and_one_of_a_part_only_the_part() {
    let fixture = RoomFixture::new().await;
    let half = fixture.resource("Half", json!({"parent_resource_id": fixture.room, "units": 2})).await;
    fixture.booked("10:00", "11:00").await;
    assert_eq!(fixture.book_with("12:00", "13:00", json!({"resource_id": half})).await.status, 201);
    let whole = figures(&fixture, &fixture.room, "2026-12-01", "2026-12-01").await;
    assert_eq!(rows(&whole).0, json!([1440, 60, 0, 0, 1, 1, 4.17]));
    let part = figures(&fixture, &half, "2026-12-01", "2026-12-01").await;
    assert_eq!(rows(&part).0, json!([2880, 180, 0, 0, 2, 2, 6.25]));
}

#[tokio::test]
async fn days_that_make_no_sense_are_refused() {
    let fixture = RoomFixture::new().await;
    for (from, to, refusal) in [
        ("2026-12-02", "2026-12-01", "422 rule_violation to to_before_from"),
        ("2026-12-01", "2027-03-03", "422 rule_violation to period_too_long"),
        ("2026-12-01T00:00:00Z", "2026-12-02", "400 validation_error from invalid_format"),
        ("2026-12-01", "2026-02-30", "400 validation_error to invalid_format"),
    ] {
        assert_eq!(figures(&fixture, &fixture.room, from, to).await.refusal(), refusal, "{from} to {to}");
    }
    for end_of_time in ["1970-01-01", "9999-12-31"] {
        assert_eq!(figures(&fixture, &fixture.room, end_of_time, end_of_time).await.status, 200, "{end_of_time}");
    }
    let quarter = figures(&fixture, &fixture.room, "2026-12-01", "2027-03-02").await;
    assert_eq!(rows(&quarter).1.len(), 92);
    let missing = fixture.app.get(&format!("/resources/{}/utilisation?from=2026-12-01", fixture.room)).await;
    assert_eq!(missing.refusal(), "400 validation_error to required");
    assert_eq!(fixture.app.delete(&format!("/resources/{}", fixture.room)).await.status, 200);
    assert_eq!(figures(&fixture, &fixture.room, "2026-12-01", "2026-12-01").await.refusal(), "404 not_found");
}
