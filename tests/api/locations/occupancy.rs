//! Who is at a location now.

use serde_json::{Value, json};
use shared::{domain::Timestamp, testing::TestResponse};

use crate::bookings::setting::{Setting, instant};

/// A room whose bookings are checked in to, from a quarter of an hour before their start on.
async fn with_check_in() -> Setting {
    Setting::with_room(json!({"capacity": 8, "check_in": {"enabled": true, "opens_minutes": 15}})).await
}

fn set(setting: &Setting, time: &str) {
    setting.app.clock.set(Timestamp::parse(&instant(time)).expect("an instant"));
}

async fn occupancy(setting: &Setting) -> TestResponse {
    let answer = setting.app.get(&format!("/locations/{}/occupancy", setting.location)).await;
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

async fn now(setting: &Setting, time: &str) -> Value {
    set(setting, time);
    present(&occupancy(setting).await.body["data"])
}

async fn booked(setting: &Setting, from: &str, to: &str, fields: Value) -> String {
    let answer = setting.book_with(from, to, fields).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    answer.id()
}

#[tokio::test]
async fn an_empty_location_has_nobody_and_says_when() {
    let setting = Setting::new().await;
    set(&setting, "12:00");
    assert_eq!(
        occupancy(&setting).await.body["data"],
        json!({"location_id": setting.location, "as_of": instant("12:00"), "people_checked_in": 0,
            "bookings_checked_in": 0, "people_expected": 0, "bookings_expected": 0, "resources_in_use": 0,
            "capacity": 0, "by_resource": []})
    );
    let other = setting.app.as_client(&setting.app.stranger);
    let theirs = other.get(&format!("/locations/{}/occupancy", setting.location)).await;
    assert_eq!(theirs.refusal(), "404 not_found");
}

#[tokio::test]
async fn people_are_expected_from_the_start_there_from_check_in_and_gone_after_check_out_or_the_end() {
    let setting = with_check_in().await;
    let first = booked(&setting, "10:00", "11:00", json!({"attendees": 3})).await;
    let second = booked(&setting, "11:00", "12:00", json!({"attendees": 5})).await;
    assert_eq!(now(&setting, "09:59").await, json!([0, 0, 0, 0]));
    assert_eq!(now(&setting, "10:00").await, json!([0, 0, 3, 1]));
    assert_eq!(setting.act(&first, "check-in").await.status, 200);
    assert_eq!(now(&setting, "10:01").await, json!([3, 1, 0, 0]));
    set(&setting, "10:50");
    assert_eq!(setting.act(&second, "check-in").await.status, 200);
    assert_eq!(now(&setting, "10:50").await, json!([8, 2, 0, 0]), "the next ones are early");
    assert_eq!(now(&setting, "11:00").await, json!([5, 1, 0, 0]));
    set(&setting, "11:30");
    assert_eq!(setting.act(&second, "check-out").await.status, 200);
    assert_eq!(now(&setting, "11:30").await, json!([0, 0, 0, 0]));
}

#[tokio::test]
async fn who_comes_early_for_tomorrow_is_there_today() {
    let setting = with_check_in().await;
    let id = booked(&setting, "2026-12-02T00:05:00Z", "2026-12-02T01:00:00Z", json!({"attendees": 2})).await;
    set(&setting, "23:50");
    assert_eq!(setting.act(&id, "check-in").await.status, 200);
    assert_eq!(now(&setting, "23:50").await, json!([2, 1, 0, 0]));
}

#[tokio::test]
async fn neither_pending_cancelled_released_nor_held_time_is_anybody() {
    let setting =
        Setting::with_room(json!({"units": 9, "check_in": {"enabled": true, "auto_release_minutes": 10}})).await;
    let ask = setting.resource("Ask", json!({"requires_approval": true})).await;
    booked(&setting, "10:00", "11:00", json!({"resource_id": ask})).await;
    let cancelled = booked(&setting, "10:00", "11:00", json!({})).await;
    assert_eq!(setting.act(&cancelled, "cancel").await.status, 200);
    let time = json!({"resource_id": setting.room, "start_time": instant("10:00"), "end_time": instant("11:00"), "hold_minutes": 30});
    set(&setting, "09:55");
    assert_eq!(setting.app.post("/booking-holds", time.clone()).await.status, 201);
    booked(&setting, "10:00", "11:00", json!({"attendees": 4})).await;
    assert_eq!(now(&setting, "10:09").await, json!([0, 0, 4, 1]));
    assert_eq!(now(&setting, "10:10").await, json!([0, 0, 0, 0]), "nobody came");
}

#[tokio::test]
async fn a_booking_of_several_resources_is_counted_once_and_told_at_each() {
    let setting = Setting::with_room(json!({"capacity": 8})).await;
    let half = setting.resource("Half", json!({"parent_resource_id": setting.room, "capacity": 4})).await;
    let screen = setting.resource("Screen", json!({"type": "equipment"})).await;
    let free = setting.resource("Nobody's", json!({"capacity": 2})).await;
    booked(&setting, "10:00", "11:00", json!({"attendees": 6, "additional_resource_ids": [screen]})).await;
    set(&setting, "10:30");
    let answer = occupancy(&setting).await;
    let data = &answer.body["data"];
    assert_eq!((present(data), &data["resources_in_use"]), (json!([0, 0, 6, 1]), &json!(3)));
    let told = data["by_resource"].as_array().expect("a list");
    let rows: Vec<Value> = told
        .iter()
        .map(|one| json!([one["resource_id"], one["name"], one["capacity"], one["people_expected"]]))
        .collect();
    assert_eq!(
        rows,
        [json!([half, "Half", 4, 6]), json!([setting.room, "Room", 8, 6]), json!([screen, "Screen", null, 6])]
    );
    assert_eq!(data["capacity"], 10, "the half is part of the room: {free}");
}

#[tokio::test]
async fn capacity_is_that_of_active_resources_that_state_one() {
    let setting = Setting::with_room(json!({"capacity": 8})).await;
    setting.resource("Garden", json!({})).await;
    let hall = setting.resource("Hall", json!({"capacity": 50})).await;
    let stage = setting.resource("Stage", json!({"capacity": 5, "parent_resource_id": hall})).await;
    let capacity = async || occupancy(&setting).await.body["data"]["capacity"].clone();
    assert_eq!(capacity().await, 58);
    assert_eq!(setting.app.put(&format!("/resources/{hall}"), json!({"is_active": false})).await.status, 200);
    assert_eq!(capacity().await, 13, "the whole no longer speaks for its part: {stage}");
}

#[tokio::test]
async fn every_resource_is_looked_at_in_few_round_trips() {
    let setting = Setting::new().await;
    for number in 0..30 {
        setting.resource(&format!("Desk {number}"), json!({"type": "hot_desk"})).await;
    }
    booked(&setting, "10:00", "11:00", json!({})).await;
    set(&setting, "10:30");
    assert_eq!(occupancy(&setting).await.body["data"]["bookings_expected"], 1);
    occupancy(&setting).await;
    let line: Value = serde_json::from_str(setting.app.logged().last().expect("a line")).expect("JSON");
    // The location, its resources, their days, the booking.
    assert_eq!(line["store_calls"], 4, "{line}");
}
