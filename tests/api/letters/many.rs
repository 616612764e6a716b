//! Letters about what many people are to hear.

use std::collections::BTreeSet;

use serde_json::json;
use testing::{TestApp, TestClient};
use tests::{EventFixture, LetterFixture, accepted, location_with, made, member};

/// More than a page of registrations.
const GUESTS: usize = 230;

#[tokio::test]
async fn everybody_who_has_seats_is_told_that_an_event_was_moved_however_many_they_are() {
    let mut letters = LetterFixture::new().await;
    let events = EventFixture::of(letters.app().clone()).await;
    let free = json!({"capacity": 600, "price": 0, "visitor_price": 0});
    let event = events.event(free).await;
    for number in 0..GUESTS {
        let guest = json!({"name": "Guest", "email": format!("g{number}@example.com")});
        made(&events.app, "/event-registrations", json!({"event_id": event, "quantity": 1, "guest": guest})).await;
    }
    letters.posted().await;
    let times = json!({"start_time": "2026-12-11T18:00:00.000Z", "end_time": "2026-12-11T20:00:00.000Z"});
    accepted(&events.app.put(&format!("/events/{event}"), times).await, 200);
    let to: BTreeSet<String> = letters.posted().await.iter().map(|letter| letter.to.to_string()).collect();
    assert_eq!(to.len(), GUESTS);
    letters.outbox.replay().await;
    assert!(letters.posted().await.is_empty(), "each is told once");
}

#[tokio::test]
async fn a_member_sends_no_more_than_fifty_invitations_to_visitors_in_a_day() {
    let app = tests::app().await;
    let location = location_with(&app, json!({"name": "Canal House"})).await;
    let ann = member(&app, "ann@example.com").await;
    let sign_in = async || {
        let token = TestApp::made(&app.post("/sessions", json!({"member_id": ann})).await);
        let token = token["token"].as_str().unwrap_or_default().to_owned();
        app.as_client(&TestClient { secret: token, ..app.client.clone() })
    };
    let acting = sign_in().await;
    let visit = |number: usize| {
        let at = app.context.clock.now().plus(chrono::Duration::days(2)).to_string();
        let visitor = json!({"name": "Vera", "email": format!("v{number}@example.com")});
        json!({"location_id": location, "host_id": ann, "expected_at": at, "visitor": visitor})
    };
    for number in 0..50 {
        accepted(&acting.post("/visitor-visits", visit(number)).await, 201);
    }
    assert_eq!(acting.post("/visitor-visits", visit(50)).await.refusal(), "429 rate_limited");
    accepted(&app.post("/visitor-visits", visit(50)).await, 201);
    app.clock.advance(chrono::Duration::days(1));
    accepted(&sign_in().await.post("/visitor-visits", visit(51)).await, 201);
}
