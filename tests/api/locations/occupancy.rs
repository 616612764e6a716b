//! Who is at a location now.

use serde_json::{Value, json};
use testing::TestResponse;
use tests::{RoomFixture, instant};
use values::Timestamp;

/// A room whose bookings are checked in to, from a quarter of an hour before their start on.
async fn with_check_in() -> RoomFixture {
    RoomFixture::with_room(json!({"capacity": 8, "check_in": {"enabled": true, "opens_minutes": 15}})).await
}

fn set(fixture: &RoomFixture, time: &str) {
    fixture.app.clock.set(Timestamp::parse(&instant(time)).expect("an instant"));
}

async fn occupancy(fixture: &RoomFixture) -> TestResponse {
    let answer = fixture.app.get(&format!("/locations/{}/occupancy", fixture.location)).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer
}

/// People and bookings checked in, people and bookings expected.
fn present(figures: &Value) -> Value {
    ["people_checked_in", "bookings_checked_in", "people_expected", "bookings_expected"]
        .iter()
        .map(|name| figures[*name].clone())
        .collect()
}

async fn now(fixture: &RoomFixture, time: &str) -> Value {
    set(fixture, time);
    present(&occupancy(fixture).await.body["data"])
}

async fn booked(fixture: &RoomFixture, from: &str, to: &str, fields: Value) -> String {
    let answer = fixture.book_with(from, to, fields).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    answer.id()
}

#[tokio::test]
async fn an_empty_location_has_nobody_and_says_when() {
    let fixture = RoomFixture::new().await;
    set(&fixture, "12:00");
    assert_eq!(
        occupancy(&fixture).await.body["data"],
        json!({"location_id": fixture.location, "as_of": instant("12:00"), "people_checked_in": 0,
            "bookings_checked_in": 0, "people_expected": 0, "bookings_expected": 0, "check_ins_open": 0, "resources_in_use": 0,
            "visitors_on_site": 0, "event_attendees_on_site": 0, "people_on_site": 0,
            "capacity": 0, "by_resource": []})
    );
    let other = fixture.app.as_client(&fixture.app.stranger);
    let theirs = other.get(&format!("/locations/{}/occupancy", fixture.location)).await;
    assert_eq!(theirs.refusal(), "404 not_found");
}

#[tokio::test]
async fn people_are_expected_from_the_start_there_from_check_in_and_gone_after_check_out_or_the_end() {
    let fixture = with_check_in().await;
    let first = booked(&fixture, "10:00", "11:00", json!({"attendees": 3})).await;
    let second = booked(&fixture, "11:00", "12:00", json!({"attendees": 5})).await;
    assert_eq!(now(&fixture, "09:59").await, json!([0, 0, 0, 0]));
    assert_eq!(now(&fixture, "10:00").await, json!([0, 0, 3, 1]));
    assert_eq!(fixture.act(&first, "check-in").await.status, 200);
    assert_eq!(now(&fixture, "10:01").await, json!([3, 1, 0, 0]));
    set(&fixture, "10:50");
    assert_eq!(fixture.act(&second, "check-in").await.status, 200);
    assert_eq!(now(&fixture, "10:50").await, json!([8, 2, 0, 0]), "the next ones are early");
    assert_eq!(now(&fixture, "11:00").await, json!([5, 1, 0, 0]));
    set(&fixture, "11:30");
    assert_eq!(fixture.act(&second, "check-out").await.status, 200);
    assert_eq!(now(&fixture, "11:30").await, json!([0, 0, 0, 0]));
}

#[tokio::test]
async fn who_comes_early_for_tomorrow_is_there_today() {
    let fixture = with_check_in().await;
    let id = booked(&fixture, "2026-12-02T00:05:00Z", "2026-12-02T01:00:00Z", json!({"attendees": 2})).await;
    set(&fixture, "23:50");
    assert_eq!(fixture.act(&id, "check-in").await.status, 200);
    assert_eq!(now(&fixture, "23:50").await, json!([2, 1, 0, 0]));
}

#[tokio::test]
async fn neither_pending_cancelled_released_nor_held_time_is_anybody() {
    let fixture =
        RoomFixture::with_room(json!({"units": 9, "check_in": {"enabled": true, "auto_release_minutes": 10}})).await;
    let ask = fixture.resource("Ask", json!({"requires_approval": true})).await;
    booked(&fixture, "10:00", "11:00", json!({"resource_id": ask})).await;
    let cancelled = booked(&fixture, "10:00", "11:00", json!({})).await;
    assert_eq!(fixture.act(&cancelled, "cancel").await.status, 200);
    let time = json!({"resource_id": fixture.room, "start_time": instant("10:00"), "end_time": instant("11:00"), "hold_minutes": 30});
    set(&fixture, "09:55");
    assert_eq!(fixture.app.post("/booking-holds", time.clone()).await.status, 201);
    booked(&fixture, "10:00", "11:00", json!({"attendees": 4})).await;
    assert_eq!(now(&fixture, "10:09").await, json!([0, 0, 4, 1]));
    assert_eq!(now(&fixture, "10:10").await, json!([0, 0, 0, 0]), "nobody came");
}

#[tokio::test]
async fn a_booking_of_several_resources_is_counted_once_and_told_at_each() {
    let fixture = RoomFixture::with_room(json!({"capacity": 8})).await;
    let half = fixture.resource("Half", json!({"parent_resource_id": fixture.room, "capacity": 4})).await;
    let screen = fixture.resource("Screen", json!({"type": "equipment"})).await;
    let free = fixture.resource("Nobody's", json!({"capacity": 2})).await;
    booked(&fixture, "10:00", "11:00", json!({"attendees": 6, "additional_resource_ids": [screen]})).await;
    set(&fixture, "10:30");
    let answer = occupancy(&fixture).await;
    let data = &answer.body["data"];
    assert_eq!((present(data), &data["resources_in_use"]), (json!([0, 0, 6, 1]), &json!(3)));
    let told = data["by_resource"].as_array().expect("a list");
    let rows: Vec<Value> = told
        .iter()
        .map(|one| json!([one["resource_id"], one["name"], one["capacity"], one["people_expected"]]))
        .collect();
    assert_eq!(
        rows,
        [json!([half, "Half", 4, 6]), json!([fixture.room, "Room", 8, 6]), json!([screen, "Screen", null, 6])]
    );
    assert_eq!(data["capacity"], 10, "the half is a child of the room: {free}");
}

#[tokio::test]
async fn capacity_is_that_of_active_resources_that_state_one() {
    let fixture = RoomFixture::with_room(json!({"capacity": 8})).await;
    fixture.resource("Garden", json!({})).await;
    let hall = fixture.resource("Hall", json!({"capacity": 50})).await;
    let stage = fixture.resource("Stage", json!({"capacity": 5, "parent_resource_id": hall})).await;
    let capacity = async || occupancy(&fixture).await.body["data"]["capacity"].clone();
    assert_eq!(capacity().await, 58);
    assert_eq!(fixture.app.put(&format!("/resources/{hall}"), json!({"is_active": false})).await.status, 200);
    assert_eq!(capacity().await, 13, "a child of an inactive parent counts itself: {stage}");
}

#[tokio::test]
async fn every_resource_is_looked_at_in_few_round_trips() {
    let fixture = RoomFixture::new().await;
    for number in 0..30 {
        fixture.resource(&format!("Desk {number}"), json!({"type": "hot_desk"})).await;
    }
    booked(&fixture, "10:00", "11:00", json!({})).await;
    set(&fixture, "10:30");
    assert_eq!(occupancy(&fixture).await.body["data"]["bookings_expected"], 1);
    occupancy(&fixture).await;
    let line: Value = serde_json::from_str(fixture.app.logged().last().expect("a line")).expect("JSON");
    // The location, its resources, its check-ins, its visitors, how many events and contracts it ever had, the
    // resources' days, the booking.
    assert_eq!(line["store_calls"], 7, "{line}");
}
