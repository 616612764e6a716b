//! On no path do live bookings take more units than a resource has.

use serde_json::json;
use tests::{RoomFixture, instant};
use tokio::task::JoinSet;

const CONFLICT: &str = "409 booking_conflict start_time booking_conflict";

#[tokio::test]
async fn neighbours_both_stand_and_one_minute_of_overlap_does_not() {
    let fixture = RoomFixture::new().await;
    fixture.booked("10:00", "11:00").await;
    assert_eq!(fixture.book("11:00", "12:00").await.status, 201);
    assert_eq!(fixture.book("09:00", "10:00").await.status, 201);
    assert_eq!(fixture.book("08:00", "09:01").await.refusal(), CONFLICT);
    assert_eq!(fixture.book("11:59", "13:00").await.refusal(), CONFLICT);
}

#[tokio::test]
async fn a_conflict_tells_the_colliding_interval_and_not_a_word_about_the_other_customer() {
    let fixture = RoomFixture::new().await;
    let id = fixture.booked("10:00", "11:00").await;
    let refused = fixture.book("10:30", "11:30").await;
    let conflict = json!([{"resource_id": fixture.room, "start_time": instant("10:00"), "end_time": instant("11:00")}]);
    assert_eq!(refused.body["error"]["details"]["conflicts"], conflict);
    assert!(!refused.text.contains(&id) && !refused.text.contains(&fixture.member));
}

#[tokio::test]
async fn of_parallel_identical_requests_exactly_one_is_made() {
    let fixture = RoomFixture::new().await;
    let mut tasks = JoinSet::new();
    for _ in 0..16 {
        let (app, wish) = (fixture.app.clone(), fixture.booking("10:00", "11:00"));
        tasks.spawn(async move { app.post("/bookings", wish).await.status });
    }
    let mut statuses = tasks.join_all().await;
    statuses.sort_unstable();
    assert_eq!((statuses[0], &statuses[1..]), (201, &[409; 15][..]));
}

#[tokio::test]
async fn buffers_keep_the_larger_gap_free() {
    let fixture = RoomFixture::with_room(json!({"buffer_before_minutes": 5, "buffer_after_minutes": 15})).await;
    fixture.booked("10:00", "11:00").await;
    assert_eq!(fixture.book("11:14", "12:00").await.refusal(), CONFLICT);
    assert_eq!(fixture.book("11:15", "12:00").await.status, 201);
    assert_eq!(fixture.book("09:00", "09:46").await.refusal(), CONFLICT);
    assert_eq!(fixture.book("09:00", "09:45").await.status, 201);
}

#[tokio::test]
async fn buffers_reach_across_midnight() {
    let fixture = RoomFixture::with_room(json!({"buffer_after_minutes": 60})).await;
    fixture.booked("2026-12-01T22:00:00Z", "2026-12-01T23:30:00Z").await;
    assert_eq!(fixture.book("2026-12-02T00:15:00Z", "2026-12-02T01:00:00Z").await.refusal(), CONFLICT);
    assert_eq!(fixture.book("2026-12-02T00:30:00Z", "2026-12-02T01:00:00Z").await.status, 201);
}

#[tokio::test]
async fn a_booking_of_several_days_takes_all_of_them() {
    let fixture = RoomFixture::new().await;
    fixture.booked("2026-12-01T12:00:00Z", "2026-12-05T12:00:00Z").await;
    for day in 2..=4 {
        let (from, to) = (format!("2026-12-0{day}T03:00:00Z"), format!("2026-12-0{day}T04:00:00Z"));
        assert_eq!(fixture.book(&from, &to).await.refusal(), CONFLICT, "day {day}");
    }
    assert_eq!(fixture.book("2026-12-05T12:00:00Z", "2026-12-05T13:00:00Z").await.status, 201);
}

#[tokio::test]
async fn as_many_fit_as_there_are_units() {
    let fixture = RoomFixture::with_room(json!({"units": 3, "type": "hot_desk"})).await;
    assert_eq!(fixture.book_with("10:00", "12:00", json!({"units": 2})).await.status, 201);
    assert_eq!(fixture.book_with("11:00", "13:00", json!({"units": 2})).await.refusal(), CONFLICT);
    assert_eq!(fixture.book("11:00", "13:00").await.status, 201);
    assert_eq!(fixture.book("11:30", "11:31").await.refusal(), CONFLICT);
    assert_eq!(fixture.book_with("12:00", "13:00", json!({"units": 2})).await.status, 201);
}

#[tokio::test]
async fn a_room_takes_its_parts_and_a_part_is_missing_from_the_room() {
    let fixture = RoomFixture::new().await;
    let left = fixture.resource("Left half", json!({"parent_resource_id": fixture.room})).await;
    let right = fixture.resource("Right half", json!({"parent_resource_id": fixture.room})).await;
    assert_eq!(fixture.book_with("10:00", "11:00", json!({"resource_id": left})).await.status, 201);
    assert_eq!(fixture.book("10:30", "11:30").await.refusal(), CONFLICT);
    assert_eq!(fixture.book_with("10:00", "11:00", json!({"resource_id": right})).await.status, 201);
    let whole = fixture.booked("12:00", "13:00").await;
    assert_eq!(fixture.book_with("12:30", "13:30", json!({"resource_id": right})).await.refusal(), CONFLICT);
    assert_eq!(fixture.act(&whole, "cancel").await.status, 200);
    assert_eq!(fixture.book_with("12:30", "13:30", json!({"resource_id": right})).await.status, 201);
}

#[tokio::test]
async fn several_resources_are_booked_all_or_none() {
    let fixture = RoomFixture::new().await;
    let screen = fixture.resource("Screen", json!({"type": "equipment"})).await;
    assert_eq!(fixture.book_with("10:00", "11:00", json!({"resource_id": screen})).await.status, 201);
    let both = json!({"additional_resource_ids": [screen]});
    let refused = fixture.book_with("10:30", "11:30", both.clone()).await;
    assert_eq!(refused.refusal(), CONFLICT);
    assert_eq!(refused.body["error"]["details"]["conflicts"][0]["resource_id"], json!(screen));
    assert_eq!(fixture.book("10:30", "11:30").await.status, 201);
    assert_eq!(fixture.book_with("12:00", "13:00", both).await.status, 201);
    assert_eq!(fixture.book_with("12:30", "13:30", json!({"resource_id": screen})).await.refusal(), CONFLICT);
}

#[tokio::test]
async fn holds_and_blocks_take_time_too() {
    let fixture = RoomFixture::new().await;
    let time = |from: &str, to: &str| json!({"resource_id": fixture.room, "start_time": instant(from), "end_time": instant(to)});
    let hold = fixture.app.post("/booking-holds", time("10:00", "11:00")).await;
    assert_eq!(hold.status, 201, "{}", hold.text);
    assert_eq!(fixture.book("10:30", "11:30").await.refusal(), CONFLICT);
    let redeemed = fixture.book_with("10:00", "11:00", json!({"hold_id": hold.id()})).await;
    assert_eq!(redeemed.status, 201, "{}", redeemed.text);
    assert_eq!(fixture.book_with("10:00", "11:00", json!({"hold_id": hold.id()})).await.status, 409);
    let block = fixture.app.post("/calendar-blocks", time("12:00", "14:00")).await;
    assert_eq!(block.status, 201, "{}", block.text);
    assert_eq!(fixture.book("13:00", "15:00").await.refusal(), CONFLICT);
    assert_eq!(fixture.app.post("/calendar-blocks", time("10:30", "12:00")).await.refusal(), CONFLICT);
    let path = format!("/calendar-blocks/{}", block.id());
    assert_eq!(fixture.app.put(&path, json!({"end_time": instant("13:00")})).await.status, 200);
    assert_eq!(fixture.book("13:00", "15:00").await.status, 201);
    assert_eq!(fixture.app.delete(&path).await.status, 200);
    assert_eq!(fixture.book("12:00", "13:00").await.status, 201);
}

#[tokio::test]
async fn a_hold_ends_by_itself() {
    let fixture = RoomFixture::new().await;
    let hold = json!({"resource_id": fixture.room, "start_time": instant("10:00"), "end_time": instant("11:00")});
    let hold = fixture.app.post("/booking-holds", hold).await;
    fixture.app.clock.advance(chrono::Duration::minutes(5));
    assert_eq!(
        fixture.book_with("10:00", "11:00", json!({"hold_id": hold.id()})).await.refusal(),
        "409 invalid_state"
    );
    assert_eq!(fixture.book("10:00", "11:00").await.status, 201);
}

#[tokio::test]
async fn an_assigned_office_is_not_bookable_in_its_days() {
    let fixture = RoomFixture::new().await;
    let office = fixture.resource("Office", json!({"type": "office"})).await;
    let assignment = json!({"resource_id": office, "customer_id": fixture.member, "start_date": "2026-12-01", "end_date": "2026-12-03"});
    assert_eq!(fixture.app.post("/resource-assignments", assignment).await.status, 201);
    assert_eq!(fixture.book_with("10:00", "11:00", json!({"resource_id": office})).await.refusal(), CONFLICT);
    let after =
        json!({"resource_id": office, "start_time": "2026-12-04T10:00:00Z", "end_time": "2026-12-04T11:00:00Z"});
    assert_eq!(fixture.book_with("10:00", "11:00", after).await.status, 201);
}

#[tokio::test]
async fn override_sets_policy_aside_but_never_what_is_taken() {
    let fixture = RoomFixture::with_room(json!({"min_minutes": 60})).await;
    assert_eq!(fixture.book("10:00", "10:30").await.refusal(), "422 rule_violation end_time too_short");
    let override_policy = json!({"override": true});
    let made = fixture.book_with("10:00", "10:30", override_policy.clone()).await;
    assert_eq!((made.status, &made.body["data"]["overridden"]), (201, &json!(true)));
    assert_eq!(fixture.book_with("10:15", "10:45", override_policy).await.refusal(), CONFLICT);
}

#[tokio::test]
async fn a_retry_with_the_same_key_finds_its_own_booking() {
    let fixture = RoomFixture::new().await;
    let wish = fixture.booking("10:00", "11:00");
    let first = fixture.app.send("POST", "/bookings", Some(wish.clone()), &[("idempotency-key", "one")]).await;
    let again = fixture.app.send("POST", "/bookings", Some(wish), &[("idempotency-key", "one")]).await;
    assert_eq!((first.status, again.status), (201, 201));
    assert_eq!(first.text, again.text);
    assert_eq!(again.header("idempotent-replayed"), "true");
}

#[tokio::test]
async fn a_hold_takes_no_more_units_than_there_are_and_names_what_exists() {
    let fixture = RoomFixture::new().await;
    let nobody = "0199a000-0000-7000-8000-00000000dead";
    for (field, value, refusal) in [
        ("units", json!(2), "422 rule_violation units over_units"),
        ("resource_id", json!(nobody), "422 rule_violation resource_id reference_not_found"),
        ("customer_id", json!(nobody), "422 rule_violation customer_id reference_not_found"),
        ("end_time", json!(instant("10:00")), "422 rule_violation end_time end_not_after_start"),
        ("hold_minutes", json!(31), "400 validation_error hold_minutes out_of_range"),
    ] {
        let mut hold =
            json!({"resource_id": fixture.room, "start_time": instant("10:00"), "end_time": instant("11:00")});
        hold[field] = value;
        assert_eq!(fixture.app.post("/booking-holds", hold).await.refusal(), refusal, "{field}");
    }
    assert_eq!(fixture.book("10:00", "11:00").await.status, 201, "a refused hold takes nothing");
}

#[tokio::test]
async fn a_hold_is_of_what_could_be_booked() {
    let fixture = RoomFixture::new().await;
    let time = json!({"resource_id": fixture.room, "start_time": instant("10:00"), "end_time": instant("11:00")});
    let path = format!("/resources/{}", fixture.room);
    assert_eq!(fixture.app.put(&path, json!({"is_active": false})).await.status, 200);
    let refused = fixture.app.post("/booking-holds", time.clone()).await;
    assert_eq!(refused.refusal(), "422 rule_violation resource_id resource_inactive");
    assert_eq!(fixture.app.put(&path, json!({"is_active": true})).await.status, 200);
    // Opening hours are policy, which depends on who books: the booking is judged by it, not the hold.
    let closed = json!({"schedule": {"default": [{"weekday": "monday", "opens": "08:00", "closes": "09:00"}]}});
    assert_eq!(fixture.app.put(&path, closed).await.status, 200);
    let hold = fixture.app.post("/booking-holds", time).await;
    assert_eq!(hold.status, 201, "{}", hold.text);
    let refused = fixture.book_with("10:00", "11:00", json!({"hold_id": hold.id()})).await;
    assert_eq!(refused.refusal(), "422 rule_violation start_time outside_opening_hours");
}

#[tokio::test]
async fn a_part_that_came_after_a_booking_is_taken_by_the_next_one() {
    let fixture = RoomFixture::new().await;
    let first = fixture.booked("08:00", "09:00").await;
    fixture.act(&first, "cancel").await;
    // The process remembers the room without children. The next booking must notice that it has one.
    let part = fixture.resource("Part", json!({"parent_resource_id": fixture.room})).await;
    let part_of = json!({"resource_id": part});
    assert_eq!(fixture.book_with("10:00", "11:00", part_of.clone()).await.status, 201);
    assert_eq!(fixture.book("10:30", "11:30").await.refusal(), CONFLICT);
    fixture.booked("12:00", "13:00").await;
    assert_eq!(fixture.book_with("12:30", "13:30", part_of).await.refusal(), CONFLICT);
}

#[tokio::test]
async fn a_booking_of_a_part_of_its_hold_frees_the_rest_of_it_on_every_day() {
    let fixture = RoomFixture::new().await;
    let time =
        json!({"resource_id": fixture.room, "start_time": "2026-12-01T10:00:00Z", "end_time": "2026-12-04T10:00:00Z"});
    let hold = fixture.app.post("/booking-holds", time).await.id();
    let days = json!({"start_time": "2026-12-03T10:00:00Z", "end_time": "2026-12-03T11:00:00Z"});
    assert_eq!(fixture.book_with("10:00", "11:00", days.clone()).await.refusal(), CONFLICT);
    assert_eq!(fixture.book_with("10:00", "11:00", json!({"hold_id": hold})).await.status, 201);
    assert_eq!(fixture.book_with("10:00", "11:00", days).await.status, 201);
}

#[tokio::test]
async fn of_parallel_bookings_of_one_hold_exactly_one_is_made_and_the_others_are_told_that_it_ended() {
    let fixture = RoomFixture::new().await;
    let time = json!({"resource_id": fixture.room, "start_time": instant("10:00"), "end_time": instant("11:00")});
    let hold = fixture.app.post("/booking-holds", time).await.id();
    let mut wish = fixture.booking("10:00", "11:00");
    wish["hold_id"] = json!(hold);
    let mut tasks = JoinSet::new();
    for _ in 0..16 {
        let (app, wish) = (fixture.app.clone(), wish.clone());
        tasks.spawn(async move { app.post("/bookings", wish).await.refusal() });
    }
    let refusals = tasks.join_all().await;
    assert_eq!(refusals.iter().filter(|refusal| *refusal == "409 invalid_state").count(), 15, "{refusals:?}");
}
