//! Every answer stays below 5 MB, as Lambda counts it: a page of the largest records, and the largest search.

use serde_json::{Map, Value, json};
use testing::{TestApp, TestResponse};
use tests::{RoomFixture, accepted, event_bytes, instant, location_with, with};

/// What an answer may have.
const ANSWER_BYTES_MAX: usize = 5_000_000;

/// More keys of a client than any record has room for.
const KEYS_MAX: usize = 33;

/// Keys of a client, so many.
fn metadata(keys: usize) -> Value {
    let value = "\u{20ac}".repeat(500);
    Value::Object((0..keys).map(|number| (format!("key{number:037}"), json!(value))).collect::<Map<_, _>>())
}

/// Posts a body with as much metadata as the limit of a record allows; the answer, and the body that was taken.
async fn largest(app: &TestApp, path: &str, body: &Value) -> (TestResponse, Value) {
    for keys in (0..=KEYS_MAX).rev() {
        let body = with(body.clone(), &json!({"metadata": metadata(keys)}));
        let answer = app.post(path, body.clone()).await;
        if answer.refusal() != "422 rule_violation body record_too_large" {
            assert_eq!(answer.status, 201, "{}", answer.text);
            assert!(keys < KEYS_MAX, "{path} never meets the limit");
            return (answer, body);
        }
    }
    panic!("{path} takes no record");
}

#[tokio::test]
async fn a_page_of_the_largest_bookings_is_below_5_mb() {
    let fixture = RoomFixture::with_room(json!({"units": 1000})).await;
    let text = "\"".repeat(5_000);
    let booking = with(fixture.booking("10:00", "11:00"), &json!({"title": "\"".repeat(200), "notes": text}));
    let (_, body) = largest(&fixture.app, "/bookings", &booking).await;
    for _ in 1..100 {
        accepted(&fixture.app.post("/bookings", body.clone()).await, 201);
    }
    let page = fixture.app.get("/bookings?per_page=100").await;
    assert_eq!(page.body["data"].as_array().map(Vec::len), Some(100));
    let bytes = event_bytes(&page);
    assert!((ANSWER_BYTES_MAX / 2..ANSWER_BYTES_MAX).contains(&bytes), "{bytes} bytes");
    let path = "/bookings?per_page=100&expand=customer,location,resource";
    let page = fixture.app.get(path).await;
    accepted(&page, 200);
    assert!((bytes..ANSWER_BYTES_MAX).contains(&event_bytes(&page)), "{} bytes", event_bytes(&page));
    name_at_length(&fixture).await;
    assert_eq!(fixture.app.get(path).await.refusal(), "422 rule_violation expand too_many_to_read");
    let fewer = fixture.app.get(&path.replace("100", "90")).await;
    accepted(&fewer, 200);
    assert!(event_bytes(&fewer) < ANSWER_BYTES_MAX);
}

/// Gives what the bookings name the longest of names, and their customer the most locations.
async fn name_at_length(fixture: &RoomFixture) {
    let (app, name) = (&fixture.app, "\"".repeat(200));
    let mut locations = vec![fixture.location.clone()];
    for number in 1..50 {
        locations.push(location_with(app, json!({"name": format!("Location {number}")})).await);
    }
    for (path, body) in [
        (
            format!("/members/{}", fixture.member),
            json!({"name": name, "surname": name, "location_ids": locations}),
        ),
        (format!("/locations/{}", fixture.location), json!({"name": name})),
        (format!("/resources/{}", fixture.room), json!({"name": name})),
    ] {
        accepted(&app.put(&path, body).await, 200);
    }
}

#[tokio::test]
async fn no_record_is_shown_larger_than_a_page_of_a_hundred_has_room_for() {
    let fixture = RoomFixture::new().await;
    let block =
        json!({"resource_id": fixture.room, "start_time": "2026-12-01T00:00:00Z", "end_time": "2026-12-31T00:00:00Z"});
    let hold =
        json!({"resource_id": fixture.room, "start_time": "2027-01-11T10:00:00Z", "end_time": "2027-01-11T11:00:00Z"});
    let (hold, _) = largest(&fixture.app, "/booking-holds", &hold).await;
    let (block, _) = largest(&fixture.app, "/calendar-blocks", &block).await;
    let entry = json!({"location_id": fixture.location, "customer_id": fixture.member, "resource_id": fixture.room,
        "earliest_start": instant("10:00"), "latest_end": instant("11:00"), "duration_minutes": 60});
    let (entry, _) = largest(&fixture.app, "/waitlist-entries", &entry).await;
    // Half of its occurrences are skipped: those are shown with longer names than they are stored with.
    let series = json!({"resource_id": fixture.room, "customer_id": fixture.member, "duration_minutes": 1,
        "first_start_time": instant("10:00"), "rule": {"frequency": "daily", "count": 60}, "on_conflict": "skip"});
    let (series, _) = largest(&fixture.app, "/booking-series", &series).await;
    for answer in [hold, block, entry, series] {
        let shown = event_bytes(&answer);
        assert!((40_000..=ANSWER_BYTES_MAX / 100).contains(&shown), "{shown} bytes: {}", &answer.text[..200]);
    }
}

#[tokio::test]
async fn a_search_that_would_find_too_much_is_refused_and_names_the_limit() {
    let fixture = RoomFixture::with_room(json!({"step_minutes": 1})).await;
    for number in 0..5 {
        fixture.resource(&format!("Room {number}"), json!({"step_minutes": 1})).await;
    }
    let path = format!(
        "/availability?location_id={}&from=2026-12-01T00:00:00Z&to=2026-12-08T00:00:00Z&duration_minutes=1",
        fixture.location
    );
    let refused = fixture.app.get(&path).await;
    assert_eq!(refused.refusal(), "422 rule_violation to too_many_results");
    assert!(refused.text.contains("50000 start times"), "{}", refused.text);
    let answer = fixture.app.get(&format!("{path}&per_page=4")).await;
    accepted(&answer, 200);
    let starts = |one: &Value| one["start_times"].as_array().map_or(0, Vec::len);
    assert_eq!(answer.body["data"].as_array().unwrap().iter().map(starts).sum::<usize>(), 4 * 7 * 1_440);
    assert!(event_bytes(&answer) < ANSWER_BYTES_MAX);
}
