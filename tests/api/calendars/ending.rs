//! When an outside calendar ends, and with it its blocks (16, 17).

use serde_json::json;
use tests::{CalendarFixture, accepted, calendar_lines, outside_event as event};

#[tokio::test]
async fn the_blocks_of_a_calendar_that_is_deleted_go() {
    let fixture = CalendarFixture::new().await;
    let hourly = "BEGIN:VEVENT|UID:h|DTSTART:20261202T000000Z|DURATION:PT30M|RRULE:FREQ=HOURLY;COUNT=30|END:VEVENT";
    fixture.serve(&[calendar_lines(hourly)]);
    let id = fixture.added(json!({})).await;
    assert_eq!(fixture.blocks().await.len(), 30);
    accepted(&fixture.app().delete(&format!("/outside-calendars/{id}")).await, 200);
    assert_eq!(fixture.app().get(&format!("/outside-calendars/{id}")).await.status, 404);
    fixture.read().await;
    assert!(fixture.blocks().await.is_empty());
    drop(fixture.server.newly_received());
    fixture.pass(60).await;
    assert!(fixture.server.newly_received().is_empty());
}

#[tokio::test]
async fn an_archived_resource_takes_its_calendars_along() {
    let mut fixture = CalendarFixture::new().await;
    fixture.serve(&[event("a", "10:00", "11:00")]);
    let id = fixture.added(json!({})).await;
    accepted(&fixture.app().delete(&format!("/resources/{}", fixture.room.room)).await, 200);
    fixture.pass(5).await;
    assert_eq!(fixture.app().get(&format!("/outside-calendars/{id}")).await.status, 404);
    assert_eq!(fixture.app().get("/calendar-blocks").await.body["pagination"]["total"], 0);
    let types = fixture.outbox.types(&format!("object_id={id}")).await;
    assert_eq!(types, ["outside_calendar.created", "outside_calendar.deleted"]);
}

#[tokio::test]
async fn a_calendar_of_a_resource_that_is_not_active_is_not_read() {
    let fixture = CalendarFixture::new().await;
    fixture.serve(&[event("a", "10:00", "11:00")]);
    fixture.added(json!({})).await;
    let resource = format!("/resources/{}", fixture.room.room);
    accepted(&fixture.app().put(&resource, json!({"is_active": false})).await, 200);
    drop(fixture.server.newly_received());
    fixture.pass(5).await;
    assert!(fixture.server.newly_received().is_empty());
    assert_eq!(fixture.blocks().await.len(), 1);
    accepted(&fixture.app().put(&resource, json!({"is_active": true})).await, 200);
    fixture.pass(60).await;
    assert_eq!(fixture.server.newly_received().len(), 1);
}

#[tokio::test]
async fn a_calendar_of_another_merchant_is_none() {
    let fixture = CalendarFixture::new().await;
    let id = fixture.added(json!({})).await;
    let stranger = fixture.app().as_client(&fixture.app().stranger);
    for path in [format!("/outside-calendars/{id}"), format!("/outside-calendars/{id}/read-now")] {
        let answer =
            if path.ends_with("now") { stranger.post(&path, json!({})).await } else { stranger.delete(&path).await };
        assert_eq!(answer.status, 404);
    }
}

#[tokio::test]
async fn a_calendar_that_is_not_active_goes_with_its_resource_within_a_day() {
    let fixture = CalendarFixture::new().await;
    fixture.serve(&[event("a", "10:00", "11:00")]);
    let id = fixture.added(json!({})).await;
    accepted(&fixture.app().put(&format!("/outside-calendars/{id}"), json!({"is_active": false})).await, 200);
    fixture.pass(5).await;
    accepted(&fixture.app().delete(&format!("/resources/{}", fixture.room.room)).await, 200);
    fixture.pass(25 * 60).await;
    assert_eq!(fixture.app().get(&format!("/outside-calendars/{id}")).await.status, 404);
    assert_eq!(fixture.app().get("/calendar-blocks").await.body["pagination"]["total"], 0);
}

#[tokio::test]
async fn of_a_calendar_that_is_deleted_what_is_over_stays_as_it_was() {
    let fixture = CalendarFixture::new().await;
    fixture.serve(&[event("a", "10:00", "11:00"), event("b", "14:00", "15:00")]);
    let id = fixture.added(json!({})).await;
    accepted(&fixture.app().put(&format!("/outside-calendars/{id}"), json!({"is_active": false})).await, 200);
    fixture.room.clock("12:00");
    accepted(&fixture.app().delete(&format!("/outside-calendars/{id}")).await, 200);
    fixture.read().await;
    assert_eq!(fixture.blocks().await, ["12-01T10:00/12-01T11:00"]);
}
