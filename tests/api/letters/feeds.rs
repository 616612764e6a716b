//! Whose feeds show what, and who can take them back.

use serde_json::{Value, json};
use testing::{TestApp, TestClient};
use tests::{RoomFixture, accepted, location_with, made, resource};

async fn rooms() -> RoomFixture {
    RoomFixture::of(tests::app().await.beside(&::calendars::outside()), json!({})).await
}

fn target(feed: &Value) -> String {
    let url = feed["url"].as_str().expect("an address");
    url.strip_prefix("https://api.example.com").expect("an address of ours").to_owned()
}

async fn feed(app: &TestApp, body: Value) -> Value {
    let answer = app.post("/calendar-feeds", body).await;
    accepted(&answer, 201);
    TestApp::made(&answer)
}

/// A manager of the fixture's location, acting by a session.
async fn manager(rooms: &RoomFixture) -> (String, TestApp) {
    let app = &rooms.app;
    let body = json!({"name": "Mia", "email": "mia@example.com", "role": "manager", "location_ids": [rooms.location]});
    let mia = made(app, "/members", body).await;
    let issued = app.post("/sessions", json!({"member_id": mia})).await;
    let token = TestApp::made(&issued)["token"].as_str().unwrap_or_default().to_owned();
    let acting = app.as_client(&TestClient { secret: token, ..app.client.clone() });
    (mia, acting)
}

#[tokio::test]
async fn a_managers_feed_of_a_member_shows_the_managers_places_and_ends_with_what_the_manager_sees() {
    let rooms = rooms().await;
    let app = &rooms.app;
    let elsewhere = location_with(app, json!({"name": "Harbour"})).await;
    let other = resource(app, &elsewhere, "Loft", "meeting_room", json!({})).await;
    let places = json!({"location_ids": [rooms.location, elsewhere]});
    accepted(&app.put(&format!("/members/{}", rooms.member), places).await, 200);
    accepted(&rooms.book_with("10:00", "11:00", json!({"title": "Board meeting"})).await, 201);
    accepted(&rooms.book_with("12:00", "13:00", json!({"title": "Elsewhere", "resource_id": other})).await, 201);
    let (mia, acting) = manager(&rooms).await;
    let path = target(&feed(&acting, json!({"member_id": rooms.member})).await);
    let read = app.outside("GET", &path, &[]).await;
    assert!(read.text.contains("Board meeting") && !read.text.contains("Elsewhere"), "{}", read.text);
    accepted(&app.put(&format!("/members/{mia}"), json!({"location_ids": []})).await, 200);
    assert_eq!(app.outside("GET", &path, &[]).await.status, 404);
    accepted(&app.put(&format!("/members/{mia}"), json!({"location_ids": [rooms.location]})).await, 200);
    assert_eq!(app.outside("GET", &path, &[]).await.status, 200);
    accepted(&app.put(&format!("/members/{}", rooms.member), json!({"location_ids": [elsewhere]})).await, 200);
    assert_eq!(app.outside("GET", &path, &[]).await.status, 404);
}

#[tokio::test]
async fn who_made_a_feed_sees_it_makes_its_address_anew_and_takes_it_back() {
    let rooms = rooms().await;
    let app = &rooms.app;
    accepted(
        &app.put(&format!("/members/{}", rooms.member), json!({"location_ids": [rooms.location]})).await,
        200,
    );
    let (mia, acting) = manager(&rooms).await;
    let bodies = [
        json!({"location_id": rooms.location}),
        json!({"resource_id": rooms.room}),
        json!({"member_id": rooms.member}),
        json!({"member_id": mia}),
    ];
    let mut made = Vec::new();
    for body in bodies {
        made.push(feed(&acting, body).await);
    }
    let listed = acting.get("/calendar-feeds").await;
    assert_eq!(listed.body["data"].as_array().map(Vec::len), Some(4), "{}", listed.text);
    let ann = app.post("/sessions", json!({"member_id": rooms.member})).await;
    let token = TestApp::made(&ann)["token"].as_str().unwrap_or_default().to_owned();
    let ann = app.as_client(&TestClient { secret: token, ..app.client.clone() });
    for feed in &made {
        let path = format!("/calendar-feeds/{}", feed["id"].as_str().expect("an id"));
        let is_anns = feed["member_id"] == json!(rooms.member);
        assert_eq!(ann.get(&path).await.status, if is_anns { 200 } else { 404 });
        assert_eq!(acting.get(&path).await.status, 200);
        let rotated = acting.post(&format!("{path}/rotate"), json!({})).await;
        accepted(&rotated, 200);
        assert_eq!(app.outside("GET", &target(feed), &[]).await.status, 404);
        assert_eq!(app.outside("GET", &target(&rotated.body["data"]), &[]).await.status, 200);
        accepted(&acting.delete(&path).await, 200);
        assert_eq!(app.outside("GET", &target(&rotated.body["data"]), &[]).await.status, 404);
    }
}

#[tokio::test]
async fn a_busy_past_does_not_push_out_what_is_to_come() {
    let rooms = rooms().await;
    let app = &rooms.app;
    let path = target(&feed(app, json!({"location_id": rooms.location})).await);
    let book = async |day: u32, title: &str| {
        let at = |hour: &str| format!("2026-12-{day:02}T{hour}:00.000Z");
        let times = json!({"start_time": at("10:00"), "end_time": at("11:00"), "title": title});
        made(app, "/bookings", tests::with(rooms.booking("10:00", "11:00"), &times)).await
    };
    let (past, gone) = (book(2, "Past talks").await, book(3, "Gone talks").await);
    accepted(&rooms.act(&gone, "cancel").await, 200);
    drop(book(20, "Coming talks").await);
    app.clock.set(values::Timestamp::parse("2026-12-10T10:00:00Z").expect("an instant"));
    let text = app.outside("GET", &path, &[]).await.text;
    assert!(
        text.contains("Past talks") && text.contains("Coming talks") && !text.contains("Gone talks"),
        "{text}"
    );
    assert!(!past.is_empty() && text.matches("BEGIN:VEVENT").count() == 2, "{text}");
}
