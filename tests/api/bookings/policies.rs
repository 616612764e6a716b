//! Each resource of a booking is judged by its own policy, whichever is named first.

use serde_json::{Value, json};
use tests::{RoomFixture, accepted, instant, with};

const CONFLICT: &str = "409 booking_conflict start_time booking_conflict";
const COOLDOWN: &str = "422 rule_violation start_time cooldown";
const TOO_MANY: &str = "422 rule_violation customer_id too_many_free_bookings";

/// A cancellation costs half of the price from two weeks before the start on.
fn half() -> Value {
    json!({"free_minutes": 20_160, "public_ladder": [{"minutes_before": 20_160, "fee_percent": 50}]})
}

/// A room with these fields, and a projector that is free and has no rules, which is named first.
async fn behind_a_projector(room: Value) -> (RoomFixture, String, Value) {
    let fixture = RoomFixture::with_room(room).await;
    let projector = fixture.resource("Projector", json!({"type": "equipment"})).await;
    let both = json!({"resource_id": projector, "additional_resource_ids": [fixture.room]});
    (fixture, projector, both)
}

/// Field and reason of what a quote says against a booking.
async fn quoted(fixture: &RoomFixture, from: &str, to: &str, fields: &Value) -> Vec<String> {
    let quote = fixture.app.post("/bookings/quote", with(fixture.booking(from, to), fields)).await;
    accepted(&quote, 200);
    let rules = quote.body["data"]["violations"].as_array().cloned().unwrap_or_default();
    rules.iter().map(|rule| format!("{} {}", rule["field"], rule["reason"]).replace('"', "")).collect()
}

#[tokio::test]
async fn a_cancellation_costs_of_each_resource_its_own_fee_on_its_own_share() {
    let fixture =
        RoomFixture::with_room(json!({"cancellation_policy": half(), "rates": [{"unit_amount": 40}], "tax_rate": 21}))
            .await;
    let whole = json!({"cancellation_policy": {"free_minutes": 20_160}, "rates": [{"unit_amount": 10}]});
    let (screen, table) = (
        fixture.resource("Screen", whole).await,
        fixture.resource("Table", json!({"rates": [{"unit_amount": 5}]})).await,
    );
    let all = [&fixture.room, &screen, &table];
    for first in 0..3 {
        let others: Vec<_> = (0..3).filter(|other| *other != first).map(|other| all[other]).collect();
        let wish = json!({"resource_id": all[first], "additional_resource_ids": others});
        let quote = fixture.app.post("/bookings/quote", with(fixture.booking("10:00", "11:00"), &wish)).await;
        let made = fixture.book_with("10:00", "11:00", with(wish, &json!({"quote_id": quote.id()}))).await;
        accepted(&made, 201);
        assert_eq!(made.body["data"]["total_amount"], 63.4);
        let asked = fixture.act(&made.id(), "quote-cancel").await;
        let data = &asked.body["data"];
        // Half of 48.40, all of 10, and nothing of 5.
        assert_eq!((&data["fee"], &data["refund"]), (&json!(34.2), &json!(29.2)), "{first}");
        let cancelled = fixture.act(&made.id(), "cancel").await;
        assert_eq!(cancelled.body["data"]["cancellation_fee"].as_f64(), Some(34.2), "{first}");
    }
}

#[tokio::test]
async fn a_no_show_costs_of_each_resource_what_its_own_policy_says() {
    let policy = json!({"free_minutes": 60, "no_show_fee_percent": 25});
    let (fixture, projector, both) =
        behind_a_projector(json!({"cancellation_policy": policy, "rates": [{"unit_amount": 40}]})).await;
    let priced = json!({"cancellation_policy": {"free_minutes": 60}, "rates": [{"unit_amount": 10}]});
    accepted(&fixture.app.put(&format!("/resources/{projector}"), priced).await, 200);
    let id = fixture.book_with("10:00", "11:00", both).await.id();
    fixture.clock("10:30");
    assert_eq!(fixture.act(&id, "no-show").await.body["data"]["cancellation_fee"].as_f64(), Some(20.0));
}

#[tokio::test]
async fn the_fee_window_of_an_additional_resource_keeps_a_booking_from_moving() {
    let (fixture, _, both) =
        behind_a_projector(json!({"cancellation_policy": half(), "rates": [{"unit_amount": 40}]})).await;
    let id = fixture.book_with("10:00", "11:00", both).await.id();
    let moved = fixture.reschedule(&id, json!({"start_time": instant("12:00")})).await;
    assert_eq!(moved.refusal(), "422 rule_violation start_time fee_window");
}

#[tokio::test]
async fn the_cooldown_of_an_additional_resource_is_kept() {
    let (fixture, projector, both) = behind_a_projector(json!({"cooldown_minutes": 30})).await;
    accepted(&fixture.book_with("10:00", "11:00", both.clone()).await, 201);
    for wish in [&both, &json!({})] {
        assert_eq!(fixture.book_with("11:10", "12:00", wish.clone()).await.refusal(), COOLDOWN, "{wish}");
        assert_eq!(quoted(&fixture, "11:10", "12:00", wish).await, ["start_time cooldown"], "{wish}");
    }
    let alone = json!({"resource_id": projector});
    accepted(&fixture.book_with("11:10", "12:00", alone).await, 201);
    let later = fixture.book_with("14:00", "15:00", both).await.id();
    assert_eq!(fixture.reschedule(&later, json!({"start_time": instant("11:15")})).await.refusal(), COOLDOWN);
}

#[tokio::test]
async fn free_bookings_of_an_additional_resource_are_limited_although_another_one_costs_something() {
    let (fixture, projector, both) = behind_a_projector(json!({"max_free_bookings": 1})).await;
    let priced = json!({"rates": [{"unit_amount": 1}]});
    accepted(&fixture.app.put(&format!("/resources/{projector}"), priced).await, 200);
    let first = fixture.book_with("10:00", "11:00", both.clone()).await.id();
    for wish in [&both, &json!({})] {
        assert_eq!(fixture.book_with("12:00", "13:00", wish.clone()).await.refusal(), TOO_MANY, "{wish}");
        assert_eq!(quoted(&fixture, "12:00", "13:00", wish).await, ["customer_id too_many_free_bookings"], "{wish}");
    }
    // A move does not count against itself, and gives the place back where it leaves the room.
    accepted(&fixture.reschedule(&first, json!({"start_time": instant("12:00")})).await, 200);
    accepted(&fixture.reschedule(&first, json!({"additional_resource_ids": []})).await, 200);
    let second = fixture.book_with("14:00", "15:00", both.clone()).await.id();
    let back = fixture.reschedule(&first, json!({"additional_resource_ids": [fixture.room]})).await;
    assert_eq!(back.refusal(), TOO_MANY);
    accepted(&fixture.act(&second, "cancel").await, 200);
    accepted(&fixture.book_with("16:00", "17:00", both).await, 201);
}

#[tokio::test]
async fn each_resource_keeps_its_own_buffers_in_its_own_calendar() {
    let (fixture, projector, both) = behind_a_projector(json!({"buffer_after_minutes": 30})).await;
    let of_projector = json!({"resource_id": projector});
    let swapped = json!({"additional_resource_ids": [projector]});
    for (wish, day) in [(both.clone(), "02"), (swapped, "03")] {
        let at = |time: &str| format!("2026-12-{day}T{time}:00Z");
        accepted(&fixture.book_with(&at("10:00"), &at("11:00"), wish).await, 201);
        assert_eq!(fixture.book(&at("11:10"), &at("12:00")).await.refusal(), CONFLICT, "{day}");
        accepted(&fixture.book_with(&at("11:00"), &at("12:00"), of_projector.clone()).await, 201);
        accepted(&fixture.book(&at("11:30"), &at("12:00")).await, 201);
    }
    // The gap reaches into the next day, and goes with the booking.
    let late = fixture.book_with("22:00", "23:45", both).await.id();
    let (from, to) = ("2026-12-02T00:00:00Z", "2026-12-02T01:00:00Z");
    assert_eq!(fixture.book(from, to).await.refusal(), CONFLICT);
    accepted(&fixture.act(&late, "cancel").await, 200);
    accepted(&fixture.book(from, to).await, 201);
}

#[tokio::test]
async fn a_child_that_is_taken_with_its_parent_keeps_its_buffers_and_availability_knows() {
    let fixture = RoomFixture::new().await;
    let part = fixture.resource("Part", json!({"parent_resource_id": fixture.room, "buffer_after_minutes": 30})).await;
    let of_part = json!({"resource_id": part});
    fixture.booked("10:00", "11:00").await;
    assert_eq!(fixture.book_with("11:10", "12:00", of_part.clone()).await.refusal(), CONFLICT);
    accepted(&fixture.book_with("11:30", "12:00", of_part.clone()).await, 201);
    // Before something in the child, the booking of the hall leaves the child's gap too.
    accepted(&fixture.book_with("15:00", "16:00", of_part).await, 201);
    let window = format!("from={}&to={}&duration_minutes=60", instant("13:00"), instant("18:00"));
    let free = fixture.app.get(&format!("/resources/{}/availability?{window}", fixture.room)).await;
    accepted(&free, 200);
    let starts = free.body["data"]["start_times"].as_array().unwrap().clone();
    for (from, to, is_free) in
        [("13:30", "14:30", true), ("13:45", "14:45", false), ("16:15", "17:15", false), ("16:30", "17:30", true)]
    {
        assert_eq!(starts.contains(&json!(instant(from))), is_free, "{from} {starts:?}");
        let booked = fixture.book(from, to).await;
        assert_eq!(booked.status, if is_free { 201 } else { 409 }, "{from} {}", booked.text);
        if is_free {
            accepted(&fixture.act(&booked.id(), "cancel").await, 200);
        }
    }
    let held = json!({"resource_id": fixture.room, "start_time": instant("13:45"), "end_time": instant("14:45")});
    assert_eq!(fixture.app.post("/booking-holds", held).await.refusal(), CONFLICT);
}

#[tokio::test]
async fn people_check_in_where_an_additional_resource_asks_for_it() {
    let check_in = json!({"enabled": true, "opens_minutes": 10, "auto_release_minutes": 15});
    let (fixture, _, both) = behind_a_projector(json!({"check_in": check_in})).await;
    let missed = fixture.book_with("10:00", "11:00", both.clone()).await.id();
    let kept = fixture.book_with("12:00", "13:00", both).await.id();
    fixture.clock("10:14");
    assert_eq!(fixture.status(&missed).await, "confirmed");
    fixture.clock("10:15");
    assert_eq!(fixture.status(&missed).await, "cancelled");
    fixture.clock("11:49");
    assert_eq!(fixture.act(&kept, "check-in").await.refusal(), "409 invalid_state");
    fixture.clock("11:50");
    accepted(&fixture.act(&kept, "check-in").await, 200);
    fixture.clock("12:20");
    assert_eq!(fixture.status(&kept).await, "confirmed");
}

#[tokio::test]
async fn resources_that_change_places_in_a_move_keep_what_was_agreed_for_each() {
    let policy = |fee: u32| json!({"free_minutes": 60, "public_ladder": [{"minutes_before": 60, "fee_percent": fee}]});
    let room = json!({"cancellation_policy": policy(50), "rates": [{"unit_amount": 40}], "cooldown_minutes": 30});
    let (fixture, projector, both) = behind_a_projector(room).await;
    let made = fixture.book_with("10:00", "11:00", both).await;
    accepted(&made, 201);
    let snapshots = |booking: &Value| {
        (
            booking["data"]["policy_snapshot"].clone(),
            booking["data"]["additional_policy_snapshots"][0].clone(),
        )
    };
    let (of_projector, of_room) = snapshots(&made.body);
    assert_eq!(of_room["cancellation_policy"]["public_ladder"][0]["fee_percent"], 50);
    let today = json!({"cancellation_policy": policy(90), "cooldown_minutes": 0});
    accepted(&fixture.app.put(&format!("/resources/{}", fixture.room), today).await, 200);
    let swapped = fixture
        .reschedule(&made.id(), json!({"resource_id": fixture.room, "additional_resource_ids": [projector]}))
        .await;
    accepted(&swapped, 200);
    assert_eq!(snapshots(&swapped.body), (of_room, of_projector));
    fixture.clock("09:30");
    assert_eq!(fixture.act(&made.id(), "cancel").await.body["data"]["cancellation_fee"].as_f64(), Some(20.0));
}
