//! What becomes of a booking.

use chrono::Duration;
use serde_json::json;
use shared::domain::Timestamp;

use super::setting::{Setting, instant};

#[tokio::test]
async fn a_resource_with_only_its_required_fields_is_bookable_at_once() {
    let setting = Setting::new().await;
    let made = setting.book("10:00", "11:00").await;
    assert_eq!(made.status, 201, "{}", made.text);
    let data = &made.body["data"];
    assert_eq!(data["status"], "confirmed");
    assert_eq!(data["start_time"], instant("10:00"));
    assert_eq!(data["total_amount"], 0);
    assert_eq!(data["currency"], "EUR");
    assert_eq!(data["attendees"], 1);
    let got = setting.app.get(&format!("/bookings/{}", made.id())).await;
    assert_eq!(got.body["data"], *data);
}

#[tokio::test]
async fn a_resource_that_needs_approval_makes_bookings_pending_until_somebody_confirms() {
    let setting = Setting::with_room(json!({"requires_approval": true})).await;
    let id = setting.booked("10:00", "11:00").await;
    assert_eq!(setting.status(&id).await, "pending");
    assert_eq!(setting.book("10:30", "11:30").await.refusal(), "409 booking_conflict start_time booking_conflict");
    let confirmed = setting.act(&id, "confirm").await;
    assert_eq!(confirmed.body["data"]["status"], "confirmed");
    assert_eq!(setting.act(&id, "confirm").await.refusal(), "409 invalid_state");
    assert_eq!(setting.act(&id, "decline").await.refusal(), "409 invalid_state");
}

#[tokio::test]
async fn a_declined_booking_frees_its_time() {
    let setting = Setting::with_room(json!({"requires_approval": true})).await;
    let id = setting.booked("10:00", "11:00").await;
    let declined = setting.act(&id, "decline").await;
    assert_eq!(declined.body["data"]["cancellation_reason"], "declined");
    assert_eq!(setting.book("10:00", "11:00").await.status, 201);
}

#[tokio::test]
async fn a_pending_booking_expires_at_its_deadline_and_its_time_is_free_without_any_sweep() {
    let setting = Setting::with_room(json!({"requires_approval": true})).await;
    let id = setting.booked("10:00", "11:00").await;
    setting.app.clock.advance(Duration::hours(24));
    let expired = setting.app.get(&format!("/bookings/{id}")).await;
    assert_eq!(expired.body["data"]["status"], "cancelled");
    assert_eq!(expired.body["data"]["cancellation_reason"], "expired");
    assert_eq!(setting.act(&id, "confirm").await.refusal(), "409 invalid_state");
    assert_eq!(setting.book("10:00", "11:00").await.status, 201);
}

#[tokio::test]
async fn a_confirmed_booking_is_completed_when_its_time_is_over() {
    let setting = Setting::new().await;
    let id = setting.booked("10:00", "11:00").await;
    setting.app.clock.set(Timestamp::parse(&instant("11:00")).unwrap());
    assert_eq!(setting.status(&id).await, "completed");
    assert_eq!(setting.act(&id, "cancel").await.refusal(), "409 invalid_state");
    for (status, count) in [("completed", 1), ("confirmed", 0), ("cancelled", 0), ("pending", 0)] {
        let list = setting.app.get(&format!("/bookings?status={status}")).await;
        assert_eq!(list.body["pagination"]["total"], count, "{status}");
    }
}

#[tokio::test]
async fn a_cancelled_booking_frees_its_time_and_is_final() {
    let setting = Setting::new().await;
    let id = setting.booked("10:00", "11:00").await;
    let cancelled =
        setting.app.post(&format!("/bookings/{id}/cancel"), json!({"by": "operator", "comment": "Repair"})).await;
    assert_eq!(cancelled.status, 200, "{}", cancelled.text);
    assert_eq!(cancelled.body["data"]["cancellation_reason"], "operator");
    assert_eq!(cancelled.body["data"]["cancellation_comment"], "Repair");
    assert_eq!(cancelled.body["data"]["cancellation_fee"], 0);
    assert_eq!(setting.act(&id, "cancel").await.refusal(), "409 invalid_state");
    assert_eq!(setting.app.delete(&format!("/bookings/{id}")).await.refusal(), "409 invalid_state");
    assert_eq!(setting.book("10:00", "11:00").await.status, 201);
}

#[tokio::test]
async fn check_in_opens_when_the_policy_says_and_only_once() {
    let setting =
        Setting::with_room(json!({"check_in": {"enabled": true, "opens_minutes": 10, "auto_release_minutes": 15}}))
            .await;
    let id = setting.booked("10:00", "11:00").await;
    assert_eq!(setting.act(&id, "check-in").await.refusal(), "409 invalid_state");
    setting.app.clock.set(Timestamp::parse(&instant("09:50")).unwrap());
    assert_eq!(setting.act(&id, "check-in").await.status, 200);
    assert_eq!(setting.act(&id, "check-in").await.refusal(), "409 invalid_state");
    setting.app.clock.set(Timestamp::parse(&instant("10:30")).unwrap());
    assert_eq!(setting.status(&id).await, "confirmed");
}

#[tokio::test]
async fn a_booking_nobody_checks_in_to_is_released() {
    let setting = Setting::with_room(json!({"check_in": {"enabled": true, "auto_release_minutes": 15}})).await;
    let id = setting.booked("10:00", "11:00").await;
    setting.app.clock.set(Timestamp::parse(&instant("10:15")).unwrap());
    let released = setting.app.get(&format!("/bookings/{id}")).await;
    assert_eq!(released.body["data"]["status"], "cancelled");
    assert_eq!(released.body["data"]["cancellation_reason"], "no_show");
    assert_eq!(released.body["data"]["no_show"], true);
    assert_eq!(setting.act(&id, "check-in").await.refusal(), "409 invalid_state");
    assert_eq!(setting.book("10:15", "11:00").await.status, 201);
}

#[tokio::test]
async fn checking_out_early_frees_the_rest() {
    let setting = Setting::new().await;
    let id = setting.booked("10:00", "12:00").await;
    setting.app.clock.set(Timestamp::parse(&instant("10:30")).unwrap());
    assert_eq!(setting.act(&id, "check-out").await.refusal(), "409 invalid_state");
    assert_eq!(setting.act(&id, "check-in").await.status, 200);
    let out = setting.act(&id, "check-out").await;
    assert_eq!(out.body["data"]["end_time"], instant("10:30"));
    assert_eq!(setting.status(&id).await, "completed");
    assert_eq!(setting.book("10:30", "12:00").await.status, 201);
}

#[tokio::test]
async fn a_no_show_frees_what_is_left() {
    let setting = Setting::new().await;
    let id = setting.booked("10:00", "12:00").await;
    assert_eq!(setting.act(&id, "no-show").await.refusal(), "409 invalid_state");
    setting.app.clock.set(Timestamp::parse(&instant("10:20")).unwrap());
    let marked = setting.act(&id, "no-show").await;
    assert_eq!(
        (marked.body["data"]["no_show"].as_bool(), marked.body["data"]["status"].as_str()),
        (Some(true), Some("cancelled"))
    );
    assert_eq!(setting.book("10:20", "12:00").await.status, 201);
}

#[tokio::test]
async fn title_attendees_and_notes_change_by_put_and_nothing_else_does() {
    let setting = Setting::with_room(json!({"capacity": 4})).await;
    let id = setting.booked("10:00", "11:00").await;
    let path = format!("/bookings/{id}");
    let changed = setting.app.put(&path, json!({"title": "Stand-up", "attendees": 4, "notes": "Coffee"})).await;
    assert_eq!((changed.status, &changed.body["data"]["attendees"]), (200, &json!(4)));
    let refusal = setting.app.put(&path, json!({"attendees": 5})).await.refusal();
    assert_eq!(refusal, "422 rule_violation attendees over_capacity");
    let refusal = setting.app.put(&path, json!({"start_time": instant("12:00")})).await.refusal();
    assert_eq!(refusal, "400 validation_error start_time unknown_field");
    let unchanged = setting.app.put(&path, json!({})).await;
    assert_eq!(unchanged.body["data"]["version"], changed.body["data"]["version"]);
}

#[tokio::test]
async fn what_a_booking_names_must_exist_and_fit() {
    let setting = Setting::new().await;
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
            json!({"additional_resource_ids": [setting.room]}),
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
        let answer = setting.book_with("10:00", "11:00", fields.clone()).await;
        assert_eq!(answer.refusal(), refusal, "{fields}");
    }
    assert_eq!(setting.app.get("/bookings").await.body["pagination"]["total"], 0);
}

#[tokio::test]
async fn a_blocked_member_books_nothing() {
    let setting = Setting::new().await;
    assert_eq!(setting.app.post(&format!("/members/{}/block", setting.member), json!({})).await.status, 200);
    assert_eq!(setting.book("10:00", "11:00").await.refusal(), "422 rule_violation customer_id customer_blocked");
}

#[tokio::test]
async fn another_merchants_booking_does_not_exist() {
    let setting = Setting::new().await;
    let id = setting.booked("10:00", "11:00").await;
    let stranger = setting.app.as_client(&setting.app.stranger);
    assert_eq!(stranger.get(&format!("/bookings/{id}")).await.refusal(), "404 not_found");
    for action in ["confirm", "decline", "cancel", "reschedule", "check-in", "check-out", "no-show"] {
        assert_eq!(
            stranger.post(&format!("/bookings/{id}/{action}"), json!({})).await.refusal(),
            "404 not_found",
            "{action}"
        );
    }
    let refusal = stranger.post("/bookings", setting.wish("12:00", "13:00")).await.refusal();
    assert_eq!(refusal, "422 rule_violation resource_id reference_not_found");
}

#[tokio::test]
async fn who_may_not_book_without_asking_makes_a_pending_booking() {
    for field in ["visibility", "booking_permission"] {
        for audience in ["network_members", "members", "exclusive_members", "admins"] {
            let setting = Setting::with_room(json!({field: audience})).await;
            let id = setting.booked("10:00", "11:00").await;
            assert_eq!(setting.status(&id).await, "pending", "{field} {audience}");
        }
    }
    let setting = Setting::with_room(json!({"booking_permission": "members"})).await;
    let id = setting.book_with("10:00", "11:00", json!({"override": true})).await.id();
    assert_eq!(setting.status(&id).await, "confirmed", "an override needs nobody's approval");
}

/// A room whose bookings are released a quarter of an hour after their start.
async fn released_after_fifteen() -> Setting {
    Setting::with_room(json!({"check_in": {"enabled": true, "opens_minutes": 15, "auto_release_minutes": 15}})).await
}

#[tokio::test]
async fn a_booking_that_is_over_before_its_release_is_completed_and_stays_so() {
    let setting = released_after_fifteen().await;
    let id = setting.booked("10:00", "10:10").await;
    setting.app.clock.set(Timestamp::parse(&instant("10:10")).unwrap());
    assert_eq!(setting.status(&id).await, "completed");
    setting.app.clock.advance(Duration::days(1));
    assert_eq!(setting.status(&id).await, "completed");
}

#[tokio::test]
async fn a_booking_that_is_made_when_it_has_begun_is_released_from_then_on() {
    let setting = released_after_fifteen().await;
    let times = |start: &str, end: &str| json!({"override": true, "start_time": format!("2026-11-21T{start}:00Z"), "end_time": format!("2026-11-21T{end}:00Z")});
    // It is 09:00. What is over is completed, and nobody else has had it.
    let over = setting.book_with("10:00", "11:00", times("07:00", "08:00")).await.id();
    assert_eq!(setting.status(&over).await, "completed");
    assert_eq!(setting.book_with("10:00", "11:00", times("07:30", "08:30")).await.status, 409);
    let under_way = setting.book_with("10:00", "11:00", times("08:30", "10:00")).await.id();
    assert_eq!(setting.status(&under_way).await, "confirmed");
    setting.app.clock.advance(Duration::minutes(15));
    assert_eq!(setting.status(&under_way).await, "cancelled");
    assert_eq!(setting.status(&over).await, "completed");
}
