//! Bookings that cross with the deactivation of their location: at most one side is accepted.

use serde_json::{Value, json};
use shared::testing::{Fault, Seen, TestApp};
use tests::{app, location_with, member, resource, resource_body};
use tokio::task::JoinSet;

/// Races, and most of them until each side has won one.
const ROUNDS: u64 = 6;
const ROUNDS_MAX: u64 = 30;

/// Waits until something is being written.
async fn first_write(app: &TestApp) {
    let is_write = |seen: &Seen| matches!(seen.operation.as_str(), "PutItem" | "TransactWriteItems");
    while !app.faults.seen().iter().any(is_write) {
        tokio::task::yield_now().await;
    }
}

/// Sixteen bookings of two rooms on as many days, against the deactivation: how many were accepted, and whether it was.
async fn run(app: &TestApp, customer: &str, query: &str, round: u64) -> (usize, bool) {
    let (accepted, changed, _) = run_change(app, customer, query, json!({"is_active": false}), round).await;
    (accepted, changed)
}

/// The same against any change of the location, whose id is the last part.
async fn run_change(app: &TestApp, customer: &str, query: &str, change: Value, round: u64) -> (usize, bool, String) {
    let location = location_with(app, json!({"name": format!("Dock {round}")})).await;
    let rooms = [
        resource(app, &location, "Room", "meeting_room", json!({})).await,
        resource(app, &location, "Hall", "event_space", json!({})).await,
    ];
    let bodies = (1..=16).map(|day| {
        let time = |minute: u32| format!("2027-03-{day:02}T10:{minute:02}:00Z");
        json!({"resource_id": rooms[day % 2], "customer_id": customer, "start_time": time(0), "end_time": time(30)})
    });
    let send = |running: &mut JoinSet<u16>| {
        for body in bodies {
            let app = app.clone();
            running.spawn(async move { app.post("/bookings", body).await.status });
        }
    };
    let (mut running, mut statuses) = (JoinSet::new(), Vec::new());
    drop(app.faults.seen());
    // Writes come late and overtake each other, so that what was read before is old by then.
    for operation in ["TransactWriteItems", "PutItem"] {
        let late = vec![(300, Fault::Late(20)), (300, Fault::Late(50)), (400, Fault::Late(90))];
        app.faults.random(operation, round, late);
    }
    let path = format!("/locations/{location}{query}");
    let change = app.put(&path, change);
    let change = match round % 3 {
        // The change is about to write when the bookings come.
        0 => {
            let (change, ()) = tokio::join!(change, async {
                first_write(app).await;
                send(&mut running);
            });
            change
        }
        // A booking is made when it comes.
        1 => {
            send(&mut running);
            statuses.extend(running.join_next().await.expect("a booking"));
            change.await
        }
        // Whoever is faster.
        _ => {
            send(&mut running);
            change.await
        }
    };
    statuses.extend(running.join_all().await);
    app.faults.clear();
    assert!(statuses.iter().all(|status| matches!(status, 201 | 422)), "{statuses:?}");
    assert!(matches!(change.status, 200 | 409), "{}", change.text);
    (statuses.iter().filter(|status| **status == 201).count(), change.status == 200, location)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_deactivation_and_bookings_that_cross_one_side_is_accepted() {
    let app = app().await;
    let customer = member(&app, "ann@example.com").await;
    let (mut rounds, mut changes) = (0, 0);
    while rounds < ROUNDS || (rounds < ROUNDS_MAX && (changes == 0 || changes == rounds)) {
        let (accepted, changed) = run(&app, &customer, "", rounds).await;
        let expected = if changed { 0 } else { 16 };
        assert_eq!(accepted, expected, "round {rounds}: a refused change must not be in anybody's way");
        changes += u64::from(changed);
        rounds += 1;
    }
    assert!(changes > 0 && changes < rounds, "the change won {changes} of {rounds} rounds");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bookings_that_cross_with_a_deactivation_that_cancels_are_refused_or_cancelled() {
    let app = app().await;
    let customer = member(&app, "ann@example.com").await;
    let (mut rounds, mut booked, mut refused) = (0, 0, 0);
    while rounds < ROUNDS || (rounds < ROUNDS_MAX && (booked == 0 || refused == 0)) {
        let (accepted, changed) = run(&app, &customer, "?on_future_bookings=cancel", rounds).await;
        assert!(changed);
        let left = app.get("/bookings?status=confirmed&per_page=100").await;
        assert_eq!(left.body["pagination"]["total"], 0, "round {rounds}: {}", left.text);
        (booked, refused, rounds) = (booked + accepted, refused + 16 - accepted, rounds + 1);
    }
    assert!(booked > 0 && refused > 0, "{booked} bookings came before the change, {refused} after it");
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
    let (mut rounds, mut changes) = (0, 0);
    while rounds < ROUNDS || (rounds < ROUNDS_MAX && (changes == 0 || changes == rounds)) {
        let change = json!({"time_zone": "Asia/Tokyo"});
        let (accepted, changed, location) = run_change(&app, &customer, "", change, rounds).await;
        let made = app.get(&format!("/bookings?location_id={location}&per_page=100")).await;
        let zones = made.body["data"].as_array().cloned().unwrap_or_default();
        assert_eq!((accepted, zones.len()), (16, 16), "round {rounds}: both sides come through: {}", made.text);
        let zone = if changed { "Asia/Tokyo" } else { "Europe/Amsterdam" };
        assert!(zones.iter().all(|booking| booking["time_zone"] == zone), "round {rounds}: {}", made.text);
        changes += u64::from(changed);
        rounds += 1;
    }
    assert!(changes > 0 && changes < rounds, "the change won {changes} of {rounds} rounds");
}
