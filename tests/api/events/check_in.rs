//! Check-in, seat by seat.

use serde_json::json;
use tests::{EventFixture, accepted, sixteen, successes};

#[tokio::test]
async fn somebody_is_checked_in_once_for_each_seat() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({})).await;
    let ticket = fixture.registered(&event, 2, json!({})).await;
    fixture.clock("2026-12-10T17:30:00Z");
    let first = fixture.act(&ticket, "check-in", json!({})).await;
    assert_eq!(first.body["data"]["checked_in_count"], json!(1));
    fixture.minutes(10);
    let too_many = fixture.act(&ticket, "check-in", json!({"quantity": 2})).await;
    assert_eq!(too_many.refusal(), "422 rule_violation quantity above_quantity_left");
    accepted(&fixture.act(&ticket, "check-in", json!({})).await, 200);
    let again = fixture.act(&ticket, "check-in", json!({})).await;
    assert_eq!(again.refusal(), "409 invalid_state id already_checked_in");
    assert!(again.text.contains("the first at 2026-12-10T17:30:00.000Z"), "{}", again.text);
}

#[tokio::test]
async fn a_check_in_is_undone() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({})).await;
    let ticket = fixture.registered(&event, 2, json!({})).await;
    fixture.clock("2026-12-10T17:30:00Z");
    assert_eq!(fixture.act(&ticket, "undo-check-in", json!({})).await.refusal(), "409 invalid_state");
    accepted(&fixture.act(&ticket, "check-in", json!({"quantity": 2})).await, 200);
    assert_eq!(fixture.act(&ticket, "cancel", json!({})).await.refusal(), "409 invalid_state");
    let more = fixture.act(&ticket, "undo-check-in", json!({"quantity": 3})).await;
    assert_eq!(more.refusal(), "422 rule_violation quantity above_quantity_checked_in");
    let undone = fixture.act(&ticket, "undo-check-in", json!({"quantity": 2})).await;
    let data = &undone.body["data"];
    assert_eq!((&data["checked_in_count"], &data["checked_in_at"]), (&json!(0), &serde_json::Value::Null));
}

#[tokio::test]
async fn checking_in_begins_a_day_before_and_ends_with_the_event() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({})).await;
    let ticket = fixture.registered(&event, 3, json!({})).await;
    fixture.clock("2026-12-09T17:59:59Z");
    assert_eq!(fixture.act(&ticket, "check-in", json!({})).await.refusal(), "422 rule_violation id not_yet");
    fixture.clock("2026-12-09T18:00:00Z");
    accepted(&fixture.act(&ticket, "check-in", json!({})).await, 200);
    fixture.clock("2026-12-10T20:00:00Z");
    assert_eq!(fixture.act(&ticket, "check-in", json!({})).await.refusal(), "409 invalid_state");
}

#[tokio::test]
async fn what_is_not_paid_is_no_ticket() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({})).await;
    fixture.clock("2026-12-10T17:30:00Z");
    let ticket = fixture.registered(&event, 1, json!({"payment_source": "external"})).await;
    assert_eq!(fixture.act(&ticket, "check-in", json!({})).await.refusal(), "409 invalid_state");
    let picture = fixture.app.get(&format!("/event-registrations/{}/ticket.svg", ticket.id())).await;
    assert_eq!(picture.refusal(), "409 invalid_state");
}

#[tokio::test(flavor = "multi_thread")]
async fn sixteen_scans_of_a_ticket_for_three_admit_three() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({})).await;
    let ticket = fixture.registered(&event, 3, json!({})).await;
    fixture.clock("2026-12-10T17:30:00Z");
    let path = format!("/event-registrations/{}/check-in", ticket.id());
    let answers = sixteen(&fixture.app, "POST", &path, Some(json!({}))).await;
    assert_eq!(successes(&answers, 200), 3);
    assert_eq!(fixture.ticket(&ticket).await["checked_in_count"], json!(3));
}
