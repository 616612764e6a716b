//! Feeds that calendar programs read.

use serde_json::{Value, json};
use testing::{TestApp, TestClient};
use tests::{RoomFixture, accepted, made, member};

const BASE: &str = "https://api.example.com";

async fn rooms() -> RoomFixture {
    let app = tests::app().await.beside(&::calendars::outside());
    RoomFixture::of(app, json!({})).await
}

/// The path of a feed's address, without the host.
fn target(feed: &Value) -> String {
    let url = feed["url"].as_str().expect("an address");
    url.strip_prefix(BASE).expect("an address of ours").to_owned()
}

async fn feed(app: &TestApp, body: Value) -> Value {
    let answer = app.post("/calendar-feeds", body).await;
    accepted(&answer, 201);
    TestApp::made(&answer)
}

#[tokio::test]
async fn a_feed_of_a_member_shows_what_the_member_booked_and_nothing_else() {
    let rooms = rooms().await;
    let app = &rooms.app;
    let own = feed(app, json!({"member_id": rooms.member})).await;
    accepted(&rooms.book_with("10:00", "11:00", json!({"title": "Board meeting"})).await, 201);
    let bo = member(app, "bo@example.com").await;
    accepted(&rooms.book_with("12:00", "13:00", json!({"title": "Secret talks", "customer_id": bo})).await, 201);
    let read = app.outside("GET", &target(&own), &[]).await;
    assert_eq!((read.status, read.header("content-type")), (200, "text/calendar; charset=utf-8"));
    assert!(read.text.contains("Board meeting") && !read.text.contains("Secret talks"), "{}", read.text);
    assert!(read.text.contains("DTSTART:20261201T100000Z"));
}

#[tokio::test]
async fn a_program_that_knows_a_feed_is_told_that_nothing_changed() {
    let rooms = rooms().await;
    let path = target(&feed(&rooms.app, json!({"resource_id": rooms.room})).await);
    rooms.booked("10:00", "11:00").await;
    let first = rooms.app.outside("GET", &path, &[]).await;
    let etag = first.header("etag").to_owned();
    let again = rooms.app.outside("GET", &path, &[("if-none-match", &etag)]).await;
    assert_eq!((again.status, again.text.as_str(), again.header("etag")), (304, "", etag.as_str()));
    rooms.booked("12:00", "13:00").await;
    let changed = rooms.app.outside("GET", &path, &[("if-none-match", &etag)]).await;
    assert_eq!(changed.status, 200);
}

#[tokio::test]
async fn an_address_that_was_made_anew_or_revoked_is_good_no_more() {
    let rooms = rooms().await;
    let made = feed(&rooms.app, json!({"location_id": rooms.location})).await;
    let (first, path) = (target(&made), format!("/calendar-feeds/{}", made["id"].as_str().expect("an id")));
    assert_eq!(rooms.app.outside("GET", &first, &[]).await.status, 200);
    let noted = rooms.app.get(&path).await;
    assert!(noted.body["data"]["last_read_at"].is_string() && !noted.text.contains("secret"), "{}", noted.text);
    let rotated = rooms.app.post(&format!("{path}/rotate"), json!({})).await;
    accepted(&rotated, 200);
    let second = target(&rotated.body["data"]);
    assert_eq!(rooms.app.outside("GET", &first, &[]).await.status, 404);
    assert_eq!(rooms.app.outside("GET", &second, &[]).await.status, 200);
    accepted(&rooms.app.delete(&path).await, 200);
    assert_eq!(rooms.app.outside("GET", &second, &[]).await.status, 404);
    for target in ["/calendars/feed.ics", "/calendars/feed.ics?feed=x&secret=y"] {
        assert_eq!(rooms.app.outside("GET", target, &[]).await.status, 404);
    }
}

#[tokio::test]
async fn a_feed_shows_one_thing() {
    let rooms = rooms().await;
    for body in [json!({}), json!({"member_id": rooms.member, "events": true}), json!({"busy_only": true})] {
        let refused = rooms.app.post("/calendar-feeds", body).await;
        assert_eq!(refused.refusal(), "422 rule_violation member_id one_of");
    }
}

#[tokio::test]
async fn a_deployment_that_knows_no_address_of_its_own_makes_no_feeds() {
    let rooms = rooms().await;
    let app = rooms.app.reconfigured(|config| config.public_url = None).await;
    let refused = app.post("/calendar-feeds", json!({"member_id": rooms.member})).await;
    assert_eq!(refused.refusal(), "409 invalid_state");
}

#[tokio::test]
async fn a_feed_of_taken_time_shows_no_titles() {
    let rooms = rooms().await;
    accepted(&rooms.book_with("10:00", "11:00", json!({"title": "Board meeting"})).await, 201);
    let busy = feed(&rooms.app, json!({"resource_id": rooms.room, "busy_only": true})).await;
    let text = rooms.app.outside("GET", &target(&busy), &[]).await.text;
    assert!(text.contains("SUMMARY:Booked") && !text.contains("Board"), "{text}");
}

#[tokio::test]
async fn a_feed_shows_nothing_once_its_person_is_blocked() {
    let rooms = rooms().await;
    let path = target(&feed(&rooms.app, json!({"member_id": rooms.member})).await);
    assert_eq!(rooms.app.outside("GET", &path, &[]).await.status, 200);
    accepted(&rooms.app.post(&format!("/members/{}/block", rooms.member), json!({})).await, 200);
    assert_eq!(rooms.app.outside("GET", &path, &[]).await.status, 404);
}

#[tokio::test]
async fn a_member_makes_a_feed_of_their_own_bookings_alone_and_a_manager_of_their_places() {
    let rooms = rooms().await;
    let app = &rooms.app;
    let acting = async |member: &str| {
        let issued = app.post("/sessions", json!({"member_id": member})).await;
        let token = TestApp::made(&issued)["token"].as_str().unwrap_or_default().to_owned();
        app.as_client(&TestClient { secret: token, ..app.client.clone() })
    };
    let ann = acting(&rooms.member).await;
    let own = feed(&ann, json!({"member_id": rooms.member})).await;
    assert_eq!((&own["member_id"], &own["made_by"]), (&json!(rooms.member), &json!(rooms.member)));
    for body in [json!({"resource_id": rooms.room}), json!({"location_id": rooms.location})] {
        assert!(ann.post("/calendar-feeds", body).await.status >= 400);
    }
    let mia = made(
        app,
        "/members",
        json!({"name": "Mia", "email": "mia@example.com", "role": "manager", "location_ids": [rooms.location]}),
    )
    .await;
    let place = feed(&acting(&mia).await, json!({"location_id": rooms.location})).await;
    let path = target(&place);
    assert_eq!(app.outside("GET", &path, &[]).await.status, 200);
    accepted(&app.put(&format!("/members/{mia}"), json!({"role": "member"})).await, 200);
    assert_eq!(app.outside("GET", &path, &[]).await.status, 404);
}

#[tokio::test]
async fn a_feed_of_events_shows_those_that_everybody_may_see() {
    let events = tests::EventFixture::new().await;
    let app = events.app.clone().beside(&::calendars::outside());
    let public = made(&app, "/events", events.body(&json!({"title": "Breakfast", "visibility": "public"}))).await;
    let inner = made(&app, "/events", events.body(&json!({"title": "Members only", "visibility": "members"}))).await;
    made(&app, "/events", events.body(&json!({"title": "A draft", "visibility": "public"}))).await;
    for id in [public, inner] {
        accepted(&app.post(&format!("/events/{id}/publish"), json!({})).await, 200);
    }
    let path = target(&feed(&app, json!({"events": true})).await);
    let text = app.outside("GET", &path, &[]).await.text;
    assert!(text.contains("Breakfast") && !text.contains("Members only") && !text.contains("A draft"), "{text}");
}

#[tokio::test]
async fn a_feed_shows_what_comes_however_much_was_cancelled_before() {
    let rooms = rooms().await;
    let of_place = feed(&rooms.app, json!({"location_id": rooms.location})).await;
    let other = rooms.resource("Other room", json!({})).await;
    for hour in 7..19 {
        for minute in [0, 30] {
            let (from, to) = (format!("{hour:02}:{minute:02}"), format!("{hour:02}:{:02}", minute + 29));
            let id = rooms.book_with(&from, &to, json!({"resource_id": other})).await.id();
            accepted(&rooms.act(&id, "cancel").await, 200);
        }
    }
    accepted(&rooms.book_with("20:00", "21:00", json!({"title": "Night talk"})).await, 201);
    let read = rooms.app.outside("GET", &target(&of_place), &[]).await;
    assert!(read.text.contains("Night talk"), "{}", read.text);
    assert_eq!(read.text.matches("BEGIN:VEVENT").count(), 1);
}
