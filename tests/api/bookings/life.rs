//! The states of a booking: how it begins, what changes it, how it ends.

use chrono::Duration;
use serde_json::json;
use tests::{RoomFixture, instant};
use values::Timestamp;

#[tokio::test]
async fn a_resource_with_only_its_required_fields_is_bookable_at_once() {
    let fixture = RoomFixture::new().await;
    let made = fixture.book("10:00", "11:00").await;
    assert_eq!(made.status, 201, "{}", made.text);
    let data = &made.body["data"];
    assert_eq!(data["status"], "confirmed");
    assert_eq!(data["start_time"], instant("10:00"));
    assert_eq!(data["total_amount"], 0);
    assert_eq!(data["currency"], "EUR");
    assert_eq!(data["attendees"], 1);
    let got = fixture.app.get(&format!("/bookings/{}", made.id())).await;
    assert_eq!(got.body["data"], *data);
}

#[tokio::test]
async fn a_resource_that_needs_approval_makes_bookings_pending_until_somebody_confirms() {
    let fixture = RoomFixture::with_room(json!({"requires_approval": true})).await;
    let id = fixture.booked("10:00", "11:00").await;
    assert_eq!(fixture.status(&id).await, "pending");
    assert_eq!(fixture.book("10:30", "11:30").await.refusal(), "409 booking_conflict start_time booking_conflict");
    let confirmed = fixture.act(&id, "confirm").await;
    assert_eq!(confirmed.body["data"]["status"], "confirmed");
    assert_eq!(fixture.act(&id, "confirm").await.refusal(), "409 invalid_state");
    assert_eq!(fixture.act(&id, "decline").await.refusal(), "409 invalid_state");
}

#[tokio::test]
async fn a_declined_booking_frees_its_time() {
    let fixture = RoomFixture::with_room(json!({"requires_approval": true})).await;
    let id = fixture.booked("10:00", "11:00").await;
    let declined = fixture.act(&id, "decline").await;
    assert_eq!(declined.body["data"]["cancellation_reason"], "declined");
    assert_eq!(fixture.book("10:00", "11:00").await.status, 201);
}

#[tokio::test]
async fn a_pending_booking_expires_at_its_deadline_and_its_time_is_free_without_any_sweep() {
    let fixture = RoomFixture::with_room(json!({"requires_approval": true})).await;
    let id = fixture.booked("10:00", "11:00").await;
    fixture.app.clock.advance(Duration::hours(24));
    let expired = fixture.app.get(&format!("/bookings/{id}")).await;
    assert_eq!(expired.body["data"]["status"], "cancelled");
    assert_eq!(expired.body["data"]["cancellation_reason"], "expired");
    assert_eq!(fixture.act(&id, "confirm").await.refusal(), "409 invalid_state");
    assert_eq!(fixture.book("10:00", "11:00").await.status, 201);
}

#[tokio::test]
async fn a_confirmed_booking_is_completed_when_its_time_is_over() {
    let fixture = RoomFixture::new().await;
    let id = fixture.booked("10:00", "11:00").await;
    fixture.app.clock.set(Timestamp::parse(&instant("11:00")).unwrap());
    assert_eq!(fixture.status(&id).await, "completed");
    assert_eq!(fixture.act(&id, "cancel").await.refusal(), "409 invalid_state");
    for (status, count) in [("completed", 1), ("confirmed", 0), ("cancelled", 0), ("pending", 0)] {
        let list = fixture.app.get(&format!("/bookings?status={status}")).await;
        assert_eq!(list.body["pagination"]["total"], count, "{status}");
    }
}

#[tokio::test]
async fn a_cancelled_booking_frees_its_time_and_is_final() {
    let fixture = RoomFixture::new().await;
    let id = fixture.booked("10:00", "11:00").await;
    let cancelled =
        fixture.app.post(&format!("/bookings/{id}/cancel"), json!({"by": "operator", "comment": "Repair"})).await;
    assert_eq!(cancelled.status, 200, "{}", cancelled.text);
    assert_eq!(cancelled.body["data"]["cancellation_reason"], "operator");
    assert_eq!(cancelled.body["data"]["cancellation_comment"], "Repair");
    assert_eq!(cancelled.body["data"]["cancellation_fee"], 0);
    assert_eq!(fixture.act(&id, "cancel").await.refusal(), "409 invalid_state");
    assert_eq!(fixture.app.delete(&format!("/bookings/{id}")).await.refusal(), "409 invalid_state");
    assert_eq!(fixture.book("10:00", "11:00").await.status, 201);
}

#[tokio::test]
async fn check_in_opens_when_the_policy_says_and_only_once() {
    let fixture =
        RoomFixture::with_room(json!({"check_in": {"enabled": true, "opens_minutes": 10, "auto_release_minutes": 15}}))
            .await;
    let id = fixture.booked("10:00", "11:00").await;
    assert_eq!(fixture.act(&id, "check-in").await.refusal(), "409 invalid_state");
    fixture.app.clock.set(Timestamp::parse(&instant("09:50")).unwrap());
    assert_eq!(fixture.act(&id, "check-in").await.status, 200);
    assert_eq!(fixture.act(&id, "check-in").await.refusal(), "409 invalid_state");
    fixture.app.clock.set(Timestamp::parse(&instant("10:30")).unwrap());
    assert_eq!(fixture.status(&id).await, "confirmed");
}

#[tokio::test]
async fn a_booking_nobody_checks_in_to_is_released() {
    let fixture = RoomFixture::with_room(json!({"check_in": {"enabled": true, "auto_release_minutes": 15}})).await;
    let id = fixture.booked("10:00", "11:00").await;
    fixture.app.clock.set(Timestamp::parse(&instant("10:15")).unwrap());
    let released = fixture.app.get(&format!("/bookings/{id}")).await;
    assert_eq!(released.body["data"]["status"], "cancelled");
    assert_eq!(released.body["data"]["cancellation_reason"], "no_show");
    assert_eq!(released.body["data"]["no_show"], true);
    assert_eq!(fixture.act(&id, "check-in").await.refusal(), "409 invalid_state");
    assert_eq!(fixture.book("10:15", "11:00").await.status, 201);
}

#[tokio::test]
async fn checking_out_early_frees_the_rest() {
    let fixture = RoomFixture::new().await;
    let id = fixture.booked("10:00", "12:00").await;
    fixture.app.clock.set(Timestamp::parse(&instant("10:30")).unwrap());
    assert_eq!(fixture.act(&id, "check-out").await.refusal(), "409 invalid_state");
    assert_eq!(fixture.act(&id, "check-in").await.status, 200);
    let out = fixture.act(&id, "check-out").await;
    assert_eq!(out.body["data"]["end_time"], instant("12:00"));
    assert_eq!(fixture.status(&id).await, "completed");
    assert_eq!(fixture.book("10:30", "12:00").await.status, 201);
}

#[tokio::test]
async fn a_no_show_frees_what_is_left() {
    let fixture = RoomFixture::new().await;
    let id = fixture.booked("10:00", "12:00").await;
    assert_eq!(fixture.act(&id, "no-show").await.refusal(), "409 invalid_state");
    fixture.app.clock.set(Timestamp::parse(&instant("10:20")).unwrap());
    let marked = fixture.act(&id, "no-show").await;
    assert_eq!(
        (marked.body["data"]["no_show"].as_bool(), marked.body["data"]["status"].as_str()),
        (Some(true), Some("cancelled"))
    );
    assert_eq!(fixture.book("10:20", "12:00").await.status, 201);
}

#[tokio::test]
async fn title_attendees_and_notes_change_by_put_and_nothing_else_does() {
    let fixture = RoomFixture::with_room(json!({"capacity": 4})).await;
    let id = fixture.booked("10:00", "11:00").await;
    let path = format!("/bookings/{id}");
    let changed = fixture.app.put(&path, json!({"title": "Stand-up", "attendees": 4, "notes": "Coffee"})).await;
    assert_eq!((changed.status, &changed.body["data"]["attendees"]), (200, &json!(4)));
    let refusal = fixture.app.put(&path, json!({"attendees": 5})).await.refusal();
    assert_eq!(refusal, "422 rule_violation attendees over_capacity");
    let refusal = fixture.app.put(&path, json!({"start_time": instant("12:00")})).await.refusal();
    assert_eq!(refusal, "400 validation_error start_time unknown_field");
    let unchanged = fixture.app.put(&path, json!({})).await;
    assert_eq!(unchanged.body["data"]["version"], changed.body["data"]["version"]);
}

#[tokio::test]
async fn what_a_booking_names_must_exist_and_fit() {
    let fixture = RoomFixture::new().await;
    let nobody = "0199a000-0000-7000-8000-00000000dead";
    for (fields, refusal) in [
        (json!({"resource_id": nobody}), "422 rule_violation resource_id reference_not_found"),
        (json!({"customer_id": nobody}), "422 rule_violation customer_id reference_not_found"),
        (json!({"member_id": nobody}), "422 rule_violation member_id reference_not_found"),
        (
            json!({"additional_resource_ids": [nobody]}),
            "422 rule_violation additional_resource_ids[0] reference_not_found",
        ),
        (
            json!({"additional_resource_ids": [fixture.room]}),
            "422 rule_violation additional_resource_ids[0] repeated",
        ),
        (json!({"end_time": instant("10:00")}), "422 rule_violation end_time end_not_after_start"),
        (
            json!({"start_time": "2026-11-20T10:00:00Z", "end_time": "2026-11-20T11:00:00Z"}),
            "422 rule_violation start_time in_the_past",
        ),
        (json!({"units": 2}), "422 rule_violation units over_units"),
        (json!({"hold_id": nobody}), "422 rule_violation hold_id reference_not_found"),
    ] {
        let answer = fixture.book_with("10:00", "11:00", fields.clone()).await;
        assert_eq!(answer.refusal(), refusal, "{fields}");
    }
    assert_eq!(fixture.app.get("/bookings").await.body["pagination"]["total"], 0);
}

#[tokio::test]
async fn a_blocked_member_books_nothing() {
    let fixture = RoomFixture::new().await;
    assert_eq!(fixture.app.post(&format!("/members/{}/block", fixture.member), json!({})).await.status, 200);
    assert_eq!(fixture.book("10:00", "11:00").await.refusal(), "422 rule_violation customer_id customer_blocked");
}

#[tokio::test]
async fn another_merchants_booking_does_not_exist() {
    let fixture = RoomFixture::new().await;
    let id = fixture.booked("10:00", "11:00").await;
    let stranger = fixture.app.as_client(&fixture.app.stranger);
    assert_eq!(stranger.get(&format!("/bookings/{id}")).await.refusal(), "404 not_found");
    for action in ["confirm", "decline", "cancel", "reschedule", "check-in", "check-out", "no-show"] {
        assert_eq!(
            stranger.post(&format!("/bookings/{id}/{action}"), json!({})).await.refusal(),
            "404 not_found",
            "{action}"
        );
    }
    let refusal = stranger.post("/bookings", fixture.booking("12:00", "13:00")).await.refusal();
    assert_eq!(refusal, "422 rule_violation resource_id reference_not_found");
}

#[tokio::test]
async fn who_may_not_book_without_asking_makes_a_pending_booking() {
    for field in ["visibility", "booking_permission"] {
        for audience in ["network_members", "members", "exclusive_members"] {
            let fixture = RoomFixture::with_room(json!({field: audience})).await;
            let id = fixture.booked("10:00", "11:00").await;
            assert_eq!(fixture.status(&id).await, "pending", "{field} {audience}");
        }
    }
    let fixture = RoomFixture::with_room(json!({"booking_permission": "members"})).await;
    let id = fixture.book_with("10:00", "11:00", json!({"override": true})).await.id();
    assert_eq!(fixture.status(&id).await, "confirmed", "an override needs nobody's approval");
}

/// A room whose bookings are released a quarter of an hour after their start.
async fn released_after_fifteen() -> RoomFixture {
    RoomFixture::with_room(json!({"check_in": {"enabled": true, "opens_minutes": 15, "auto_release_minutes": 15}}))
        .await
}

#[tokio::test]
async fn a_booking_that_is_over_before_its_release_is_completed_and_stays_so() {
    let fixture = released_after_fifteen().await;
    let id = fixture.booked("10:00", "10:10").await;
    fixture.app.clock.set(Timestamp::parse(&instant("10:10")).unwrap());
    assert_eq!(fixture.status(&id).await, "completed");
    fixture.app.clock.advance(Duration::days(1));
    assert_eq!(fixture.status(&id).await, "completed");
}

#[tokio::test]
async fn a_booking_that_is_made_when_it_has_begun_is_released_from_then_on() {
    let fixture = released_after_fifteen().await;
    let times = |start: &str, end: &str| json!({"override": true, "start_time": format!("2026-11-21T{start}:00Z"), "end_time": format!("2026-11-21T{end}:00Z")});
    // It is 09:00. A booking of time that is over is completed, and still takes that time.
    let over = fixture.book_with("10:00", "11:00", times("07:00", "08:00")).await.id();
    assert_eq!(fixture.status(&over).await, "completed");
    assert_eq!(fixture.book_with("10:00", "11:00", times("07:30", "08:30")).await.status, 409);
    let under_way = fixture.book_with("10:00", "11:00", times("08:30", "10:00")).await.id();
    assert_eq!(fixture.status(&under_way).await, "confirmed");
    fixture.app.clock.advance(Duration::minutes(15));
    assert_eq!(fixture.status(&under_way).await, "cancelled");
    assert_eq!(fixture.status(&over).await, "completed");
}
