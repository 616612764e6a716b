//! A busy time that meets a booking takes what is left, and is told (10 to 12).

use serde_json::{Value, json};
use tests::{CalendarFixture, accepted, outside_event as event};

/// The conflicts of a calendar: beginning, and bookings.
fn conflicts(shown: &Value) -> Vec<(String, Value)> {
    let all = shown["conflicts"].as_array().cloned().unwrap_or_default();
    let start = |conflict: &Value| conflict["start_time"].as_str().unwrap_or_default()[11..16].to_owned();
    all.iter().map(|conflict| (start(conflict), conflict["booking_ids"].clone())).collect()
}

#[tokio::test]
async fn a_busy_time_that_meets_a_booking_takes_what_is_left_and_is_told_with_both_sides() {
    let mut fixture = CalendarFixture::new().await;
    let booking = fixture.room.booked("10:30", "11:30").await;
    fixture.serve(&[event("a", "10:00", "11:00"), event("b", "13:00", "14:00")]);
    let id = fixture.added(json!({})).await;
    assert_eq!(fixture.blocks().await, ["12-01T10:00/12-01T10:30", "12-01T13:00/12-01T14:00"]);
    assert_eq!(fixture.room.status(&booking).await, "confirmed");
    let shown = fixture.shown(&id).await;
    assert_eq!(conflicts(&shown), [("10:00".to_owned(), json!([booking]))], "{shown}");
    assert_eq!((&shown["conflict_count"], &shown["block_count"]), (&json!(1), &json!(2)));
    let filter = format!("object_id={id}");
    assert_eq!(fixture.outbox.types(&filter).await, ["outside_calendar.created", "outside_calendar.conflict_found"]);
    let told = fixture.outbox.events(&filter).await;
    assert_eq!(told[1]["object"]["conflicts"][0]["booking_ids"], json!([booking]), "{}", told[1]);
    assert!(told[1]["object"]["address"].is_null(), "{}", told[1]);

    // It is told once, however often it is met.
    fixture.pass(5).await;
    fixture.pass(5).await;
    assert_eq!(fixture.outbox.types(&filter).await.len(), 2);
}

#[tokio::test]
async fn when_the_booking_goes_or_moves_the_next_reading_takes_the_time() {
    let fixture = CalendarFixture::new().await;
    let first = fixture.room.booked("10:30", "11:30").await;
    let second = fixture.room.booked("13:00", "14:00").await;
    fixture.serve(&[event("a", "10:00", "11:00"), event("b", "13:30", "14:30")]);
    let id = fixture.added(json!({})).await;
    assert_eq!(conflicts(&fixture.shown(&id).await).len(), 2);
    accepted(&fixture.room.act(&first, "cancel").await, 200);
    let moved = json!({"start_time": tests::instant("16:00"), "end_time": tests::instant("17:00")});
    accepted(&fixture.room.reschedule(&second, moved).await, 200);
    // The file has not changed meanwhile.
    fixture.pass(5).await;
    assert_eq!(fixture.blocks().await, ["12-01T10:00/12-01T11:00", "12-01T13:30/12-01T14:30"]);
    let shown = fixture.shown(&id).await;
    assert_eq!((conflicts(&shown).len(), &shown["conflict_count"]), (0, &json!(0)));
}

#[tokio::test]
async fn of_an_event_that_is_moved_to_a_booking_the_rest_is_blocked_and_it_is_a_conflict() {
    let fixture = CalendarFixture::new().await;
    fixture.serve(&[event("a", "10:00", "11:00")]);
    let id = fixture.added(json!({})).await;
    let booking = fixture.room.booked("11:00", "12:00").await;
    fixture.serve(&[event("a", "10:30", "11:30")]);
    fixture.pass(5).await;
    assert_eq!(fixture.blocks().await, ["12-01T10:30/12-01T11:00"]);
    assert_eq!(conflicts(&fixture.shown(&id).await), [("10:30".to_owned(), json!([booking]))]);
    fixture.serve(&[]);
    fixture.pass(5).await;
    assert!(conflicts(&fixture.shown(&id).await).is_empty());
    assert!(fixture.blocks().await.is_empty());
}

#[tokio::test]
async fn what_only_meets_a_block_of_the_operator_is_no_conflict() {
    let fixture = CalendarFixture::new().await;
    let block = json!({"resource_id": fixture.room.room, "start_time": tests::instant("10:00"), "end_time": tests::instant("12:00")});
    accepted(&fixture.app().post("/calendar-blocks", block).await, 201);
    fixture.serve(&[event("a", "10:00", "11:00")]);
    let id = fixture.added(json!({})).await;
    let shown = fixture.shown(&id).await;
    assert_eq!((&shown["conflict_count"], &shown["block_count"]), (&json!(0), &json!(0)), "{shown}");
}

#[tokio::test]
async fn an_invitation_to_our_own_booking_does_not_meet_it() {
    let fixture = CalendarFixture::new().await;
    let booking = fixture.room.booked("10:00", "11:00").await;
    fixture.serve(&[event(&format!("{booking}@colonnade"), "10:00", "11:00"), event("x@colonnade", "13:00", "14:00")]);
    let id = fixture.added(json!({})).await;
    assert!(conflicts(&fixture.shown(&id).await).is_empty());
    assert_eq!(fixture.blocks().await, ["12-01T13:00/12-01T14:00"]);
}

#[tokio::test]
async fn sixteen_bookings_at_once_beside_a_reading_never_overlap_a_block() {
    let fixture = CalendarFixture::new().await;
    fixture.serve(&[event("a", "10:00", "11:00")]);
    let made = fixture.app().post("/outside-calendars", fixture.body()).await;
    accepted(&made, 201);
    let booking = || fixture.room.book("10:30", "11:30");
    let ((), answers) = tokio::join!(fixture.read(), futures_util::future::join_all((0..16).map(|_| booking())));
    let booked = answers.iter().filter(|answer| answer.status == 201).count();
    // Who came first has the time. That nothing overlaps is looked at when the test ends.
    let left = if booked == 1 { "12-01T10:00/12-01T10:30" } else { "12-01T10:00/12-01T11:00" };
    assert_eq!((fixture.blocks().await, booked < 2), (vec![left.to_owned()], true));
}

#[tokio::test]
async fn a_conflict_that_is_over_is_shown_no_more_although_the_file_is_the_same() {
    let fixture = CalendarFixture::new().await;
    fixture.room.booked("10:30", "11:30").await;
    fixture.serve(&[event("a", "10:00", "11:00")]);
    let id = fixture.added(json!({})).await;
    fixture.room.clock("09:00");
    fixture.pass(5).await;
    assert_eq!(conflicts(&fixture.shown(&id).await).len(), 1);
    fixture.room.clock("11:00");
    fixture.pass(5).await;
    let shown = fixture.shown(&id).await;
    assert_eq!((&shown["conflict_count"], &shown["conflicts"]), (&json!(0), &json!([])));
}
