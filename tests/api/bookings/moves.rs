//! Rescheduling: the old time is freed and the new time taken in one transaction.

use serde_json::json;
use shared::domain::Timestamp;
use tests::{RoomFixture, instant};

const CONFLICT: &str = "409 booking_conflict start_time booking_conflict";

async fn reschedule(fixture: &RoomFixture, id: &str, body: serde_json::Value) -> shared::testing::TestResponse {
    fixture.app.post(&format!("/bookings/{id}/reschedule"), body).await
}

#[tokio::test]
async fn a_moved_booking_frees_the_old_time_and_takes_the_new() {
    let fixture = RoomFixture::new().await;
    let id = fixture.booked("10:00", "11:00").await;
    let moved = reschedule(&fixture, &id, json!({"start_time": instant("10:30"), "end_time": instant("11:30")})).await;
    assert_eq!(moved.status, 200, "{}", moved.text);
    assert_eq!(moved.body["data"]["start_time"], instant("10:30"));
    assert_eq!(fixture.book("10:00", "10:30").await.status, 201);
    assert_eq!(fixture.book("11:00", "12:00").await.refusal(), CONFLICT);
}

#[tokio::test]
async fn a_booking_moves_to_another_resource_and_not_into_somebody_else() {
    let fixture = RoomFixture::new().await;
    let other = fixture.resource("Other room", json!({})).await;
    let id = fixture.booked("10:00", "11:00").await;
    assert_eq!(fixture.book_with("10:30", "11:30", json!({"resource_id": other})).await.status, 201);
    assert_eq!(reschedule(&fixture, &id, json!({"resource_id": other})).await.refusal(), CONFLICT);
    assert_eq!(fixture.status(&id).await, "confirmed");
    assert_eq!(fixture.book("10:00", "11:00").await.refusal(), CONFLICT, "a refused move must not free anything");
    let times = json!({"resource_id": other, "start_time": instant("11:30"), "end_time": instant("12:30")});
    assert_eq!(reschedule(&fixture, &id, times).await.status, 200);
    assert_eq!(fixture.book("10:00", "11:00").await.status, 201);
}

#[tokio::test]
async fn a_booking_under_way_can_only_be_made_longer() {
    let fixture = RoomFixture::new().await;
    let id = fixture.booked("10:00", "11:00").await;
    fixture.app.clock.set(Timestamp::parse(&instant("10:30")).unwrap());
    assert_eq!(reschedule(&fixture, &id, json!({"end_time": instant("11:30")})).await.status, 200);
    let earlier = reschedule(&fixture, &id, json!({"end_time": instant("10:45")})).await;
    assert_eq!(earlier.refusal(), "422 rule_violation start_time already_begun");
    fixture.app.clock.set(Timestamp::parse(&instant("11:30")).unwrap());
    assert_eq!(
        reschedule(&fixture, &id, json!({"end_time": instant("12:30")})).await.refusal(),
        "409 invalid_state"
    );
}

#[tokio::test]
async fn a_move_that_too_many_calendars_take_part_in_is_refused_and_changes_nothing() {
    let fixture = RoomFixture::new().await;
    for number in 0..20 {
        fixture.resource(&format!("Part {number}"), json!({"parent_resource_id": fixture.room})).await;
    }
    let days = |first: u32| json!({"start_time": format!("2026-12-{first:02}T12:00:00Z"), "end_time": format!("2026-12-{:02}T12:00:00Z", first + 1)});
    let id = fixture.book_with("10:00", "11:00", days(1)).await.id();
    let path = format!("/bookings/{id}/reschedule");
    let refused = fixture.app.post(&path, days(8)).await;
    assert_eq!(refused.refusal(), "422 rule_violation additional_resource_ids too_many_calendar_days");
    assert_eq!(fixture.book_with("10:00", "11:00", days(1)).await.status, 409, "it keeps its time");
    assert_eq!(fixture.book_with("10:00", "11:00", days(8)).await.status, 201);
}

#[tokio::test]
async fn inside_the_fee_window_a_booking_moves_only_by_override_and_may_grow() {
    let fee = json!({"free_minutes": 20_160, "public_ladder": [{"minutes_before": 20_160, "fee_percent": 50}]});
    let priced = json!({"cancellation_policy": fee, "rates": [{"from_minutes": 0, "unit_amount": 40}]});
    let fixture = RoomFixture::with_room(priced).await;
    let id = fixture.booked("10:00", "11:00").await;
    let later = json!({"start_time": instant("12:00"), "end_time": instant("13:00")});
    let refused = reschedule(&fixture, &id, later.clone()).await;
    assert_eq!(refused.refusal(), "422 rule_violation start_time fee_window");
    assert_eq!(reschedule(&fixture, &id, json!({"end_time": instant("11:30")})).await.status, 200);
    let mut by_override = later;
    by_override["override"] = json!(true);
    assert_eq!(reschedule(&fixture, &id, by_override).await.body["data"]["overridden"], true);
}
