//! What changes of an outside calendar are told, and what are not (18).

use serde_json::json;
use tests::{CalendarFixture, outside_event as event};

#[tokio::test]
async fn that_a_calendar_was_read_is_no_event_and_costs_its_clients_no_version() {
    let mut fixture = CalendarFixture::new().await;
    fixture.serve(&[event("a", "10:00", "11:00")]);
    let id = fixture.added(json!({})).await;
    let version = fixture.shown(&id).await["version"].clone();
    fixture.pass(5).await;
    fixture.pass(5).await;
    assert_eq!(fixture.shown(&id).await["version"], version);
    fixture.pass(60).await;
    fixture.app().put(&format!("/outside-calendars/{id}"), json!({"name": "Green Ltd"})).await;
    let types = fixture.outbox.types(&format!("object_id={id}")).await;
    assert_eq!(types, ["outside_calendar.created", "outside_calendar.updated"]);
}
