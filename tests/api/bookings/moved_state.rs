//! What a move leaves of what was approved, checked in to and allowed.

use serde_json::json;
use tests::{RoomFixture, accepted, instant};

#[tokio::test]
async fn more_units_of_what_was_only_additional_are_approved_anew() {
    let fixture = RoomFixture::new().await;
    let tables = fixture.resource("Tables", json!({"type": "equipment", "units": 5})).await;
    let pool = fixture.resource("Pool", json!({"units": 10, "requires_approval": true})).await;
    let both = json!({"resource_id": tables, "units": 5, "additional_resource_ids": [pool]});
    let id = fixture.book_with("10:00", "11:00", both).await.id();
    accepted(&fixture.act(&id, "confirm").await, 200);
    let swapped = fixture.reschedule(&id, json!({"resource_id": pool, "additional_resource_ids": [tables]})).await;
    accepted(&swapped, 200);
    assert_eq!(swapped.body["data"]["status"], "pending");
}

#[tokio::test]
async fn a_booking_that_moves_to_another_start_is_checked_in_to_anew() {
    let check_in = json!({"enabled": true, "opens_minutes": 60, "auto_release_minutes": 5});
    let fixture = RoomFixture::with_room(json!({"check_in": check_in})).await;
    let id = fixture.booked("10:00", "11:00").await;
    fixture.clock("09:30");
    accepted(&fixture.act(&id, "check-in").await, 200);
    let moved = fixture.reschedule(&id, json!({"start_time": instant("15:00")})).await;
    accepted(&moved, 200);
    assert_eq!(moved.body["data"]["checked_in_at"], json!(null));
    fixture.clock("15:06");
    assert_eq!(fixture.status(&id).await, "cancelled");
}

#[tokio::test]
async fn a_pending_booking_gets_no_more_time_to_be_approved_by_a_move() {
    let fixture = RoomFixture::with_room(json!({"requires_approval": true})).await;
    let made = fixture.book("10:00", "11:00").await;
    accepted(&made, 201);
    let until = made.body["data"]["hold_expires_at"].clone();
    assert!(until.is_string(), "{}", made.text);
    fixture.app.clock.advance(chrono::Duration::minutes(30));
    for body in [json!({}), json!({"start_time": instant("12:00")})] {
        let moved = fixture.reschedule(&made.id(), body).await;
        accepted(&moved, 200);
        assert_eq!(moved.body["data"]["hold_expires_at"], until);
    }
}

#[tokio::test]
async fn a_running_booking_gets_no_more_time_to_check_in_by_a_change_of_nothing() {
    let check_in = json!({"enabled": true, "opens_minutes": 10, "auto_release_minutes": 15});
    let fixture = RoomFixture::with_room(json!({"check_in": check_in})).await;
    let id = fixture.booked("10:00", "11:00").await;
    fixture.clock("10:10");
    accepted(&fixture.reschedule(&id, json!({})).await, 200);
    fixture.clock("10:16");
    assert_eq!(fixture.status(&id).await, "cancelled");
}

#[tokio::test]
async fn a_blocked_member_takes_no_other_time() {
    let fixture = RoomFixture::new().await;
    let id = fixture.booked("10:00", "11:00").await;
    accepted(&fixture.app.post(&format!("/members/{}/block", fixture.member), json!({})).await, 200);
    let moved = fixture.reschedule(&id, json!({"start_time": instant("12:00")})).await;
    assert_eq!(moved.refusal(), "422 rule_violation customer_id customer_blocked");
    assert_eq!(fixture.app.get(&format!("/bookings/{id}")).await.body["data"]["start_time"], instant("10:00"));
}

#[tokio::test]
async fn a_booking_at_the_limit_of_a_record_is_cancelled_all_the_same() {
    let fixture = RoomFixture::new().await;
    let keys = |bytes: usize| {
        let texts = (0..bytes.div_ceil(1_500)).map(|number| (format!("k{number}"), json!("€".repeat(500))));
        json!(texts.collect::<serde_json::Map<_, _>>())
    };
    let mut bytes = 44 * 1024;
    let id = loop {
        let answer = fixture.book_with("10:00", "11:00", json!({"metadata": keys(bytes)})).await;
        if answer.status == 201 {
            break answer.id();
        }
        assert_eq!(answer.refusal(), "422 rule_violation body record_too_large");
        bytes -= 1_500;
    };
    let rest = "x".repeat(500);
    // As full as its texts make it.
    for number in 0..49 {
        let before = fixture.app.get(&format!("/bookings/{id}")).await.body["data"]["metadata"].clone();
        let mut more = before.clone();
        more[format!("m{number}")] = json!(rest);
        if fixture.app.put(&format!("/bookings/{id}"), json!({"metadata": more})).await.status != 200 {
            break;
        }
    }
    let cancelled = fixture.app.post(&format!("/bookings/{id}/cancel"), json!({"comment": "We are ill."})).await;
    accepted(&cancelled, 200);
}
