//! How often one customer books one resource: cooldown, and bookings free of charge at a time.

use chrono::Duration;
use serde_json::json;
use tests::{RoomFixture, instant};
use tokio::task::JoinSet;

const COOLDOWN: &str = "422 rule_violation start_time cooldown";
const TOO_MANY: &str = "422 rule_violation customer_id too_many_free_bookings";

#[tokio::test]
async fn a_customer_keeps_the_cooldown_between_two_bookings_and_others_do_not() {
    let fixture = RoomFixture::with_room(json!({"cooldown_minutes": 30})).await;
    let other = fixture.another_member().await;
    fixture.booked("10:00", "11:00").await;
    assert_eq!(fixture.book("11:29", "12:00").await.refusal(), COOLDOWN);
    assert_eq!(fixture.book("09:00", "09:31").await.refusal(), COOLDOWN);
    assert_eq!(fixture.quoted("11:29", "12:00").await, ["start_time cooldown"]);
    assert_eq!(fixture.quoted("11:30", "12:00").await, Vec::<String>::new());
    assert_eq!(fixture.book("11:30", "12:00").await.status, 201);
    assert_eq!(fixture.book("09:00", "09:30").await.status, 201);
    assert_eq!(fixture.book_with("11:00", "11:30", json!({"customer_id": other})).await.status, 201);
    let elsewhere = fixture.resource("Other room", json!({"cooldown_minutes": 30})).await;
    assert_eq!(fixture.book_with("11:00", "11:30", json!({"resource_id": elsewhere})).await.status, 201);
}

#[tokio::test]
async fn the_cooldown_is_policy_that_an_override_sets_aside_and_no_answer_tells_whose_booking_it_was() {
    let fixture = RoomFixture::with_room(json!({"cooldown_minutes": 60, "units": 2})).await;
    let first = fixture.booked("10:00", "11:00").await;
    let refused = fixture.book("10:00", "11:00").await;
    assert_eq!(refused.refusal(), COOLDOWN, "two at a time are no cooldown either");
    assert!(!refused.text.contains(&first) && !refused.text.contains(&fixture.member));
    assert_eq!(fixture.book_with("11:10", "12:00", json!({"override": true})).await.status, 201);
}

#[tokio::test]
async fn what_is_cancelled_or_expired_leaves_no_cooldown() {
    let fixture = RoomFixture::with_room(json!({"cooldown_minutes": 30, "requires_approval": true})).await;
    let declined = fixture.booked("10:00", "11:00").await;
    assert_eq!(fixture.act(&declined, "decline").await.status, 200);
    fixture.booked("11:10", "12:00").await;
    assert_eq!(fixture.book("12:10", "13:00").await.refusal(), COOLDOWN);
    fixture.app.clock.advance(Duration::hours(24));
    assert_eq!(fixture.book("12:10", "13:00").await.status, 201);
}

#[tokio::test]
async fn a_moved_booking_keeps_its_distance_from_the_others_and_not_from_itself() {
    let fixture = RoomFixture::with_room(json!({"cooldown_minutes": 30})).await;
    let moving = fixture.booked("08:00", "09:00").await;
    fixture.booked("10:00", "11:00").await;
    let to = |from: &str, to: &str| json!({"start_time": instant(from), "end_time": instant(to)});
    assert_eq!(fixture.reschedule(&moving, to("08:31", "09:31")).await.refusal(), COOLDOWN);
    assert_eq!(fixture.reschedule(&moving, to("08:30", "09:30")).await.status, 200);
    let override_policy = json!({"start_time": instant("08:45"), "end_time": instant("09:45"), "override": true});
    assert_eq!(fixture.reschedule(&moving, override_policy).await.status, 200);
}

#[tokio::test]
async fn a_policy_with_a_cooldown_reaches_bookings_that_were_made_before_it() {
    let fixture = RoomFixture::new().await;
    fixture.booked("10:00", "11:00").await;
    let path = format!("/resources/{}", fixture.room);
    assert_eq!(fixture.app.put(&path, json!({"cooldown_minutes": 30})).await.status, 200);
    assert_eq!(fixture.book("11:00", "12:00").await.refusal(), COOLDOWN);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_parallel_bookings_within_a_cooldown_across_midnight_one_is_made() {
    let fixture = RoomFixture::with_room(json!({"cooldown_minutes": 90, "units": 16})).await;
    let mut tasks = JoinSet::new();
    for number in 0..16 {
        // Eight before midnight and eight after it: only the cooldown brings a booking into the other day's item.
        let (from, to) = if number % 2 == 0 {
            ("2026-12-01T23:00:00Z", "2026-12-01T23:30:00Z")
        } else {
            ("2026-12-02T00:10:00Z", "2026-12-02T00:40:00Z")
        };
        let (app, wish) = (fixture.app.clone(), fixture.booking(from, to));
        tasks.spawn(async move { app.post("/bookings", wish).await.refusal() });
    }
    let mut answers = tasks.join_all().await;
    answers.sort();
    let mut expected = vec![COOLDOWN; 15];
    expected.insert(0, "201 ");
    assert_eq!(answers, expected);
}

#[tokio::test]
async fn a_customer_has_so_many_free_bookings_of_a_resource_at_a_time() {
    let fixture = RoomFixture::with_room(json!({"max_free_bookings": 2})).await;
    let other = fixture.another_member().await;
    fixture.booked("10:00", "11:00").await;
    assert_eq!(fixture.quoted("12:00", "13:00").await, Vec::<String>::new());
    let second = fixture.booked("12:00", "13:00").await;
    assert_eq!(fixture.book("14:00", "15:00").await.refusal(), TOO_MANY);
    assert_eq!(fixture.quoted("14:00", "15:00").await, ["customer_id too_many_free_bookings"]);
    assert_eq!(fixture.book_with("14:00", "15:00", json!({"customer_id": other})).await.status, 201);
    let elsewhere = fixture.resource("Other room", json!({"max_free_bookings": 1})).await;
    assert_eq!(fixture.book_with("14:00", "15:00", json!({"resource_id": elsewhere})).await.status, 201);
    assert_eq!(fixture.act(&second, "cancel").await.status, 200);
    assert_eq!(fixture.book("16:00", "17:00").await.status, 201);
    assert_eq!(fixture.book("18:00", "19:00").await.refusal(), TOO_MANY);
    fixture.clock("11:00");
    assert_eq!(fixture.book("18:00", "19:00").await.status, 201, "what is over counts no longer");
}

#[tokio::test]
async fn bookings_that_cost_something_are_not_limited_and_do_not_count() {
    let rates = json!([{"from_minutes": 0}, {"from_minutes": 60, "unit_amount": 10}]);
    let fixture = RoomFixture::with_room(json!({"max_free_bookings": 1, "rates": rates})).await;
    fixture.booked("10:00", "11:00").await;
    fixture.booked("12:00", "13:00").await;
    fixture.booked("14:00", "14:30").await;
    assert_eq!(fixture.book("16:00", "16:30").await.refusal(), TOO_MANY);
    assert_eq!(fixture.book("16:00", "17:00").await.status, 201);
}

#[tokio::test]
async fn an_override_makes_more_free_bookings_and_they_count() {
    let fixture = RoomFixture::with_room(json!({"max_free_bookings": 2})).await;
    fixture.booked("10:00", "11:00").await;
    assert_eq!(fixture.book_with("12:00", "13:00", json!({"override": true})).await.status, 201);
    assert_eq!(fixture.book("14:00", "15:00").await.refusal(), TOO_MANY);
    assert_eq!(fixture.book_with("14:00", "15:00", json!({"override": true})).await.status, 201);
}

#[tokio::test]
async fn a_free_booking_counts_until_it_is_declined_expired_released_or_left_early() {
    let check_in = json!({"enabled": true, "opens_minutes": 0, "auto_release_minutes": 15});
    let fixture =
        RoomFixture::with_room(json!({"max_free_bookings": 1, "requires_approval": true, "check_in": check_in})).await;
    let declined = fixture.booked("10:00", "11:00").await;
    assert_eq!(fixture.book("12:00", "13:00").await.refusal(), TOO_MANY);
    assert_eq!(fixture.act(&declined, "decline").await.status, 200);
    fixture.booked("10:00", "11:00").await;
    assert_eq!(fixture.book("12:00", "13:00").await.refusal(), TOO_MANY);
    fixture.app.clock.advance(Duration::hours(24));
    let released = fixture.booked("12:00", "13:00").await;
    assert_eq!(fixture.act(&released, "confirm").await.status, 200);
    fixture.clock("12:14");
    assert_eq!(fixture.book("14:00", "15:00").await.refusal(), TOO_MANY, "confirmed, it no longer expires");
    fixture.clock("12:15");
    let left = fixture.booked("14:00", "15:00").await;
    assert_eq!(fixture.act(&left, "confirm").await.status, 200);
    fixture.clock("14:05");
    assert_eq!(fixture.act(&left, "check-in").await.status, 200);
    fixture.clock("14:20");
    assert_eq!(fixture.book("16:00", "17:00").await.refusal(), TOO_MANY, "checked in, it is not released");
    assert_eq!(fixture.act(&left, "check-out").await.status, 200);
    let missed = fixture.booked("16:00", "17:00").await;
    assert_eq!(fixture.act(&missed, "confirm").await.status, 200);
    fixture.clock("16:05");
    assert_eq!(fixture.act(&missed, "no-show").await.status, 200);
    assert_eq!(fixture.book("18:00", "19:00").await.status, 201);
}

#[tokio::test]
async fn a_moved_booking_does_not_count_against_itself_and_counts_where_it_moves_to() {
    let fixture = RoomFixture::with_room(json!({"max_free_bookings": 1})).await;
    let other = fixture.resource("Other room", json!({"max_free_bookings": 1})).await;
    let id = fixture.booked("10:00", "11:00").await;
    let later = json!({"start_time": instant("12:00"), "end_time": instant("13:00")});
    assert_eq!(fixture.reschedule(&id, later).await.status, 200);
    assert_eq!(fixture.reschedule(&id, json!({"resource_id": other})).await.status, 200);
    assert_eq!(fixture.book_with("14:00", "15:00", json!({"resource_id": other})).await.refusal(), TOO_MANY);
    let second = fixture.booked("10:00", "11:00").await;
    assert_eq!(fixture.reschedule(&second, json!({"resource_id": other})).await.refusal(), TOO_MANY);
    assert_eq!(fixture.reschedule(&second, json!({"resource_id": other, "override": true})).await.status, 200);
    assert_eq!(fixture.act(&id, "cancel").await.status, 200);
    assert_eq!(fixture.book_with("14:00", "15:00", json!({"resource_id": other})).await.refusal(), TOO_MANY);
    assert_eq!(fixture.book("10:00", "11:00").await.status, 201, "it left the room");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_sixteen_parallel_free_bookings_as_many_are_made_as_the_limit_says() {
    let fixture = RoomFixture::with_room(json!({"max_free_bookings": 3})).await;
    let mut tasks = JoinSet::new();
    for number in 0..16 {
        let (from, to) =
            (format!("2026-12-{:02}T10:00:00Z", number + 1), format!("2026-12-{:02}T11:00:00Z", number + 1));
        let (app, wish) = (fixture.app.clone(), fixture.booking(&from, &to));
        tasks.spawn(async move { app.post("/bookings", wish).await.refusal() });
    }
    let mut answers = tasks.join_all().await;
    answers.sort();
    let expected: Vec<&str> = std::iter::repeat_n("201 ", 3).chain(std::iter::repeat_n(TOO_MANY, 13)).collect();
    assert_eq!(answers, expected);
}

#[tokio::test]
async fn the_merchants_defaults_hold_for_new_resources() {
    let fixture = RoomFixture::new().await;
    let defaults = json!({"booking_defaults": {"cooldown_minutes": 15, "max_free_bookings": 4}});
    assert_eq!(fixture.app.put("/merchant", defaults).await.status, 200);
    let room = fixture.resource("New room", json!({})).await;
    let room = fixture.app.get(&format!("/resources/{room}")).await.body["data"].clone();
    assert_eq!((&room["cooldown_minutes"], &room["max_free_bookings"]), (&json!(15), &json!(4)));
}
