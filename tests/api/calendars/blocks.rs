//! What is busy elsewhere is blocked here (4 to 9).

use serde_json::json;
use tests::{CalendarFixture, Serves, accepted, calendar, calendar_lines, outside_event as event};

const CONFLICT: &str = "409 booking_conflict start_time booking_conflict";
const ITS_OWN: &str = "409 in_use id made_by";

#[tokio::test]
async fn busy_times_are_blocks_that_nobody_books_and_nobody_changes_by_hand() {
    let fixture = CalendarFixture::new().await;
    fixture.serve(&[event("a", "10:00", "11:00"), event("b", "10:30", "12:00"), event("c", "14:00", "15:00")]);
    let id = fixture.added(json!({})).await;
    assert_eq!(fixture.blocks().await, ["12-01T10:00/12-01T12:00", "12-01T14:00/12-01T15:00"]);
    assert_eq!(fixture.room.book("11:00", "13:00").await.refusal(), CONFLICT);
    let shown = fixture.shown(&id).await;
    assert_eq!((&shown["block_count"], &shown["failure"]), (&json!(2), &json!(null)), "{shown}");
    let blocks = fixture.app().get("/calendar-blocks").await;
    let block = &blocks.body["data"][0];
    assert_eq!(block["made_by"], json!({"kind": "outside_calendar", "id": id}), "{block}");
    // Of what happens elsewhere only the time is kept.
    assert_eq!((&block["reason"], blocks.text.contains("Private")), (&json!("Blue Ltd"), false));
    let path = format!("/calendar-blocks/{}", block["id"].as_str().unwrap_or_default());
    assert_eq!(fixture.app().put(&path, json!({"reason": "Mine"})).await.refusal(), ITS_OWN);
    assert_eq!(fixture.app().delete(&path).await.refusal(), ITS_OWN);
}

#[tokio::test]
async fn what_is_moved_elsewhere_moves_here_and_what_goes_there_goes_here() {
    let fixture = CalendarFixture::new().await;
    fixture.serve(&[event("a", "10:00", "11:00"), event("b", "14:00", "15:00")]);
    fixture.added(json!({})).await;
    let before = fixture.app().get("/calendar-blocks").await.body["data"][1]["id"].clone();
    fixture.serve(&[event("a", "10:30", "12:00")]);
    fixture.pass(5).await;
    assert_eq!(fixture.blocks().await, ["12-01T10:30/12-01T12:00"]);
    assert_eq!(fixture.app().get("/calendar-blocks").await.body["data"][0]["id"], before, "it is the same block");
    accepted(&fixture.room.book("14:00", "15:00").await, 201);
    fixture.serve(&[]);
    fixture.pass(5).await;
    assert!(fixture.blocks().await.is_empty());
    accepted(&fixture.room.book("10:00", "11:00").await, 201);
}

#[tokio::test]
async fn what_repeats_is_blocked_as_far_as_somebody_looks() {
    let fixture = CalendarFixture::new().await;
    let weekly = "BEGIN:VEVENT|UID:w|DTSTART;TZID=Europe/Amsterdam:20250304T090000|\
        DTEND;TZID=Europe/Amsterdam:20250304T100000|RRULE:FREQ=WEEKLY|EXDATE;TZID=Europe/Amsterdam:20261208T090000|END:VEVENT";
    fixture.serve(&[calendar_lines(weekly)]);
    let id = fixture.added(json!({})).await;
    let blocks = fixture.blocks().await;
    // 57 Tuesdays from 24 November 2026 to 21 December 2027, without one.
    assert_eq!((blocks.len(), fixture.shown(&id).await["block_count"].clone()), (56, json!(56)));
    assert!(
        blocks.contains(&"12-01T08:00/12-01T09:00".to_owned()) && !blocks.iter().any(|time| time.starts_with("12-08"))
    );
    assert!(blocks.contains(&"06-01T07:00/06-01T08:00".to_owned()), "summer time: {blocks:?}");
}

#[tokio::test]
async fn a_day_is_that_of_the_location() {
    let fixture = CalendarFixture::new().await;
    fixture.serve(&[calendar_lines("BEGIN:VEVENT|UID:d|DTSTART;VALUE=DATE:20261203|END:VEVENT")]);
    fixture.added(json!({})).await;
    assert_eq!(fixture.blocks().await, ["12-02T23:00/12-03T23:00"]);
}

#[tokio::test]
async fn what_is_free_or_cancelled_elsewhere_blocks_nothing() {
    let fixture = CalendarFixture::new().await;
    let as_free = |line: &str| event("a", "10:00", "11:00").replace("SUMMARY:Private", line);
    fixture.serve(&[as_free("TRANSP:TRANSPARENT"), as_free("STATUS:CANCELLED")]);
    fixture.added(json!({})).await;
    assert!(fixture.blocks().await.is_empty());
}

#[tokio::test]
async fn of_what_is_under_way_the_rest_is_blocked() {
    let fixture = CalendarFixture::new().await;
    fixture.room.clock("10:20");
    fixture.serve(&[event("a", "10:00", "11:00"), event("b", "09:00", "10:20")]);
    fixture.added(json!({})).await;
    assert_eq!(fixture.blocks().await, ["12-01T10:20/12-01T11:00"]);
    fixture.pass(5).await;
    assert_eq!(fixture.blocks().await, ["12-01T10:20/12-01T11:00"]);
}

#[tokio::test]
async fn more_blocks_than_one_message_makes_are_made_by_the_next() {
    let fixture = CalendarFixture::new().await;
    let hourly = "BEGIN:VEVENT|UID:h|DTSTART:20261202T000000Z|DURATION:PT30M|RRULE:FREQ=HOURLY;COUNT=70|END:VEVENT";
    fixture.serve(&[calendar_lines(hourly)]);
    let id = fixture.added(json!({})).await;
    assert_eq!(fixture.blocks().await.len(), 70);
    assert_eq!(fixture.shown(&id).await["block_count"], 70);
    fixture.serve(&[]);
    fixture.pass(5).await;
    assert!(fixture.blocks().await.is_empty());
}

#[tokio::test]
async fn two_calendars_of_a_resource_that_are_busy_at_once_block_it_once() {
    let fixture = CalendarFixture::new().await;
    fixture.serve(&[event("a", "10:00", "11:00")]);
    fixture.added(json!({})).await;
    let second = fixture.added(json!({"name": "Green Ltd"})).await;
    assert_eq!(fixture.blocks().await, ["12-01T10:00/12-01T11:00"]);
    let shown = fixture.shown(&second).await;
    assert_eq!(
        (&shown["block_count"], &shown["conflict_count"]),
        (&json!(0), &json!(0)),
        "no booking is in the way"
    );
}

#[tokio::test]
async fn the_blocks_of_a_calendar_that_is_called_otherwise_are_called_as_it_is() {
    let fixture = CalendarFixture::new().await;
    fixture.serve(&[event("a", "10:00", "11:00"), event("b", "14:00", "15:00")]);
    let id = fixture.added(json!({})).await;
    let path = format!("/outside-calendars/{id}");
    accepted(&fixture.app().put(&path, json!({"is_active": false})).await, 200);
    accepted(&fixture.app().put(&path, json!({"name": "Green Ltd"})).await, 200);
    fixture.read().await;
    let blocks = fixture.app().get("/calendar-blocks").await;
    let all = blocks.body["data"].as_array().cloned().unwrap_or_default();
    let reasons: Vec<&str> = all.iter().filter_map(|block| block["reason"].as_str()).collect();
    assert_eq!(reasons, ["Green Ltd", "Green Ltd"], "{}", blocks.text);

    // With another address it is read as well.
    fixture.server.serve("/other.ics", Serves::File(calendar(&[event("a", "10:00", "11:00")])));
    let elsewhere = json!({"name": "Red Ltd", "address": fixture.server.address("/other.ics"), "is_active": true});
    accepted(&fixture.app().put(&path, elsewhere).await, 200);
    fixture.read().await;
    let blocks = fixture.app().get("/calendar-blocks").await;
    assert_eq!(
        (&blocks.body["pagination"]["total"], &blocks.body["data"][0]["reason"]),
        (&json!(1), &json!("Red Ltd"))
    );
}

#[tokio::test]
async fn events_that_follow_one_another_are_moved_together_in_either_direction() {
    let fixture = CalendarFixture::new().await;
    let times = |times: [(&str, &str); 3]| times.map(|(from, to)| event(from, from, to));
    fixture.serve(&times([("10:00", "11:00"), ("11:00", "12:00"), ("12:00", "13:00")]));
    fixture.added(json!({})).await;
    fixture.serve(&times([("10:30", "11:30"), ("11:30", "12:30"), ("12:30", "13:30")]));
    fixture.pass(5).await;
    let later = ["12-01T10:30/12-01T11:30", "12-01T11:30/12-01T12:30", "12-01T12:30/12-01T13:30"];
    assert_eq!(fixture.blocks().await, later);
    fixture.serve(&times([("10:15", "11:15"), ("11:15", "12:15"), ("12:15", "13:15")]));
    fixture.pass(5).await;
    let earlier = ["12-01T10:15/12-01T11:15", "12-01T11:15/12-01T12:15", "12-01T12:15/12-01T13:15"];
    assert_eq!(fixture.blocks().await, earlier);
}
