//! Rescheduling: the old time is freed and the new time taken in one transaction.

use serde_json::json;
use tests::{RoomFixture, instant};
use values::Timestamp;

const CONFLICT: &str = "409 booking_conflict start_time booking_conflict";

async fn reschedule(fixture: &RoomFixture, id: &str, body: serde_json::Value) -> testing::TestResponse {
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

/// The status of a booking after a move that must succeed.
async fn status_after(fixture: &RoomFixture, id: &str, body: serde_json::Value) -> String {
    let moved = reschedule(fixture, id, body.clone()).await;
    assert_eq!(moved.status, 200, "{body} {}", moved.text);
    moved.body["data"]["status"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn a_move_does_not_evade_approval() {
    let fixture = RoomFixture::with_room(json!({"units": 3})).await;
    let asks = fixture.resource("Asks", json!({"requires_approval": true, "units": 3})).await;
    let members = fixture.resource("Members", json!({"booking_permission": "members"})).await;
    let at = |start: &str| json!({"start_time": instant(start)});
    for to in
        [json!({"resource_id": asks}), json!({"additional_resource_ids": [asks]}), json!({"resource_id": members})]
    {
        let id = fixture.booked("10:00", "11:00").await;
        assert_eq!(status_after(&fixture, &id, to.clone()).await, "pending", "{to}");
        assert_eq!(fixture.act(&id, "confirm").await.status, 200);
        // What it has stays approved, also when it lasts longer; another start and more units are asked for.
        assert_eq!(status_after(&fixture, &id, json!({"end_time": instant("11:30")})).await, "confirmed", "{to}");
        assert_eq!(status_after(&fixture, &id, at("10:15")).await, "pending", "{to}");
        assert_eq!(fixture.act(&id, "cancel").await.status, 200);
    }
    let id = fixture.book_with("10:00", "11:00", json!({"resource_id": asks})).await.id();
    assert_eq!(fixture.act(&id, "confirm").await.status, 200);
    assert_eq!(status_after(&fixture, &id, json!({"units": 2})).await, "pending");
    assert_eq!(fixture.act(&id, "confirm").await.status, 200);
    assert_eq!(status_after(&fixture, &id, json!({"units": 1})).await, "confirmed");
    let by_override = json!({"start_time": instant("12:00"), "override": true});
    assert_eq!(status_after(&fixture, &id, by_override).await, "confirmed");
    fixture.clock("12:30");
    assert_eq!(
        status_after(&fixture, &id, json!({"end_time": instant("14:00")})).await,
        "confirmed",
        "it has begun"
    );
}

#[tokio::test]
async fn a_move_that_nobody_approves_expires_and_frees_its_time() {
    let fixture = RoomFixture::new().await;
    let asks = fixture.resource("Asks", json!({"requires_approval": true})).await;
    let id = fixture.booked("10:00", "11:00").await;
    let moved = reschedule(&fixture, &id, json!({"resource_id": asks})).await;
    assert_eq!(moved.body["data"]["hold_expires_at"], "2026-11-22T09:00:00.000Z");
    fixture.app.clock.advance(chrono::Duration::days(1));
    assert_eq!(fixture.status(&id).await, "cancelled");
    assert_eq!(fixture.book_with("10:00", "11:00", json!({"resource_id": asks})).await.status, 201);
}

#[tokio::test]
async fn a_moved_booking_keeps_the_policy_that_was_agreed_unless_it_moves_to_another_resource() {
    let agreed = json!({"cancellation_policy": {"free_minutes": 60}, "buffer_after_minutes": 10});
    let fixture = RoomFixture::with_room(agreed).await;
    let other = fixture.resource("Other room", json!({"buffer_before_minutes": 5})).await;
    let id = fixture.booked("10:00", "11:00").await;
    let today = json!({"cancellation_policy": {"free_minutes": 1440}, "buffer_after_minutes": 0});
    assert_eq!(fixture.app.put(&format!("/resources/{}", fixture.room), today).await.status, 200);
    let policy = async |body: serde_json::Value| {
        let moved = reschedule(&fixture, &id, body).await;
        let policy = &moved.body["data"]["policy_snapshot"];
        (policy["cancellation_policy"]["free_minutes"].clone(), policy["buffer_after_minutes"].clone())
    };
    assert_eq!(policy(json!({"start_time": instant("12:00")})).await, (json!(60), json!(10)));
    // What is agreed is also what its calendars keep.
    assert_eq!(fixture.book("13:05", "14:00").await.refusal(), CONFLICT);
    assert_eq!(policy(json!({"resource_id": other})).await, (json!(0), json!(0)));
    assert_eq!(policy(json!({"resource_id": fixture.room})).await, (json!(1440), json!(0)));
}

#[tokio::test]
async fn a_move_that_gives_only_the_start_keeps_the_length() {
    let fixture = RoomFixture::new().await;
    let id = fixture.booked("10:00", "11:30").await;
    let moved = reschedule(&fixture, &id, json!({"start_time": instant("12:00")})).await;
    let data = &moved.body["data"];
    assert_eq!((&data["start_time"], &data["end_time"]), (&json!(instant("12:00")), &json!(instant("13:30"))));
    let last = reschedule(&fixture, &id, json!({"start_time": "9999-12-31T23:00:00Z"})).await;
    assert_eq!(last.refusal(), "422 rule_violation end_time end_not_after_start");
}

#[tokio::test]
async fn inside_the_fee_window_and_under_way_a_booking_gives_nothing_back() {
    let fee = json!({"free_minutes": 20_160, "public_ladder": [{"minutes_before": 20_160, "fee_percent": 50}]});
    let fixture = RoomFixture::with_room(json!({"cancellation_policy": fee, "units": 3,
        "rates": [{"from_minutes": 0, "unit_amount": 40}]}))
    .await;
    let screen = fixture.resource("Screen", json!({"type": "equipment"})).await;
    let booked = json!({"units": 2, "additional_resource_ids": [screen]});
    let id = fixture.book_with("10:00", "11:00", booked).await.id();
    for (time, reason) in [(None, "fee_window"), (Some("10:30"), "already_begun")] {
        if let Some(time) = time {
            fixture.clock(time);
        }
        for less in [json!({"units": 1}), json!({"additional_resource_ids": []})] {
            let refused = reschedule(&fixture, &id, less.clone()).await;
            assert_eq!(refused.refusal(), format!("422 rule_violation start_time {reason}"), "{less}");
        }
    }
}
