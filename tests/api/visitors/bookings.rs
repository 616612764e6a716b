//! Visitors of a booking: they and its attendees fit into the resource.

use serde_json::{Value, json};
use tests::{accepted, at_once, having, made, resource, with};

use super::Door;

/// A booking of a room for six by two people, from one to three.
async fn booked(door: &Door, fields: Value) -> (String, String) {
    let room = resource(door.app(), &door.fixture.location, "Room", "meeting_room", json!({"capacity": 6})).await;
    let body = json!({"resource_id": room, "customer_id": door.fixture.member, "attendees": 2,
        "start_time": "2027-01-01T13:00:00+01:00", "end_time": "2027-01-01T15:00:00+01:00"});
    let booking = made(door.app(), "/bookings", with(body, &fields)).await;
    (room, booking)
}

async fn visitors(door: &Door, booking: &str) -> usize {
    let booking = door.app().get(&format!("/bookings/{booking}")).await;
    booking.body["data"]["visitor_ids"].as_array().map_or(0, Vec::len)
}

#[tokio::test]
async fn of_sixteen_visitors_at_once_as_many_fit_as_there_is_room() {
    let door = Door::new().await;
    let (_, booking) = booked(&door, json!({})).await;
    let body = door.body(&json!({"booking_id": booking}));
    let answers = at_once(door.app(), (0..16).map(|_| ("POST", "/visitor-visits".to_owned(), body.clone()))).await;
    assert_eq!((having(&answers, 201), having(&answers, 409)), (4, 12));
    let full = door.invite(json!({"booking_id": booking})).await;
    assert_eq!(full.refusal(), "409 capacity_exceeded booking_id over_capacity");
    assert_eq!(visitors(&door, &booking).await, 4);
    assert_eq!(tests::total(door.app(), &format!("/visitor-visits?booking_id={booking}")).await, 4);
}

#[tokio::test]
async fn who_is_cancelled_or_deleted_makes_room() {
    let door = Door::new().await;
    let (_, booking) = booked(&door, json!({"attendees": 5})).await;
    let visit = door.invited(json!({"booking_id": booking})).await;
    assert_eq!(door.invite(json!({"booking_id": booking})).await.status, 409);
    door.acted(&visit, "cancel", json!({})).await;
    assert_eq!(visitors(&door, &booking).await, 0);
    let visit = door.invited(json!({"booking_id": booking})).await;
    let path = format!("/visitor-visits/{}", visit["id"].as_str().unwrap_or_default());
    accepted(&door.app().delete(&path).await, 200);
    assert_eq!(visitors(&door, &booking).await, 0);
    let visit = door.invited(json!({"booking_id": booking})).await;
    door.acted(&visit, "check-in", json!({})).await;
    door.acted(&visit, "check-out", json!({})).await;
    assert_eq!(visitors(&door, &booking).await, 1, "who has left was there");
    let path = format!("/visitor-visits/{}", visit["id"].as_str().unwrap_or_default());
    accepted(&door.app().delete(&path).await, 200);
    assert_eq!(visitors(&door, &booking).await, 0, "a booking names no visit that is gone");
}

#[tokio::test]
async fn a_visit_of_a_cancelled_booking_is_expected_whenever_the_host_says() {
    let door = Door::new().await;
    let (_, booking) = booked(&door, json!({})).await;
    let visit = door.invited(json!({"booking_id": booking})).await;
    let path = format!("/visitor-visits/{}", visit["id"].as_str().unwrap_or_default());
    let tomorrow = json!({"expected_at": "2027-01-02T14:00:00+01:00"});
    let bound = door.app().put(&path, tomorrow.clone()).await;
    assert_eq!(bound.refusal(), "422 rule_violation booking_id other_day");
    accepted(&door.app().post(&format!("/bookings/{booking}/cancel"), json!({})).await, 200);
    accepted(&door.app().put(&path, tomorrow).await, 200);
}

#[tokio::test]
async fn a_booking_with_visitors_takes_no_more_people_than_fit_beside_them() {
    let door = Door::new().await;
    let (_, booking) = booked(&door, json!({})).await;
    for _ in 0..3 {
        door.invited(json!({"booking_id": booking})).await;
    }
    let path = format!("/bookings/{booking}");
    let refused = door.app().put(&path, json!({"attendees": 4})).await;
    assert_eq!(refused.refusal(), "422 rule_violation attendees over_capacity");
    accepted(&door.app().put(&path, json!({"attendees": 3})).await, 200);
    let small = resource(door.app(), &door.fixture.location, "Small", "meeting_room", json!({"capacity": 5})).await;
    let moved = door.app().post(&format!("{path}/reschedule"), json!({"resource_id": small})).await;
    assert_eq!(moved.refusal(), "422 rule_violation attendees over_capacity");
    accepted(&door.app().put(&path, json!({"attendees": 2})).await, 200);
    let moved = door.app().post(&format!("{path}/reschedule"), json!({"resource_id": small})).await;
    accepted(&moved, 200);
    assert_eq!(visitors(&door, &booking).await, 3);
}

#[tokio::test]
async fn the_booking_of_a_visit_is_confirmed_there_and_on_its_day() {
    let door = Door::new().await;
    let (_, booking) = booked(&door, json!({})).await;
    let elsewhere = tests::location_with(door.app(), json!({"name": "Elsewhere"})).await;
    let refusals = [
        (json!({"location_id": elsewhere}), "422 rule_violation booking_id other_location"),
        (json!({"expected_at": "2027-01-02T14:00:00+01:00"}), "422 rule_violation booking_id other_day"),
        (
            json!({"recurring": {"frequency": "daily", "count": 2}}),
            "422 rule_violation booking_id recurring_without_booking",
        ),
    ];
    for (fields, refusal) in refusals {
        let fields = with(fields, &json!({"booking_id": booking}));
        assert_eq!(door.invite(fields.clone()).await.refusal(), refusal, "{fields}");
    }
    let visit = door.invited(json!({"booking_id": booking})).await;
    let path = format!("/visitor-visits/{}", visit["id"].as_str().unwrap_or_default());
    let other_day = door.app().put(&path, json!({"expected_at": "2027-01-02T14:00:00+01:00"})).await;
    assert_eq!(other_day.refusal(), "422 rule_violation booking_id other_day");
    accepted(&door.app().post(&format!("/bookings/{booking}/cancel"), json!({})).await, 200);
    let cancelled = door.invite(json!({"booking_id": booking})).await;
    assert_eq!(cancelled.refusal(), "422 rule_violation booking_id not_confirmed");
    door.acted(&visit, "check-in", json!({})).await;
}

#[tokio::test]
async fn a_visit_of_a_booking_that_was_moved_still_changes_on_its_own_day() {
    let door = Door::new().await;
    let (_, booking) = booked(&door, json!({})).await;
    let visit = door.invited(json!({"booking_id": booking})).await;
    let path = format!("/visitor-visits/{}", visit["id"].as_str().unwrap_or_default());
    let moved = json!({"start_time": "2027-01-05T13:00:00+01:00"});
    accepted(&door.app().post(&format!("/bookings/{booking}/reschedule"), moved).await, 200);
    accepted(&door.app().put(&path, json!({"expected_at": "2027-01-01T16:00:00+01:00"})).await, 200);
    let other_day = door.app().put(&path, json!({"expected_at": "2027-01-02T14:00:00+01:00"})).await;
    assert_eq!(other_day.refusal(), "422 rule_violation booking_id other_day");
    accepted(&door.app().put(&path, json!({"expected_at": "2027-01-05T12:30:00+01:00"})).await, 200);
}

#[tokio::test]
async fn a_series_of_bookings_keeps_room_for_visitors() {
    let door = Door::new().await;
    let room = resource(door.app(), &door.fixture.location, "Room", "meeting_room", json!({"capacity": 3})).await;
    let series = json!({"resource_id": room, "customer_id": door.fixture.member, "duration_minutes": 60,
        "first_start_time": "2027-01-01T13:00:00+01:00", "rule": {"frequency": "daily", "count": 2}});
    let series = made(door.app(), "/booking-series", series).await;
    let bookings = door.app().get("/bookings").await.body["data"].clone();
    door.invited(json!({"booking_id": bookings[0]["id"]})).await;
    let path = format!("/booking-series/{series}");
    let refused = door.app().put(&path, json!({"scope": "all", "attendees": 3})).await;
    assert_eq!(refused.refusal(), "422 rule_violation attendees over_capacity");
    accepted(&door.app().put(&path, json!({"scope": "all", "attendees": 2})).await, 200);
}
