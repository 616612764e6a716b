//! Calendars of events.

use serde_json::json;
use tests::{EventFixture, accepted};

#[tokio::test]
async fn an_event_is_an_entry_that_other_programs_take_over() {
    let fixture = EventFixture::new().await;
    let event = fixture.draft(json!({"description": "Bring last year's, please", "venue": "Attic"})).await;
    let path = format!("/events/{event}/calendar.ics");
    assert_eq!(fixture.app.get(&path).await.refusal(), "409 invalid_state");
    accepted(&fixture.app.post(&format!("/events/{event}/publish"), json!({})).await, 200);
    let calendar = fixture.app.get(&path).await;
    accepted(&calendar, 200);
    assert_eq!(calendar.header("content-type"), "text/calendar; charset=utf-8");
    for line in
        ["SUMMARY:Taxes", "DTSTART:20261210T180000Z", "DTEND:20261210T200000Z", "LOCATION:Attic", "STATUS:CONFIRMED"]
    {
        assert!(calendar.text.contains(line), "{line} is not in {}", calendar.text);
    }
    assert!(calendar.text.contains(&format!("UID:{event}@colonnade")), "{}", calendar.text);
    accepted(&fixture.app.post(&format!("/events/{event}/cancel"), json!({})).await, 200);
    assert!(fixture.app.get(&path).await.text.contains("STATUS:CANCELLED"));
}

#[tokio::test]
async fn a_location_has_a_calendar_of_its_events() {
    let fixture = EventFixture::new().await;
    fixture.event(json!({})).await;
    fixture.draft(json!({"title": "Secret"})).await;
    let path = format!("/events/calendar.ics?location_id={}", fixture.location);
    let calendar = fixture.app.get(&path).await;
    accepted(&calendar, 200);
    assert!(calendar.text.contains("X-WR-CALNAME:Canal House") && calendar.text.contains("SUMMARY:Taxes"));
    assert!(!calendar.text.contains("Secret"), "a draft is in no calendar");
    let later = fixture.app.get(&format!("{path}&from=2026-12-11T00:00:00Z")).await;
    assert!(!later.text.contains("SUMMARY"), "{}", later.text);
    for (query, refusal) in [
        ("from=2026-12-11T00:00:00Z&to=2026-12-10T00:00:00Z", "422 rule_violation to end_not_after_start"),
        ("from=2026-12-11T00:00:00Z&to=2029-12-10T00:00:00Z", "422 rule_violation to too_long"),
    ] {
        assert_eq!(fixture.app.get(&format!("{path}&{query}")).await.refusal(), refusal);
    }
    let nowhere = fixture.app.get("/events/calendar.ics").await;
    assert_eq!(nowhere.refusal(), "400 validation_error location_id required");
}
