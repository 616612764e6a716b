//! Codes, QR codes and pictures of tickets.

use serde_json::json;
use tests::{EventFixture, accepted, location_with};

async fn scanned(fixture: &EventFixture, body: serde_json::Value) -> testing::TestResponse {
    fixture.app.post("/event-registrations/check-in", body).await
}

#[tokio::test]
async fn a_ticket_is_checked_in_by_its_code_at_its_event() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({})).await;
    let ticket = fixture.registered(&event, 2, json!({})).await;
    let code = ticket.body["data"]["ticket_code"].as_str().unwrap().to_owned();
    assert_eq!(code.len(), 10);
    fixture.clock("2026-12-10T17:30:00Z");
    let by_code = json!({"event_id": event, "code": code});
    accepted(&scanned(&fixture, by_code.clone()).await, 200);
    let written = format!("{} {}", &code[..5].to_lowercase(), &code[5..]);
    accepted(&scanned(&fixture, json!({"event_id": event, "code": written})).await, 200);
    assert_eq!(scanned(&fixture, by_code).await.refusal(), "409 invalid_state code already_checked_in");
    let other = fixture.event(json!({})).await;
    let elsewhere = scanned(&fixture, json!({"event_id": other, "code": code})).await;
    assert_eq!(elsewhere.refusal(), "422 rule_violation code wrong_code");
    let wrong = scanned(&fixture, json!({"event_id": event, "code": "AAAAAAAAAA"})).await;
    assert_eq!(wrong.refusal(), "422 rule_violation code wrong_code");
    for body in [json!({"event_id": event}), json!({"event_id": event, "code": "A", "qr_payload": "B"})] {
        assert_eq!(scanned(&fixture, body).await.refusal(), "422 rule_violation code code_or_qr_payload");
    }
}

#[tokio::test]
async fn a_qr_code_is_signed_for_its_merchant() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({})).await;
    let ticket = fixture.registered(&event, 1, json!({})).await;
    let payload = ticket.body["data"]["qr_payload"].as_str().unwrap().to_owned();
    fixture.clock("2026-12-10T17:30:00Z");
    let forged = format!("{}A", &payload[..payload.len() - 1]);
    let forged = if forged == payload { format!("{}B", &payload[..payload.len() - 1]) } else { forged };
    for made_up in ["ticket1.AAAA".to_owned(), forged, payload.replace("ticket1.", "visit1.")] {
        let refused = scanned(&fixture, json!({"event_id": event, "qr_payload": made_up})).await;
        assert_eq!(refused.refusal(), "422 rule_violation qr_payload forged");
    }
    let stranger = fixture.app.as_client(&fixture.app.stranger);
    let refused =
        stranger.post("/event-registrations/check-in", json!({"event_id": event, "qr_payload": payload})).await;
    assert_eq!(refused.refusal(), "422 rule_violation qr_payload forged");
    let other = fixture.event(json!({})).await;
    let refused = scanned(&fixture, json!({"event_id": other, "qr_payload": payload})).await;
    assert_eq!(refused.refusal(), "422 rule_violation event_id other_event");
    accepted(&scanned(&fixture, json!({"event_id": event, "qr_payload": payload})).await, 200);
}

#[tokio::test]
async fn a_ticket_is_a_picture_with_its_code() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({"title": "Taxes & <more>", "venue": "Attic"})).await;
    let ticket = fixture.registered(&event, 2, json!({"attendee_name": "Ann"})).await;
    let path = format!("/event-registrations/{}/ticket.svg", ticket.id());
    let picture = fixture.app.get(&path).await;
    accepted(&picture, 200);
    assert_eq!(picture.header("content-type"), "image/svg+xml; charset=utf-8");
    let code = ticket.body["data"]["ticket_code"].as_str().unwrap();
    for text in ["Taxes &amp; &lt;more&gt;", "Attic", "2026-12-10 19:00", "2 seats", "Canal House", code, "<path"] {
        assert!(picture.text.contains(text), "{text} is not in {}", picture.text);
    }
    accepted(&fixture.act(&ticket, "cancel", json!({})).await, 200);
    assert_eq!(fixture.app.get(&path).await.refusal(), "409 invalid_state");
}

#[tokio::test]
async fn a_code_of_a_ticket_that_ended_admits_nobody() {
    let fixture = EventFixture::new().await;
    location_with(&fixture.app, json!({})).await;
    let event = fixture.event(json!({})).await;
    let ticket = fixture.registered(&event, 1, json!({})).await;
    fixture.clock("2026-12-10T17:30:00Z");
    accepted(&fixture.act(&ticket, "cancel", json!({})).await, 200);
    let code = &ticket.body["data"]["ticket_code"];
    let refused = scanned(&fixture, json!({"event_id": event, "code": code})).await;
    assert_eq!(refused.refusal(), "422 rule_violation code wrong_code");
}
