//! Bookings that cross with the deactivation of their location: at most one side is accepted.

use serde_json::{Value, json};
use testing::{Fault, TestApp};
use tests::{
    app,
    crossing::{ROUNDS, cross, until_each_side_won, until_some_were_cancelled},
    location_with, member, resource, resource_body,
};

/// Sixteen bookings of two rooms on as many days, against a change of their location: how many were accepted, whether
/// the change was, and the location.
async fn run(app: &TestApp, customer: &str, (query, change): (&str, Value), round: u64) -> (usize, bool, String) {
    let location = location_with(app, json!({"name": format!("Dock {round}")})).await;
    let rooms = [
        resource(app, &location, "Room", "meeting_room", json!({})).await,
        resource(app, &location, "Hall", "event_space", json!({})).await,
    ];
    let booking = |day: usize| {
        let time = |minute: u32| format!("2027-03-{day:02}T10:{minute:02}:00Z");
        json!({"resource_id": rooms[day % 2], "customer_id": customer, "start_time": time(0), "end_time": time(30)})
    };
    let path = format!("/locations/{location}{query}");
    let (accepted, changed) = cross(app, round, app.put(&path, change), ((1..=16).map(booking).collect(), 1)).await;
    (accepted, changed, location)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_deactivation_and_bookings_that_cross_one_side_is_accepted() {
    let app = app().await;
    let customer = member(&app, "ann@example.com").await;
    until_each_side_won(async |round| {
        let (accepted, changed, _) = run(&app, &customer, ("", json!({"is_active": false})), round).await;
        let expected = if changed { 0 } else { 16 };
        assert_eq!(accepted, expected, "round {round}: a refused change must not be in anybody's way");
        changed
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bookings_that_cross_with_a_deactivation_that_cancels_are_refused_or_cancelled() {
    let app = app().await;
    let customer = member(&app, "ann@example.com").await;
    until_some_were_cancelled(&app, async |round| {
        let change = ("?on_future_bookings=cancel", json!({"is_active": false}));
        let (accepted, changed, _) = run(&app, &customer, change, round).await;
        (accepted, changed)
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_that_comes_while_its_location_is_deactivated_is_not_booked_unseen() {
    let app = app().await;
    let customer = member(&app, "ann@example.com").await;
    for round in 0..ROUNDS {
        let location = location_with(&app, json!({"name": format!("Dock {round}")})).await;
        resource(&app, &location, "Room", "meeting_room", json!({})).await;
        let path = format!("/locations/{location}");
        app.faults.random("TransactWriteItems", round, vec![(500, Fault::Late(20)), (500, Fault::Late(90))]);
        let (change, booking) = tokio::join!(app.put(&path, json!({"is_active": false})), async {
            let hall = app.post("/resources", resource_body(&location, "Hall", "event_space", json!({}))).await;
            if hall.status != 201 {
                return hall;
            }
            let body = json!({"resource_id": hall.id(), "customer_id": customer, "start_time": "2027-03-01T10:00:00Z",
                "end_time": "2027-03-01T11:00:00Z"});
            app.post("/bookings", body).await
        });
        app.faults.clear();
        let statuses = (change.status, booking.status);
        assert!(matches!(statuses, (200, 422) | (409, 201)), "round {round}: {statuses:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_booking_that_crosses_with_another_time_zone_is_seen_by_it_or_made_in_it() {
    let app = app().await;
    let customer = member(&app, "ann@example.com").await;
    until_each_side_won(async |round| {
        let (accepted, changed, location) = run(&app, &customer, ("", json!({"time_zone": "Asia/Tokyo"})), round).await;
        let made = app.get(&format!("/bookings?location_id={location}&per_page=100")).await;
        let zones = made.body["data"].as_array().cloned().unwrap_or_default();
        assert_eq!((accepted, zones.len()), (16, 16), "round {round}: both sides come through: {}", made.text);
        let zone = if changed { "Asia/Tokyo" } else { "Europe/Amsterdam" };
        assert!(zones.iter().all(|booking| booking["time_zone"] == zone), "round {round}: {}", made.text);
        changed
    })
    .await;
}
