//! The resource that an event takes.

use serde_json::{Value, json};
use tests::{EventFixture, accepted, made, resource, sweep, total};

async fn room(fixture: &EventFixture) -> String {
    resource(&fixture.app, &fixture.location, "Hall", "event_space", json!({})).await
}

async fn booked(fixture: &EventFixture, room: &str, hour: u32) -> testing::TestResponse {
    let at = |hour: u32| format!("2026-12-10T{hour:02}:00:00Z");
    let body =
        json!({"resource_id": room, "customer_id": fixture.member, "start_time": at(hour), "end_time": at(hour + 1)});
    fixture.app.post("/bookings", body).await
}

#[tokio::test]
async fn a_published_event_takes_its_resource_and_a_cancelled_one_gives_it_back() {
    let fixture = EventFixture::new().await;
    let room = room(&fixture).await;
    let event = fixture.draft(json!({"resource_id": room})).await;
    let booking = booked(&fixture, &room, 18).await;
    accepted(&booking, 201);
    let publish = format!("/events/{event}/publish");
    assert_eq!(fixture.app.post(&publish, json!({})).await.code(), "booking_conflict");
    assert_eq!(fixture.shown(&event).await["status"], json!("draft"), "nothing happened");
    accepted(&fixture.app.post(&format!("/bookings/{}/cancel", booking.id()), json!({})).await, 200);
    let published = fixture.app.post(&publish, json!({})).await;
    accepted(&published, 200);
    let block = published.body["data"]["calendar_block_id"].as_str().unwrap().to_owned();
    let shown = fixture.app.get(&format!("/calendar-blocks/{block}")).await;
    assert_eq!(shown.body["data"]["made_by"], json!({"kind": "event", "id": event}));
    assert_eq!((&shown.body["data"]["kind"], &shown.body["data"]["reason"]), (&json!("event"), &json!("Taxes")));
    assert_eq!(booked(&fixture, &room, 19).await.code(), "booking_conflict");
    assert_eq!(fixture.app.delete(&format!("/calendar-blocks/{block}")).await.refusal(), "409 in_use id made_by");
    let cancelled = fixture.app.post(&format!("/events/{event}/cancel"), json!({})).await;
    assert_eq!(cancelled.body["data"]["calendar_block_id"], Value::Null);
    accepted(&booked(&fixture, &room, 19).await, 201);
}

#[tokio::test]
async fn the_resource_moves_with_the_event_or_the_move_is_refused() {
    let fixture = EventFixture::new().await;
    let room = room(&fixture).await;
    let event = fixture.event(json!({"resource_id": room})).await;
    let ticket = fixture.registered(&event, 1, json!({})).await;
    accepted(&booked(&fixture, &room, 12).await, 201);
    let path = format!("/events/{event}");
    let times = |from: u32, to: u32| json!({"start_time": format!("2026-12-10T{from}:00:00Z"), "end_time": format!("2026-12-10T{to}:00:00Z")});
    assert_eq!(fixture.app.put(&path, times(12, 14)).await.code(), "booking_conflict");
    assert_eq!(fixture.shown(&event).await["start_time"], json!("2026-12-10T18:00:00.000Z"));
    accepted(&fixture.app.put(&path, times(14, 16)).await, 200);
    accepted(&booked(&fixture, &room, 18).await, 201);
    assert_eq!(booked(&fixture, &room, 15).await.code(), "booking_conflict");
    assert_eq!(fixture.ticket(&ticket).await["status"], json!("confirmed"), "registrations stay");
    assert_eq!(total(&fixture.app, &format!("/calendar-blocks?resource_id={room}")).await, 1);
}

#[tokio::test]
async fn an_archived_event_gives_its_resource_back() {
    let fixture = EventFixture::new().await;
    let room = room(&fixture).await;
    let event = fixture.event(json!({"resource_id": room})).await;
    accepted(&fixture.app.delete(&format!("/events/{event}")).await, 200);
    accepted(&booked(&fixture, &room, 18).await, 201);
}

#[tokio::test]
async fn the_resource_is_one_of_the_location() {
    let fixture = EventFixture::new().await;
    let other = tests::location(&fixture.app).await;
    let elsewhere = resource(&fixture.app, &other, "Hall", "event_space", json!({})).await;
    let body = fixture.body(&json!({"resource_id": elsewhere}));
    let refused = fixture.app.post("/events", body).await;
    assert_eq!(refused.refusal(), "422 rule_violation resource_id other_location");
    let room = room(&fixture).await;
    let event = fixture.draft(json!({})).await;
    let path = format!("/events/{event}");
    accepted(&fixture.app.put(&path, json!({"resource_id": room})).await, 200);
    accepted(&fixture.app.post(&format!("{path}/publish"), json!({})).await, 200);
    let refused = fixture.app.put(&path, json!({"resource_id": elsewhere})).await;
    assert_eq!(refused.refusal(), "422 rule_violation resource_id other_location");
    made(&fixture.app, "/events", fixture.body(&json!({}))).await;
}

#[tokio::test]
async fn time_that_an_event_gives_back_is_offered_at_the_next_sweep_to_who_waits_for_it() {
    let fixture = EventFixture::alone().await;
    let room = room(&fixture).await;
    let event = fixture.event(json!({"resource_id": room})).await;
    let waits = json!({"location_id": fixture.location, "customer_id": fixture.member, "resource_id": room,
        "earliest_start": "2026-12-10T18:00:00Z", "latest_end": "2026-12-10T19:00:00Z", "duration_minutes": 60});
    let entry = format!("/waitlist-entries/{}", made(&fixture.app, "/waitlist-entries", waits).await);
    assert_eq!(sweep(&fixture.app.context).await.failed(), 0);
    accepted(&fixture.app.post(&format!("/events/{event}/cancel"), json!({})).await, 200);
    assert_eq!(sweep(&fixture.app.context).await.failed(), 0);
    assert_eq!(fixture.app.get(&entry).await.body["data"]["status"], "offered");
}
