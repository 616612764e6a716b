//! Series, waiting list and availability know who is a member when.

use serde_json::{Value, json};
use tests::{SubscriptionFixture, accepted};

use super::{room_with, wish};

/// A room with an hour for ten euros that only members have for longer than an hour.
async fn short_room(fixture: &SubscriptionFixture) -> String {
    let fields = json!({"rates": [{"unit_amount": 10}], "public_limits": {"max_minutes": 60},
        "booking_permission": "members"});
    room_with(fixture, fields).await
}

#[tokio::test]
async fn each_booking_of_a_series_is_judged_by_what_the_customer_is_when_it_starts() {
    let fixture = SubscriptionFixture::new(json!({"discount_rooms": 50})).await;
    let (app, room) = (&fixture.app, short_room(&fixture).await);
    fixture.subscribed(json!({"end_date": "2027-01-10"})).await;
    let series = |hour: u32, minutes: u32, on_conflict: &str| {
        json!({"resource_id": room, "customer_id": fixture.member, "duration_minutes": minutes,
            "on_conflict": on_conflict, "first_start_time": format!("2027-01-09T{hour}:00:00Z"),
            "rule": {"frequency": "daily", "count": 3}})
    };
    let long = app.post("/booking-series", series(14, 90, "fail")).await;
    assert_eq!(long.refusal(), "422 rule_violation occurrences[2] too_long", "the last one");
    let made = app.post("/booking-series", series(10, 60, "fail")).await;
    accepted(&made, 201);
    let mut told = Vec::new();
    for booking in made.body["data"]["booking_ids"].as_array().expect("bookings") {
        let booking = app.get(&format!("/bookings/{}", booking.as_str().expect("an id"))).await.body["data"].clone();
        told.push(format!("{} {} {}", booking["start_time"], booking["total_amount"], booking["status"]));
    }
    let expected = [("09", 5, "confirmed"), ("10", 5, "confirmed"), ("11", 10, "pending")];
    assert_eq!(
        told,
        expected.map(|(day, total, status)| format!("\"2027-01-{day}T10:00:00.000Z\" {total} \"{status}\""))
    );
}

#[tokio::test]
async fn a_series_moves_by_what_the_customer_is_at_each_new_start() {
    let fixture = SubscriptionFixture::new(json!({"discount_rooms": 50})).await;
    let (app, room) = (&fixture.app, short_room(&fixture).await);
    let series = json!({"resource_id": room, "customer_id": fixture.member, "duration_minutes": 60,
        "first_start_time": "2027-01-09T10:00:00Z", "rule": {"frequency": "daily", "count": 3}});
    let made = app.post("/booking-series", series).await;
    accepted(&made, 201);
    fixture.subscribed(json!({"end_date": "2027-01-10"})).await;
    let path = format!("/booking-series/{}", made.id());
    let longer = app.put(&path, json!({"scope": "all", "duration_minutes": 90})).await;
    assert_eq!(longer.refusal(), "422 rule_violation occurrences[2] too_long", "the last one is not a member's");
    accepted(&app.put(&path, json!({"scope": "all", "start_time_of_day": "13:00"})).await, 200);
    let mut totals = Vec::new();
    for booking in made.body["data"]["booking_ids"].as_array().expect("bookings") {
        let booking = app.get(&format!("/bookings/{}", booking.as_str().expect("an id"))).await.body["data"].clone();
        totals.push(booking["total_amount"].clone());
    }
    assert_eq!(totals, [json!(5), json!(5), json!(10)]);
}

#[tokio::test]
async fn time_is_offered_to_whom_it_is_open_at_the_price_of_a_member() {
    let fixture = SubscriptionFixture::new(json!({"discount_rooms": 50})).await;
    let (app, room) = (&fixture.app, short_room(&fixture).await);
    let taker = tests::member(app, "bob@example.com").await;
    let window = ("2027-01-05T10:00:00Z", "2027-01-05T12:00:00Z");
    let mut taken = Vec::new();
    for (from, to) in [(window.0, "2027-01-05T11:00:00Z"), ("2027-01-05T11:00:00Z", window.1)] {
        let booked =
            app.post("/bookings", tests::with(wish(&fixture, &room, from, to), &json!({"customer_id": taker}))).await;
        accepted(&booked, 201);
        taken.push(booked.id());
    }
    let entry = json!({"location_id": fixture.location, "customer_id": fixture.member, "resource_id": room,
        "earliest_start": window.0, "latest_end": window.1, "duration_minutes": 120});
    let public = app.post("/waitlist-entries", entry.clone()).await;
    accepted(&public, 201);
    for id in &taken {
        accepted(&app.post(&format!("/bookings/{id}/cancel"), json!({})).await, 200);
    }
    let state = async |id: &str| app.get(&format!("/waitlist-entries/{id}")).await.body["data"]["status"].clone();
    assert_eq!(state(&public.id()).await, "waiting", "two hours are for members");
    accepted(&app.delete(&format!("/waitlist-entries/{}", public.id())).await, 200);
    fixture.subscribed(json!({})).await;
    assert_eq!(
        app.post("/waitlist-entries", entry.clone()).await.refusal(),
        "409 invalid_state earliest_start is_free"
    );
    let booked = app
        .post(
            "/bookings",
            tests::with(wish(&fixture, &room, window.0, "2027-01-05T11:00:00Z"), &json!({"customer_id": taker})),
        )
        .await;
    let waits = app.post("/waitlist-entries", entry).await;
    accepted(&waits, 201);
    accepted(&app.post(&format!("/bookings/{}/cancel", booked.id()), json!({})).await, 200);
    assert_eq!(state(&waits.id()).await, "offered");
    let accepted_entry = app.post(&format!("/waitlist-entries/{}/accept", waits.id()), json!({})).await;
    accepted(&accepted_entry, 200);
    let booking = accepted_entry.body["data"]["booking_id"].as_str().expect("a booking").to_owned();
    let booking = app.get(&format!("/bookings/{booking}")).await.body["data"].clone();
    assert_eq!((&booking["total_amount"], &booking["status"]), (&json!(10), &json!("confirmed")));
}

/// Availability of the room from 9 to 11 January, in steps of six hours: outcome, periods and starts of two hours.
async fn availability(fixture: &SubscriptionFixture, room: &str, more: &str) -> (Value, Value, Vec<String>) {
    let query = format!("from=2027-01-09T00:00:00Z&to=2027-01-11T23:00:00Z&duration_minutes=120{more}");
    let one = fixture.app.get(&format!("/resources/{room}/availability?{query}")).await;
    accepted(&one, 200);
    let location = &fixture.location;
    let search = fixture.app.get(&format!("/availability?location_id={location}&{query}")).await;
    accepted(&search, 200);
    let (one, found) = (&one.body["data"], &search.body["data"][0]);
    for field in ["outcome", "periods", "start_times"] {
        assert_eq!(one[field], found[field], "{field}");
    }
    let starts = one["start_times"].as_array().expect("starts").iter().filter_map(Value::as_str).map(str::to_owned);
    (one["outcome"].clone(), one["periods"].clone(), starts.collect())
}

#[tokio::test]
async fn availability_is_that_of_the_customer_day_by_day() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let day = |opens: &str, closes: &str| -> Value {
        ["saturday", "sunday", "monday"]
            .iter()
            .map(|day| json!({"weekday": day, "opens": opens, "closes": closes}))
            .collect()
    };
    let schedule = json!({"default": day("06:00", "20:00"), "public": day("10:00", "11:00")});
    let room =
        room_with(&fixture, json!({"schedule": schedule, "step_minutes": 120, "booking_permission": "members"})).await;
    fixture.subscribed(json!({"end_date": "2027-01-10"})).await;
    let (outcome, _, starts) = availability(&fixture, &room, "").await;
    assert_eq!((outcome, starts), (json!("pending"), Vec::new()), "not a member");
    let (outcome, periods, starts) = availability(&fixture, &room, &format!("&customer_id={}", fixture.member)).await;
    assert_eq!(outcome, "confirmed");
    let period = |from: &str, to: &str| json!({"start_time": from, "end_time": to, "units_free": 1});
    let expected = json!([
        period("2027-01-09T05:00:00.000Z", "2027-01-09T19:00:00.000Z"),
        period("2027-01-10T05:00:00.000Z", "2027-01-10T19:00:00.000Z"),
        period("2027-01-11T09:00:00.000Z", "2027-01-11T10:00:00.000Z"),
    ]);
    assert_eq!(periods, expected);
    assert_eq!(starts.len(), 14);
    assert!(starts.iter().all(|start| start.as_str() < "2027-01-11"), "{starts:?}");
    for start in &starts {
        let hour: u32 = start[11..13].parse().expect("an hour");
        let end = format!("{}{:02}:00:00Z", &start[..11], hour + 2);
        accepted(&fixture.app.post("/bookings", wish(&fixture, &room, start, &end)).await, 201);
    }
}

#[tokio::test]
async fn availability_for_nobody_and_for_a_blocked_customer_is_refused() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let room = room_with(&fixture, json!({})).await;
    let path = |customer: &str| {
        format!(
            "/resources/{room}/availability?from=2027-01-09T00:00:00Z&to=2027-01-10T00:00:00Z&customer_id={customer}"
        )
    };
    let unknown = fixture.app.get(&path(tests::NOBODY)).await.refusal();
    assert_eq!(unknown, "422 rule_violation customer_id reference_not_found");
    accepted(&fixture.app.post(&format!("/members/{}/block", fixture.member), json!({})).await, 200);
    let blocked = fixture.app.get(&path(&fixture.member)).await.refusal();
    assert_eq!(blocked, "422 rule_violation customer_id customer_blocked");
}
