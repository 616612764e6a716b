//! Those who run some locations: at theirs they do what staff does, elsewhere what every member does.

use serde_json::json;
use testing::TestApp;
use tests::{RoomFixture, location_with, made};

use super::{acting, app};

/// A manager who runs a location.
async fn manager_of(app: &TestApp, location: &str) -> TestApp {
    let body = json!({"email": "mia@example.com", "name": "Mia", "role": "manager", "location_ids": [location]});
    acting(app, &made(app, "/members", body).await).await
}

/// A room at one location, and the managers of that location and of another.
async fn room_and_managers() -> (RoomFixture, TestApp, TestApp) {
    let fixture = RoomFixture::of(app().await, json!({})).await;
    let here = manager_of(&fixture.app, &fixture.location).await;
    let elsewhere = location_with(&fixture.app, json!({"name": "Dock"})).await;
    let body = json!({"email": "max@example.com", "name": "Max", "role": "manager", "location_ids": [elsewhere]});
    let there = acting(&fixture.app, &made(&fixture.app, "/members", body).await).await;
    (fixture, here, there)
}

#[tokio::test]
async fn a_manager_runs_the_bookings_of_their_location_alone() {
    let (fixture, here, there) = room_and_managers().await;
    let body = tests::with(fixture.booking("10:00", "11:00"), &json!({"payment_source": "none"}));
    let booked = here.post("/bookings", body.clone()).await;
    assert_eq!(booked.status, 201, "{}", booked.text);
    let path = format!("/bookings/{}", booked.id());
    assert_eq!(here.get(&path).await.status, 200);
    let listed = here.get("/bookings").await;
    assert_eq!(listed.body["data"][0]["id"], json!(booked.id()), "{}", listed.text);
    assert_eq!(there.get("/bookings").await.body["data"], json!([]));
    assert_eq!(there.get(&format!("/bookings?location_id={}", fixture.location)).await.refusal(), "403 forbidden");
    assert_eq!(there.get(&path).await.refusal(), "404 not_found");
    let cancelled = there.post(&format!("{path}/cancel"), json!({})).await;
    assert_eq!(cancelled.refusal(), "404 not_found");
    let other = tests::with(fixture.booking("12:00", "13:00"), &json!({}));
    let refused = there.post("/bookings", other).await;
    assert_eq!(refused.refusal(), "403 forbidden", "{}", refused.text);
    assert_eq!(here.post(&format!("{path}/cancel"), json!({})).await.status, 200);
}

#[tokio::test]
async fn a_manager_books_for_themselves_elsewhere_as_every_member_does() {
    let (fixture, _, there) = room_and_managers().await;
    let own = there.get("/sessions").await.body["data"][0]["member_id"].clone();
    let body = tests::with(fixture.booking("10:00", "11:00"), &json!({"customer_id": own}));
    let free = tests::with(body.clone(), &json!({"payment_source": "none"}));
    assert_eq!(there.post("/bookings", free).await.refusal(), "403 forbidden");
    let booked = there.post("/bookings", body).await;
    assert_eq!(booked.status, 201, "{}", booked.text);
    assert_eq!(there.get(&format!("/bookings/{}", booked.id())).await.status, 200);
    let listed = there.get(&format!("/bookings?customer_id={}", own.as_str().unwrap_or_default())).await;
    assert_eq!(listed.body["data"][0]["id"], json!(booked.id()), "{}", listed.text);
    // Elsewhere they are no staff, but a customer of what is theirs.
    let cancel = format!("/bookings/{}/cancel", booked.id());
    assert_eq!(there.post(&cancel, json!({"by": "operator"})).await.refusal(), "403 forbidden");
    assert_eq!(there.post(&cancel, json!({})).await.status, 200);
}

#[tokio::test]
async fn a_manager_changes_the_rooms_and_visitors_of_their_location_alone() {
    let (fixture, here, there) = room_and_managers().await;
    let room = format!("/resources/{}", fixture.room);
    assert_eq!(here.put(&room, json!({"name": "Blue room"})).await.status, 200);
    assert_eq!(there.put(&room, json!({"name": "Red room"})).await.refusal(), "404 not_found");
    let visit = json!({"location_id": fixture.location, "visitor": {"name": "Vera"}, "host_id": fixture.member,
        "expected_at": "2026-12-01T10:00:00Z"});
    let visit = here.post("/visitor-visits", visit).await;
    assert_eq!(visit.status, 201, "{}", visit.text);
    let check_in = format!("/visitor-visits/{}/check-in", visit.id());
    assert_eq!(there.post(&check_in, json!({})).await.refusal(), "404 not_found");
    let listed = there.get(&format!("/visitor-visits/on-site?location_id={}", fixture.location)).await;
    assert_eq!(listed.refusal(), "403 forbidden");
}

#[tokio::test]
async fn a_manager_moves_nothing_to_a_location_that_they_do_not_run() {
    let (fixture, here, _) = room_and_managers().await;
    let elsewhere = location_with(&fixture.app, json!({"name": "Hill"})).await;
    let moved = here.put(&format!("/resources/{}", fixture.room), json!({"location_id": elsewhere})).await;
    assert!(moved.status >= 400, "{}", moved.text);
    let made = json!({"name": "Room", "type": "meeting_room", "location_id": elsewhere});
    assert_eq!(here.post("/resources", made).await.refusal(), "403 forbidden");
}

#[tokio::test]
async fn what_is_not_of_a_location_is_not_a_managers() {
    let (fixture, here, _) = room_and_managers().await;
    for path in ["/merchant", "/api-clients", "/webhook-endpoints", "/event-log", "/letters"] {
        assert_eq!(here.get(path).await.refusal(), "403 forbidden", "{path}");
    }
    // The member belongs to no location.
    let block = here.post(&format!("/members/{}/block", fixture.member), json!({})).await;
    assert_eq!(block.refusal(), "404 not_found");
}

#[tokio::test]
async fn a_manager_changes_an_own_booking_only_as_a_customer_may() {
    let (fixture, here, _) = room_and_managers().await;
    let own = here.get("/sessions").await.body["data"][0]["member_id"].clone();
    let body = tests::with(fixture.booking("10:00", "11:00"), &json!({"customer_id": own}));
    let booked = here.post("/bookings", body).await;
    assert_eq!(booked.status, 201, "{}", booked.text);
    let cancel = format!("/bookings/{}/cancel", booked.id());
    assert_eq!(here.post(&cancel, json!({"by": "operator"})).await.refusal(), "403 forbidden");
    assert_eq!(here.post(&cancel, json!({})).await.status, 200);
    let others = fixture.booked("12:00", "13:00").await;
    let cancelled = here.post(&format!("/bookings/{others}/cancel"), json!({"by": "operator"})).await;
    assert_eq!(cancelled.status, 200, "{}", cancelled.text);
}

#[tokio::test]
async fn a_manager_of_several_locations_asks_about_one_of_them() {
    let fixture = RoomFixture::of(app().await, json!({})).await;
    let second = location_with(&fixture.app, json!({"name": "Dock"})).await;
    let body = json!({"email": "mia@example.com", "name": "Mia", "role": "manager",
        "location_ids": [fixture.location, second]});
    let mia = acting(&fixture.app, &made(&fixture.app, "/members", body).await).await;
    let booked = fixture.booked("10:00", "11:00").await;
    assert_eq!(mia.get("/bookings").await.refusal(), "403 forbidden");
    for (location, is_there) in [(&fixture.location, true), (&second, false)] {
        for filter in ["", "&status=confirmed", &format!("&resource_id={}", fixture.room)] {
            let listed = mia.get(&format!("/bookings?location_id={location}{filter}")).await;
            assert_eq!(listed.status, 200, "{filter}: {}", listed.text);
            assert_eq!(listed.text.contains(&booked), is_there, "{location}{filter}");
        }
    }
}
