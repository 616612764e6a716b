//! Of a busy time of which something else takes a part the rest is blocked, in pieces (10, 11).

use serde_json::json;
use tests::{CalendarFixture, accepted, outside_event as event};

/// A calendar that is busy from nine to six, in a room with bookings from ten to eleven and from one to two.
async fn a_day_with_two_bookings() -> (CalendarFixture, String, [String; 2]) {
    let fixture = CalendarFixture::new().await;
    let bookings = [fixture.room.booked("10:00", "11:00").await, fixture.room.booked("13:00", "14:00").await];
    fixture.serve(&[event("a", "09:00", "18:00")]);
    let id = fixture.added(json!({})).await;
    (fixture, id, bookings)
}

const AROUND_BOTH: [&str; 3] = ["12-01T09:00/12-01T10:00", "12-01T11:00/12-01T13:00", "12-01T14:00/12-01T18:00"];

#[tokio::test]
async fn what_bookings_leave_of_a_busy_time_is_not_for_sale() {
    let (fixture, id, bookings) = a_day_with_two_bookings().await;
    assert_eq!(fixture.blocks().await, AROUND_BOTH);
    let refused = fixture.room.book("14:00", "15:00").await;
    assert_eq!(refused.refusal(), "409 booking_conflict start_time booking_conflict", "{}", refused.text);
    let shown = fixture.shown(&id).await;
    let expected = json!([{"start_time": tests::instant("09:00"), "end_time": tests::instant("18:00"),
        "booking_ids": bookings}]);
    assert_eq!((&shown["conflicts"], &shown["block_count"]), (&expected, &json!(3)), "{shown}");
}

#[tokio::test]
async fn pieces_follow_bookings_that_go_until_the_time_is_blocked_as_a_whole() {
    let (fixture, id, [first, second]) = a_day_with_two_bookings().await;
    accepted(&fixture.room.act(&second, "cancel").await, 200);
    fixture.pass(5).await;
    assert_eq!(fixture.blocks().await, ["12-01T09:00/12-01T10:00", "12-01T11:00/12-01T18:00"]);
    accepted(&fixture.room.act(&first, "cancel").await, 200);
    fixture.pass(5).await;
    assert_eq!(fixture.blocks().await, ["12-01T09:00/12-01T18:00"]);
    let shown = fixture.shown(&id).await;
    assert_eq!((&shown["conflict_count"], &shown["block_count"]), (&json!(0), &json!(1)), "{shown}");
    // Another reading changes nothing.
    fixture.pass(5).await;
    assert_eq!(fixture.blocks().await, ["12-01T09:00/12-01T18:00"]);
}

#[tokio::test]
async fn pieces_go_with_their_event_and_with_their_calendar() {
    let (fixture, id, _) = a_day_with_two_bookings().await;
    fixture.serve(&[event("a", "09:00", "12:00")]);
    fixture.pass(5).await;
    assert_eq!(fixture.blocks().await, ["12-01T09:00/12-01T10:00", "12-01T11:00/12-01T12:00"]);
    fixture.serve(&[]);
    fixture.pass(5).await;
    assert!(fixture.blocks().await.is_empty());
    fixture.serve(&[event("a", "09:00", "18:00")]);
    fixture.pass(5).await;
    assert_eq!(fixture.blocks().await, AROUND_BOTH);
    accepted(&fixture.app().delete(&format!("/outside-calendars/{id}")).await, 200);
    fixture.read().await;
    assert!(fixture.blocks().await.is_empty());
}

#[tokio::test]
async fn pieces_are_called_as_their_calendar_is() {
    let (fixture, id, _) = a_day_with_two_bookings().await;
    accepted(&fixture.app().put(&format!("/outside-calendars/{id}"), json!({"name": "Green Ltd"})).await, 200);
    fixture.read().await;
    let blocks = fixture.app().get(&format!("/calendar-blocks?resource_id={}", fixture.room.room)).await;
    let blocks = blocks.body["data"].as_array().cloned().unwrap_or_default();
    assert_eq!(blocks.len(), 3);
    assert!(blocks.iter().all(|block| block["reason"] == "Green Ltd"), "{blocks:?}");
}

#[tokio::test]
async fn what_is_kept_free_around_a_booking_is_no_part_of_a_piece() {
    let fixture = CalendarFixture::new().await;
    let buffer = json!({"buffer_before_minutes": 15, "buffer_after_minutes": 30});
    accepted(&fixture.app().put(&format!("/resources/{}", fixture.room.room), buffer).await, 200);
    fixture.room.booked("10:00", "11:00").await;
    fixture.serve(&[event("a", "09:00", "12:00")]);
    fixture.added(json!({})).await;
    assert_eq!(fixture.blocks().await, ["12-01T09:00/12-01T09:45", "12-01T11:30/12-01T12:00"]);
}

#[tokio::test]
async fn of_what_meets_a_block_of_the_operator_the_rest_is_blocked_and_it_is_no_conflict() {
    let fixture = CalendarFixture::new().await;
    let block = json!({"resource_id": fixture.room.room, "start_time": tests::instant("10:00"),
        "end_time": tests::instant("12:00")});
    let block = fixture.app().post("/calendar-blocks", block).await;
    accepted(&block, 201);
    fixture.serve(&[event("a", "11:00", "13:00")]);
    let id = fixture.added(json!({})).await;
    assert_eq!(fixture.blocks().await, ["12-01T10:00/12-01T12:00", "12-01T12:00/12-01T13:00"]);
    assert_eq!(fixture.shown(&id).await["conflict_count"], 0);
    accepted(&fixture.app().delete(&format!("/calendar-blocks/{}", block.id())).await, 200);
    fixture.pass(5).await;
    assert_eq!(fixture.blocks().await, ["12-01T11:00/12-01T13:00"]);
}

#[tokio::test]
async fn a_booking_that_is_moved_within_a_busy_time_leaves_its_time_to_the_calendar() {
    let fixture = CalendarFixture::new().await;
    let booking = fixture.room.booked("08:00", "10:00").await;
    fixture.serve(&[event("a", "09:00", "12:00")]);
    fixture.added(json!({})).await;
    assert_eq!(fixture.blocks().await, ["12-01T10:00/12-01T12:00"]);
    let moved = json!({"start_time": tests::instant("08:30"), "end_time": tests::instant("09:30")});
    accepted(&fixture.room.reschedule(&booking, moved).await, 200);
    fixture.pass(5).await;
    assert_eq!(fixture.blocks().await, ["12-01T09:30/12-01T12:00"]);
}
