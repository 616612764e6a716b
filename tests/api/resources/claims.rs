//! A change of a resource is refused when its bookings, holds or blocks do not allow it.

use serde_json::{Value, json};
use testing::{TestApp, TestResponse};
use tests::{app, location, member, resource, resource_path};
use values::Timestamp;

/// A merchant's location with a customer.
struct Place {
    app: TestApp,
    location: String,
    customer: String,
}

/// An instant of 2026-12-01, from `10:00`.
fn at(time: &str) -> String {
    format!("2026-12-01T{time}:00.000Z")
}

impl Place {
    async fn new() -> Self {
        let app = app().await;
        let (location, customer) = (location(&app).await, member(&app, "ann@example.com").await);
        Self { app, location, customer }
    }

    async fn resource(&self, name: &str, kind: &str, more: Value) -> String {
        resource(&self.app, &self.location, name, kind, more).await
    }

    async fn try_booking(&self, resource: &str, from: &str, to: &str, more: Value) -> TestResponse {
        let mut body =
            json!({"resource_id": resource, "customer_id": self.customer, "start_time": at(from), "end_time": at(to)});
        if let (Some(body), Value::Object(more)) = (body.as_object_mut(), more) {
            body.extend(more);
        }
        self.app.post("/bookings", body).await
    }

    async fn booked(&self, resource: &str, from: &str, to: &str, more: Value) -> String {
        let made = self.try_booking(resource, from, to, more).await;
        let _ = TestApp::made(&made);
        made.id()
    }

    async fn put(&self, resource: &str, body: Value) -> TestResponse {
        self.app.put(&resource_path(resource), body).await
    }

    async fn assign(&self, resource: &str, first: &str, last: Option<&str>, more: Value) -> TestResponse {
        let mut body =
            json!({"resource_id": resource, "customer_id": self.customer, "start_date": first, "end_date": last});
        if let (Some(body), Value::Object(more)) = (body.as_object_mut(), more) {
            body.extend(more);
        }
        self.app.post("/resource-assignments", body).await
    }

    async fn booking(&self, id: &str) -> Value {
        self.app.get(&format!("/bookings/{id}")).await.body["data"].clone()
    }

    fn clock(&self, time: &str) {
        self.app.clock.set(Timestamp::parse(&at(time)).expect("an instant"));
    }
}

const ACTIVE_IN_USE: &str = "409 in_use is_active in_use";

#[tokio::test]
async fn a_booked_resource_is_deactivated_only_by_saying_what_becomes_of_its_bookings() {
    let place = Place::new().await;
    let room = place.resource("Room", "meeting_room", json!({})).await;
    let booking = place.booked(&room, "10:00", "11:00", json!({})).await;
    assert_eq!(place.put(&room, json!({"is_active": false})).await.refusal(), ACTIVE_IN_USE);
    assert_eq!(place.app.get(&resource_path(&room)).await.body["data"]["version"], 1, "a refusal changes nothing");
    let kept = place.put(&room, json!({"is_active": false, "on_future_bookings": "keep"})).await;
    assert_eq!((kept.status, &kept.body["data"]["is_active"]), (200, &json!(false)), "{}", kept.text);
    assert!(kept.body["data"].get("on_future_bookings").is_none());
    assert_eq!(place.booking(&booking).await["status"], "confirmed");
    let refused = place.try_booking(&room, "12:00", "13:00", json!({})).await;
    assert_eq!(refused.refusal(), "422 rule_violation resource_id resource_inactive");
    assert_eq!(place.put(&room, json!({"is_active": false})).await.status, 200, "nothing changes");
}

#[tokio::test]
async fn what_becomes_of_bookings_is_said_only_where_the_resource_is_deactivated() {
    let place = Place::new().await;
    let room = place.resource("Room", "meeting_room", json!({})).await;
    let expected = "422 rule_violation on_future_bookings without_deactivation";
    for body in [
        json!({"on_future_bookings": "keep"}),
        json!({"on_future_bookings": "cancel", "is_active": true}),
        json!({"on_future_bookings": "cancel", "units": 2}),
    ] {
        assert_eq!(place.put(&room, body.clone()).await.refusal(), expected, "{body}");
    }
    let unknown = place.put(&room, json!({"is_active": false, "on_future_bookings": "move"})).await;
    assert_eq!(unknown.refusal(), "400 validation_error on_future_bookings invalid_value");
}

#[tokio::test]
async fn bookings_are_cancelled_with_the_resource_as_the_operator_cancels() {
    let place = Place::new().await;
    let policy = json!({"rates": [{"unit_amount": 10}], "cancellation_policy": {"free_minutes": 525_600}});
    let hall = place.resource("Hall", "event_space", policy).await;
    let part = place.resource("Part", "studio", json!({"parent_resource_id": hall, "requires_approval": true})).await;
    let room = place.resource("Room", "meeting_room", json!({})).await;
    let over = place.booked(&part, "06:00", "07:00", json!({})).await;
    let whole = place.booked(&hall, "10:00", "11:00", json!({})).await;
    let other = place.booked(&room, "16:00", "17:00", json!({})).await;
    assert_eq!(place.app.post(&format!("/bookings/{over}/confirm"), json!({})).await.status, 200);
    place.clock("09:00");
    let pending = place.booked(&part, "12:00", "13:00", json!({})).await;
    let beside = place.booked(&room, "14:00", "15:00", json!({"additional_resource_ids": [part]})).await;
    let request = json!({"is_active": false, "on_future_bookings": "cancel"});
    for _ in 0..2 {
        let answer = place.put(&part, request.clone()).await;
        assert_eq!((answer.status, &answer.body["data"]["is_active"]), (200, &json!(false)), "{}", answer.text);
    }
    for (booking, status, reason, fee) in [
        (&over, "completed", Value::Null, Value::Null),
        (&whole, "cancelled", json!("operator"), json!(0)),
        (&pending, "cancelled", json!("operator"), json!(0)),
        (&beside, "cancelled", json!("operator"), json!(0)),
        (&other, "confirmed", Value::Null, Value::Null),
    ] {
        let found = place.booking(booking).await;
        assert_eq!(found["status"], status, "{found}");
        assert_eq!((&found["cancellation_reason"], &found["cancellation_fee"]), (&reason, &fee), "{found}");
    }
    assert_eq!(
        place.try_booking(&room, "14:00", "15:00", json!({})).await.status,
        201,
        "its time is free everywhere"
    );
}

#[tokio::test]
async fn a_hold_keeps_a_resource_active_until_it_ends_and_a_block_does_not() {
    let place = Place::new().await;
    let room = place.resource("Room", "meeting_room", json!({})).await;
    let time = |from, to| json!({"resource_id": room, "start_time": at(from), "end_time": at(to)});
    assert_eq!(place.app.post("/calendar-blocks", time("10:00", "11:00")).await.status, 201);
    assert_eq!(place.app.post("/booking-holds", time("12:00", "13:00")).await.status, 201);
    assert_eq!(place.put(&room, json!({"is_active": false})).await.refusal(), ACTIVE_IN_USE);
    assert_eq!(place.app.delete(&resource_path(&room)).await.refusal(), "409 in_use id in_use");
    place.app.clock.advance(chrono::Duration::minutes(5));
    assert_eq!(place.put(&room, json!({"is_active": false})).await.status, 200);
}

#[tokio::test]
async fn a_booked_resource_is_not_archived_before_its_bookings_are_over() {
    let place = Place::new().await;
    let room = place.resource("Room", "meeting_room", json!({})).await;
    let cancelled = place.booked(&room, "08:00", "09:00", json!({})).await;
    place.booked(&room, "10:00", "11:00", json!({})).await;
    assert_eq!(place.app.post(&format!("/bookings/{cancelled}/cancel"), json!({})).await.status, 200);
    place.clock("10:59");
    assert_eq!(place.app.delete(&resource_path(&room)).await.refusal(), "409 in_use id in_use");
    place.clock("11:00");
    assert_eq!(place.app.delete(&resource_path(&room)).await.status, 200);
}

#[tokio::test]
async fn units_do_not_fall_below_what_is_taken_and_the_instants_are_named() {
    let place = Place::new().await;
    let desks = place.resource("Desks", "hot_desk", json!({"units": 4})).await;
    for (from, to, units) in
        [("08:00", "12:00", 2), ("10:00", "11:00", 1), ("13:00", "15:00", 3), ("20:00", "21:00", 1)]
    {
        place.booked(&desks, from, to, json!({"units": units})).await;
    }
    let refused = place.put(&desks, json!({"units": 2})).await;
    assert_eq!(refused.refusal(), "409 in_use units in_use");
    let message = format!("more than 2 units are taken at {}, {}", at("10:00"), at("13:00"));
    assert_eq!(refused.body["error"]["message"], message);
    assert_eq!(place.put(&desks, json!({"units": 3})).await.status, 200);
    place.clock("14:30");
    assert_eq!(place.put(&desks, json!({"units": 2})).await.refusal(), "409 in_use units in_use");
    place.clock("15:00");
    assert_eq!(place.put(&desks, json!({"units": 1})).await.status, 200);
}

#[tokio::test]
async fn units_are_enough_for_what_is_booked_and_assigned_together() {
    let place = Place::new().await;
    let garage = place.resource("Garage", "parking", json!({"units": 4})).await;
    let assigned = place.assign(&garage, "2026-12-01", Some("2026-12-01"), json!({"units": 2})).await;
    assert_eq!(assigned.status, 201, "{}", assigned.text);
    place.booked(&garage, "10:00", "11:00", json!({})).await;
    assert_eq!(place.put(&garage, json!({"units": 2})).await.refusal(), "409 in_use units in_use");
    assert_eq!(place.put(&garage, json!({"units": 3})).await.status, 200);
}

#[tokio::test]
async fn units_do_not_rise_under_what_took_all_of_them() {
    let place = Place::new().await;
    let hall = place.resource("Hall", "event_space", json!({})).await;
    let part = place.resource("Part", "studio", json!({"parent_resource_id": hall})).await;
    let room = place.resource("Room", "meeting_room", json!({})).await;
    place.booked(&hall, "10:00", "11:00", json!({})).await;
    let block = json!({"resource_id": room, "start_time": at("10:00"), "end_time": at("11:00")});
    assert_eq!(place.app.post("/calendar-blocks", block).await.status, 201);
    for resource in [&part, &room] {
        let refused = place.put(resource, json!({"units": 2})).await;
        assert_eq!(refused.refusal(), "409 in_use units in_use");
        assert_eq!(refused.body["error"]["message"], format!("all units are taken at {}", at("10:00")));
    }
    place.clock("11:00");
    assert_eq!(place.put(&part, json!({"units": 2})).await.status, 200);
    assert_eq!(place.put(&room, json!({"units": 2})).await.status, 200);
}

#[tokio::test]
async fn a_family_does_not_change_while_the_whole_or_the_part_is_booked() {
    let place = Place::new().await;
    let hall = place.resource("Hall", "event_space", json!({})).await;
    let part = place.resource("Part", "studio", json!({"parent_resource_id": hall})).await;
    let lone = place.resource("Lone", "studio", json!({})).await;
    let in_use = "409 in_use parent_resource_id in_use";
    let whole = place.booked(&hall, "10:00", "11:00", json!({})).await;
    let new = tests::resource_body(&place.location, "New", "studio", json!({"parent_resource_id": hall}));
    assert_eq!(place.put(&lone, json!({"parent_resource_id": hall})).await.refusal(), in_use);
    assert_eq!(place.put(&part, json!({"parent_resource_id": null})).await.refusal(), in_use);
    assert_eq!(place.app.post("/resources", new.clone()).await.refusal(), in_use);
    assert_eq!(place.app.delete(&resource_path(&part)).await.refusal(), "409 in_use id in_use");
    assert_eq!(place.app.post(&format!("/bookings/{whole}/cancel"), json!({})).await.status, 200);
    place.booked(&lone, "10:00", "11:00", json!({})).await;
    assert_eq!(place.put(&lone, json!({"parent_resource_id": hall})).await.refusal(), in_use);
    assert_eq!(place.put(&part, json!({"parent_resource_id": null})).await.status, 200);
    assert_eq!(place.app.post("/resources", new).await.status, 201);
    assert_eq!(place.try_booking(&hall, "12:00", "13:00", json!({})).await.status, 201, "nothing stays closed");
}

#[tokio::test]
async fn what_is_booked_held_or_blocked_is_not_assigned() {
    let place = Place::new().await;
    let garage = place.resource("Garage", "parking", json!({"units": 2})).await;
    let booking = place.booked(&garage, "10:00", "11:00", json!({})).await;
    let booked = "409 booking_conflict start_date booked";
    let refused = place.assign(&garage, "2026-11-01", None, json!({"entire": true})).await;
    assert_eq!(refused.refusal(), booked);
    let conflict = json!([{"resource_id": garage, "start_time": at("10:00"), "end_time": at("11:00")}]);
    assert_eq!(refused.body["error"]["details"]["conflicts"], conflict);
    assert!(!refused.text.contains(&booking) && !refused.text.contains(&place.customer));
    for (first, last, more, expected) in [
        ("2026-12-01", Some("2026-12-01"), json!({"units": 2}), booked),
        ("2026-12-02", None, json!({"units": 2}), "201 "),
        ("2026-12-01", Some("2026-12-01"), json!({}), "201 "),
        ("2026-11-30", Some("2026-11-30"), json!({"units": 2}), "201 "),
    ] {
        assert_eq!(place.assign(&garage, first, last, more).await.refusal(), expected, "{first}");
    }
    let office = place.resource("Office", "office", json!({})).await;
    let time = |from, to| json!({"resource_id": office, "start_time": at(from), "end_time": at(to)});
    let hold = place.app.post("/booking-holds", time("10:00", "11:00")).await.id();
    assert_eq!(place.assign(&office, "2026-12-01", None, json!({})).await.refusal(), booked);
    assert_eq!(place.app.delete(&format!("/booking-holds/{hold}")).await.status, 200);
    let block = place.app.post("/calendar-blocks", time("10:00", "11:00")).await.id();
    assert_eq!(place.assign(&office, "2026-12-01", None, json!({})).await.refusal(), booked);
    assert_eq!(place.app.delete(&format!("/calendar-blocks/{block}")).await.status, 200);
    assert_eq!(place.assign(&office, "2026-12-01", None, json!({})).await.status, 201);
}

#[tokio::test]
async fn an_assignment_does_not_move_over_what_is_booked() {
    let place = Place::new().await;
    let office = place.resource("Office", "office", json!({})).await;
    let made = place.assign(&office, "2026-12-02", Some("2026-12-05"), json!({})).await.id();
    place.booked(&office, "10:00", "11:00", json!({})).await;
    let moved = json!({"start_date": "2026-12-01"});
    let assignment = format!("/resource-assignments/{made}");
    assert_eq!(place.app.put(&assignment, moved).await.refusal(), "409 booking_conflict start_date booked");
    assert_eq!(place.app.put(&assignment, json!({"end_date": null})).await.status, 200);
}

#[tokio::test]
async fn a_whole_is_not_assigned_over_bookings_of_its_parts() {
    let place = Place::new().await;
    let office = place.resource("Office", "office", json!({})).await;
    let desk = place.resource("Desk", "hot_desk", json!({"parent_resource_id": office})).await;
    place.booked(&desk, "10:00", "11:00", json!({})).await;
    let refused = place.assign(&office, "2026-12-01", None, json!({})).await;
    assert_eq!(refused.refusal(), "409 booking_conflict start_date booked");
    assert_eq!(refused.body["error"]["details"]["conflicts"][0]["resource_id"], json!(desk));
    assert_eq!(place.assign(&office, "2026-12-02", None, json!({})).await.status, 201);
}

#[tokio::test]
async fn a_change_of_policy_never_reaches_bookings_that_were_made_under_another() {
    let place = Place::new().await;
    let policy = json!({"buffer_after_minutes": 15, "cancellation_policy": {"free_minutes": 60}, "rates": [{"unit_amount": 10}],
        "check_in": {"enabled": true, "opens_minutes": 10}});
    let room = place.resource("Room", "meeting_room", policy).await;
    let booking = place.booked(&room, "10:00", "11:00", json!({})).await;
    let before = place.booking(&booking).await;
    let change = json!({"buffer_after_minutes": 0, "cancellation_policy": {"free_minutes": 525_600},
        "rates": [{"unit_amount": 99}], "check_in": {"enabled": false}, "min_minutes": 240});
    assert_eq!(place.put(&room, change).await.status, 200);
    assert_eq!(place.booking(&booking).await, before);
    assert_eq!(before["policy_snapshot"]["buffer_after_minutes"], 15);
    assert_eq!(place.try_booking(&room, "11:10", "15:10", json!({})).await.status, 409, "its own buffer stays");
    let cancelled = place.app.post(&format!("/bookings/{booking}/cancel"), json!({})).await;
    assert_eq!(cancelled.body["data"]["cancellation_fee"], 0, "the fee is that of its own policy");
}

#[tokio::test]
async fn a_part_of_an_assigned_whole_is_not_booked_in_its_days() {
    let place = Place::new().await;
    let office = place.resource("Office", "office", json!({})).await;
    let desk = place.resource("Desk", "hot_desk", json!({"parent_resource_id": office})).await;
    assert_eq!(place.assign(&office, "2026-11-30", Some("2026-11-30"), json!({})).await.status, 201);
    assert_eq!(place.try_booking(&desk, "10:00", "11:00", json!({})).await.status, 201);
    assert_eq!(place.assign(&office, "2026-12-02", None, json!({})).await.status, 201);
    for (from, to, expected) in [
        ("2026-11-30T10:00:00Z", "2026-11-30T11:00:00Z", 409),
        ("2026-12-01T12:00:00Z", "2026-12-01T13:00:00Z", 201),
        ("2026-12-02T10:00:00Z", "2026-12-02T11:00:00Z", 409),
    ] {
        let body = json!({"start_time": from, "end_time": to});
        let free = place.app.get(&format!("/resources/{desk}/availability?from={from}&to={to}")).await;
        let periods = free.body["data"]["periods"].as_array().map(Vec::len);
        assert_eq!(periods, Some(usize::from(expected == 201)), "{from}: {}", free.text);
        assert_eq!(place.try_booking(&desk, "10:00", "11:00", body).await.status, expected, "{from}");
    }
}
