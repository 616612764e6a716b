//! Who is at a location now, by name.

use serde_json::{Value, json};
use tests::{SubscriptionFixture, accepted, company, made, resource};

use super::{another, checked_in, fixture, left, passes};

async fn list(fixture: &SubscriptionFixture) -> Value {
    let answer = fixture.app.get(&format!("/locations/{}/evacuation-list", fixture.location)).await;
    accepted(&answer, 200);
    answer.body["data"].clone()
}

/// Names and people of the list.
async fn present(fixture: &SubscriptionFixture) -> Vec<String> {
    let list = list(fixture).await;
    let text = |one: &Value| format!("{} {}", one["name"].as_str().unwrap_or_default(), one["people"]);
    list["present"].as_array().into_iter().flatten().map(text).collect()
}

#[tokio::test]
async fn the_list_has_everybody_who_has_checked_in_and_not_left_once() {
    let fixture = fixture().await;
    let app = &fixture.app;
    let hours = json!({"check_in": {"enabled": true, "opens_minutes": 15}});
    let room = resource(app, &fixture.location, "Room", "meeting_room", hours).await;
    let other_room = resource(app, &fixture.location, "Attic", "meeting_room", json!({})).await;
    let ben = made(
        app,
        "/members",
        json!({"email": "ben@example.com", "name": "Ben", "surname": "Visser", "phone": "+31 20 555 0100"}),
    )
    .await;
    for person in [&fixture.member, &ben] {
        passes(&fixture, person, 1).await;
    }
    assert_eq!(present(&fixture).await, Vec::<String>::new());
    let company = company(app, &fixture.location).await;
    let booking = |room: &str, customer: &str, people: u32| {
        json!({"resource_id": room, "customer_id": customer, "attendees": people, "start_time": "2027-01-01T11:00:00Z",
            "end_time": "2027-01-01T13:00:00Z"})
    };
    let theirs = made(app, "/bookings", booking(&room, &company, 4)).await;
    let anns = made(app, "/bookings", booking(&other_room, &fixture.member, 2)).await;
    let bens = checked_in(&fixture, json!({"member_id": ben})).await;
    checked_in(&fixture, json!({})).await;
    assert_eq!(present(&fixture).await, ["Ann 1", "Ben Visser 1"], "nobody has checked in to the bookings");
    for id in [&theirs, &anns] {
        accepted(&app.post(&format!("/bookings/{id}/check-in"), json!({})).await, 200);
    }
    let told = list(&fixture).await;
    assert_eq!((&told["people"], &told["is_complete"]), (&json!(7), &json!(true)));
    let ann = &told["present"][0];
    assert_eq!((&ann["people"], &ann["booking_id"]), (&json!(2), &json!(anns)), "{told}");
    assert!(ann["check_in_id"].is_string() && ann["resources"] == json!(["Attic"]), "{told}");
    let ben_told = &told["present"][1];
    assert_eq!((&ben_told["phone"], &ben_told["booking_id"]), (&json!("+31 20 555 0100"), &Value::Null));
    left(&fixture, &bens).await;
    accepted(&app.post(&format!("/bookings/{theirs}/check-out"), json!({})).await, 200);
    assert_eq!(present(&fixture).await, ["Ann 2"]);
    fixture.clock("2027-01-01T13:00:00Z");
    assert_eq!(present(&fixture).await, ["Ann 1"], "the booking is over, the check-in is not");
    let occupancy = app.get(&format!("/locations/{}/occupancy", fixture.location)).await;
    assert_eq!(occupancy.body["data"]["check_ins_open"], 1);
    fixture.clock("2027-01-01T23:00:00Z");
    assert_eq!(present(&fixture).await, Vec::<String>::new());
}

#[tokio::test]
async fn the_list_of_a_location_needs_the_scope_of_members_and_is_of_that_location() {
    let fixture = fixture().await;
    let elsewhere = tests::location_with(&fixture.app, json!({"name": "Elsewhere"})).await;
    let ben = another(&fixture, "ben").await;
    passes(&fixture, &ben, 1).await;
    checked_in(&fixture, json!({"member_id": ben, "location_id": elsewhere})).await;
    assert_eq!(present(&fixture).await, Vec::<String>::new());
    let stranger = fixture.app.as_client(&fixture.app.stranger);
    let path = format!("/locations/{}/evacuation-list", fixture.location);
    assert_eq!(stranger.get(&path).await.refusal(), "404 not_found");
}
