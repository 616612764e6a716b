//! Availability across the resources of a location.

use serde_json::{Value, json};
use testing::TestResponse;
use tests::{RoomFixture, instant};

async fn search(fixture: &RoomFixture, more: &str) -> TestResponse {
    let (location, from, to) = (&fixture.location, instant("09:00"), instant("12:00"));
    fixture.app.get(&format!("/availability?location_id={location}&from={from}&to={to}{more}")).await
}

fn names(answer: &TestResponse) -> Vec<String> {
    assert_eq!(answer.status, 200, "{}", answer.text);
    let data = answer.body["data"].as_array().expect("a list");
    data.iter().filter_map(|one| one["name"].as_str()).map(str::to_owned).collect()
}

#[tokio::test]
async fn each_resource_tells_whether_it_is_free_throughout_and_when_else() {
    let fixture = RoomFixture::with_room(json!({"capacity": 4})).await;
    let half = fixture.resource("Half", json!({"parent_resource_id": fixture.room})).await;
    let desks = fixture.resource("Desks", json!({"type": "hot_desk", "units": 5})).await;
    assert_eq!(fixture.book_with("10:00", "11:00", json!({"resource_id": half})).await.status, 201);
    let period = |from: &str, to: &str, units: u32| json!({"start_time": instant(from), "end_time": instant(to), "units_free": units});
    let around = json!([period("09:00", "10:00", 1), period("11:00", "12:00", 1)]);
    let quarters = ["09:00", "09:15", "09:30", "09:45", "10:00", "10:15", "10:30", "10:45", "11:00"].map(instant);
    let answer = search(&fixture, "&duration_minutes=60").await;
    assert_eq!(
        answer.body["data"],
        json!([
            {"resource_id": desks, "name": "Desks", "type": "hot_desk", "capacity": null, "outcome": "confirmed", "is_free": true,
                "periods": [period("09:00", "12:00", 5)],
                "start_times": quarters},
            {"resource_id": half, "name": "Half", "type": "meeting_room", "capacity": null, "outcome": "confirmed", "is_free": false,
                "periods": around, "start_times": [instant("09:00"), instant("11:00")]},
            {"resource_id": fixture.room, "name": "Room", "type": "meeting_room", "capacity": 4, "outcome": "confirmed", "is_free": false,
                "periods": around, "start_times": [instant("09:00"), instant("11:00")]},
        ])
    );
    let without_length = search(&fixture, "&units=5").await;
    assert_eq!(without_length.body["data"][0]["start_times"], Value::Null);
    let free = |answer: &TestResponse| {
        answer.body["data"].as_array().map(|all| all.iter().map(|one| one["is_free"].clone()).collect::<Vec<_>>())
    };
    assert_eq!(free(&without_length), Some(vec![json!(true), json!(false), json!(false)]));
}

#[tokio::test]
async fn a_search_finds_active_resources_by_type_and_capacity() {
    let fixture = RoomFixture::with_room(json!({"capacity": 4})).await;
    fixture.resource("Hall", json!({"type": "event_space", "capacity": 80, "amenities": ["stage"]})).await;
    fixture.resource("Garden", json!({"type": "event_space"})).await;
    fixture.resource("Closed", json!({"is_active": false})).await;
    for (more, expected) in [
        ("", vec!["Garden", "Hall", "Room"]),
        ("&type=event_space", vec!["Garden", "Hall"]),
        ("&capacity=4", vec!["Garden", "Hall", "Room"]),
        ("&capacity=5", vec!["Garden", "Hall"]),
        ("&amenity=stage", vec!["Hall"]),
        ("&amenity=stage&capacity=81", vec![]),
        ("&capacity=81", vec!["Garden"]),
        ("&type=meeting_room&capacity=5", vec![]),
        ("&order=asc&per_page=2", vec!["Room", "Hall"]),
        ("&order=asc&per_page=2&page=2", vec!["Garden"]),
        ("&limit=1", vec!["Garden"]),
    ] {
        assert_eq!(names(&search(&fixture, more).await), expected, "{more}");
    }
    let first = search(&fixture, "&limit=2&capacity=1").await;
    assert_eq!(first.body["pagination"]["total_count"], 3);
    let cursor = first.body["pagination"]["next_cursor"].as_str().expect("a cursor");
    assert_eq!(names(&search(&fixture, &format!("&limit=2&capacity=1&cursor={cursor}")).await), ["Room"]);
    let other = search(&fixture, &format!("&limit=2&capacity=2&cursor={cursor}")).await;
    assert_eq!(other.refusal(), "400 validation_error cursor invalid_value");
}

#[tokio::test]
async fn a_search_that_makes_no_sense_is_refused() {
    let fixture = RoomFixture::new().await;
    let (from, to) = ("2026-12-01T00:00:00Z", "2026-12-08T02:00:00Z");
    let location = &fixture.location;
    for (query, refusal) in [
        (format!("from={from}&to={from}&location_id={location}"), "422 rule_violation to to_not_after_from"),
        (format!("from={from}&to={to}&location_id={location}"), "422 rule_violation to period_too_long"),
        (format!("from={from}&to={to}"), "400 validation_error location_id required"),
        (format!("from={from}&location_id={location}"), "400 validation_error to required"),
    ] {
        assert_eq!(fixture.app.get(&format!("/availability?{query}")).await.refusal(), refusal, "{query}");
    }
    let other = fixture.app.as_client(&fixture.app.stranger);
    let theirs = other.get(&format!("/availability?location_id={location}&from={from}&to=2026-12-02T00:00:00Z")).await;
    assert_eq!(theirs.refusal(), "422 rule_violation location_id reference_not_found");
}

#[tokio::test]
async fn a_page_is_read_in_few_round_trips_whatever_stands_in_it() {
    let fixture = RoomFixture::new().await;
    for number in 0..20 {
        fixture.resource(&format!("Part {number}"), json!({"parent_resource_id": fixture.room})).await;
    }
    assert_eq!(names(&search(&fixture, "&per_page=100").await).len(), 21);
    let line: Value = serde_json::from_str(fixture.app.logged().last().expect("a line")).expect("JSON");
    // The credential, the list, the location, children, records of assignments, and each of the 21 calendars once.
    assert!(line["store_calls"].as_u64().expect("a number") <= 26, "{line}");
}
