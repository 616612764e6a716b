//! What staff are told each morning.

use calendars::outside_calendars::OutsideCalendar;
use serde_json::json;
use tests::{location_with, made};
use values::Timestamp;

use super::Rooms;

/// Seven in the morning in Amsterdam, on the day of the bookings and on the next.
const MORNINGS: [&str; 2] = ["2026-12-01T06:00:00Z", "2026-12-02T06:00:00Z"];

/// A service with a booking that its people were told of, and with staff: an owner, and managers here and elsewhere.
async fn booked() -> Rooms {
    let mut rooms = Rooms::new().await;
    let app = rooms.letters.app().clone();
    let elsewhere = location_with(&app, json!({"name": "Harbour"})).await;
    for (name, role, places) in [
        ("olga", "owner", json!([])),
        ("mia", "manager", json!([rooms.room.location])),
        ("max", "manager", json!([elsewhere])),
    ] {
        let email = format!("{name}@example.com");
        drop(made(&app, "/members", json!({"email": email, "name": name, "role": role, "location_ids": places})).await);
    }
    rooms.room.booked("10:00", "11:00").await;
    rooms.letters.posted().await;
    rooms
}

/// Who gets a digest at this instant, in order.
async fn told(rooms: &mut Rooms, at: &str) -> Vec<String> {
    let app = rooms.letters.app().clone();
    app.clock.set(Timestamp::parse(at).expect("an instant"));
    tests::sweep(&app.context).await;
    rooms.letters.posted().await;
    let listed = rooms.letters.listed("letter=staff_digest").await;
    let fresh = listed.iter().filter(|letter| letter["created_at"].as_str() >= Some(&at[..19]));
    let mut readers: Vec<String> = fresh.filter_map(|letter| letter["email"].as_str().map(str::to_owned)).collect();
    readers.sort();
    readers
}

#[tokio::test]
async fn staff_of_a_location_are_told_each_morning_what_the_day_brings_and_others_are_not() {
    let mut rooms = booked().await;
    for early in ["2026-11-30T06:00:00Z", "2026-12-01T05:59:00Z"] {
        assert!(told(&mut rooms, early).await.is_empty(), "{early}");
    }
    assert_eq!(told(&mut rooms, MORNINGS[0]).await, ["mia@example.com", "olga@example.com"]);
    assert_eq!(told(&mut rooms, "2026-12-01T06:30:00Z").await, Vec::<String>::new(), "once a morning");
}

#[tokio::test]
async fn a_morning_that_brings_nothing_has_no_digest_and_a_merchant_may_want_none() {
    let mut rooms = booked().await;
    told(&mut rooms, MORNINGS[0]).await;
    assert!(told(&mut rooms, MORNINGS[1]).await.is_empty());
    let mut quiet = booked().await;
    let off = json!({"letter_settings": {"switched_off": ["staff_digest"]}});
    assert_eq!(quiet.letters.app().put("/merchant", off).await.status, 200);
    assert!(told(&mut quiet, MORNINGS[0]).await.is_empty());
}

#[tokio::test]
async fn a_calendar_that_cannot_be_read_stands_in_the_digest() {
    let mut rooms = booked().await;
    told(&mut rooms, MORNINGS[0]).await;
    let calendar = json!({"name": "Blue Ltd", "resource_id": rooms.room.room, "location_id": rooms.room.location,
        "type": "ics", "address": "https://calendars.example.com/blue.ics", "block_count": 0, "conflict_count": 0,
        "conflicts": [], "unreadable_count": 0, "failure_told_at": MORNINGS[0]});
    let calendar: OutsideCalendar = serde_json::from_value(calendar).expect("a calendar");
    drop(rooms.letters.app().stored(calendar).await);
    assert_eq!(told(&mut rooms, MORNINGS[1]).await, ["mia@example.com", "olga@example.com"]);
}
