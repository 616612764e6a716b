//! What a membership plan names is for its subscribers, whom nobody is until subscriptions exist.

use serde_json::{Value, json};
use testing::{Fault, Seen, TestResponse};
use tests::{RoomFixture, accepted, benefit_of, instant, location, made};

use super::flex;

const ROUNDS_MAX: u32 = 20;
const FOR_SUBSCRIBERS: &str = "422 rule_violation resource_id for_subscribers";
const FOR_ADMINS: &str = "422 rule_violation resource_id for_admins";

/// A membership plan that names these resources.
async fn naming(fixture: &RoomFixture, ids: Value) -> String {
    let plan = tests::with(flex(&fixture.location), &json!({"exclusive_resource_ids": ids}));
    made(&fixture.app, "/memberships", plan).await
}

async fn name(fixture: &RoomFixture, plan: &str, ids: Value) -> TestResponse {
    fixture.app.put(&format!("/memberships/{plan}"), json!({"exclusive_resource_ids": ids})).await
}

/// How every way to the room's time is refused.
async fn refused_everywhere(fixture: &RoomFixture, moved: &str, refusal: &str) {
    let app = &fixture.app;
    let booking = fixture.booking("14:00", "15:00");
    let hold = json!({"resource_id": fixture.room, "start_time": instant("14:00"), "end_time": instant("15:00")});
    let series = json!({"resource_id": fixture.room, "customer_id": fixture.member, "duration_minutes": 60,
        "first_start_time": instant("14:00"), "rule": {"frequency": "daily", "count": 2}});
    let entry = json!({"location_id": fixture.location, "customer_id": fixture.member, "resource_id": fixture.room,
        "earliest_start": instant("14:00"), "latest_end": instant("15:00"), "duration_minutes": 60});
    for (path, body) in
        [("/bookings", booking), ("/booking-holds", hold), ("/booking-series", series), ("/waitlist-entries", entry)]
    {
        assert_eq!(app.post(path, body).await.refusal(), refusal, "{path}");
    }
    let later = json!({"start_time": instant("16:00"), "end_time": instant("17:00")});
    assert_eq!(fixture.reschedule(moved, later).await.refusal(), refusal);
    let reason = refusal.rsplit(' ').next().unwrap_or_default();
    assert_eq!(fixture.quoted("14:00", "15:00").await, [format!("resource_id {reason}")]);
}

#[tokio::test]
async fn a_room_that_a_membership_plan_names_is_for_its_subscribers() {
    let fixture = RoomFixture::new().await;
    let earlier = fixture.booked("10:00", "11:00").await;
    let plan = naming(&fixture, json!([fixture.room])).await;
    refused_everywhere(&fixture, &earlier, FOR_SUBSCRIBERS).await;
    assert_eq!(fixture.status(&earlier).await, "confirmed", "what was booked before stands");
    let shown = fixture.app.get(&format!("/resources/{}", fixture.room)).await;
    assert_eq!(shown.body["data"]["exclusive_membership_plan_ids"], json!([plan]));
    let other = fixture.resource("Hall", json!({})).await;
    let beside = json!({"resource_id": other, "additional_resource_ids": [fixture.room]});
    let refused = fixture.book_with("14:00", "15:00", beside).await.refusal();
    assert_eq!(refused, "422 rule_violation additional_resource_ids for_subscribers");
    accepted(&fixture.book_with("12:00", "13:00", json!({"override": true})).await, 201);
    accepted(&name(&fixture, &plan, json!([])).await, 200);
    accepted(&fixture.book("14:00", "15:00").await, 201);
}

#[tokio::test]
async fn a_room_is_free_when_the_last_membership_plan_names_it_no_longer() {
    let fixture = RoomFixture::new().await;
    let plan = naming(&fixture, json!([fixture.room])).await;
    let copy = fixture.app.send("POST", &format!("/memberships/{plan}/duplicate"), None, &[]).await.id();
    let shown = fixture.app.get(&format!("/resources/{}", fixture.room)).await;
    assert_eq!(shown.body["data"]["exclusive_membership_plan_ids"], json!([plan, copy]));
    accepted(&name(&fixture, &plan, json!([])).await, 200);
    assert_eq!(fixture.book("14:00", "15:00").await.refusal(), FOR_SUBSCRIBERS);
    accepted(&name(&fixture, &copy, json!([])).await, 200);
    accepted(&fixture.book("14:00", "15:00").await, 201);
}

#[tokio::test]
async fn a_booking_that_has_read_a_room_as_free_is_not_made_after_it_was_named() {
    let fixture = RoomFixture::new().await;
    let app = &fixture.app;
    let plan = naming(&fixture, json!([])).await;
    let is_write = |seen: &Seen| matches!(seen.operation.as_str(), "PutItem" | "TransactWriteItems");
    let mut refused = false;
    for round in 0..ROUNDS_MAX {
        drop(app.faults.seen());
        app.faults.next("TransactWriteItems", 1, Fault::Late(500));
        let naming = async {
            while !app.faults.seen().iter().any(is_write) {
                tokio::task::yield_now().await;
            }
            name(&fixture, &plan, json!([fixture.room])).await
        };
        let start = format!("2026-12-{:02}T10:00:00.000Z", round + 1);
        let end = format!("2026-12-{:02}T11:00:00.000Z", round + 1);
        let (booked, named) = tokio::join!(fixture.book(&start, &end), naming);
        app.faults.clear();
        accepted(&named, 200);
        refused = booked.refusal() == FOR_SUBSCRIBERS;
        if refused {
            break;
        }
        accepted(&booked, 201);
        accepted(&name(&fixture, &plan, json!([])).await, 200);
    }
    assert!(refused);
}

#[tokio::test]
async fn a_room_for_admins_refuses_every_customer() {
    for field in ["visibility", "booking_permission"] {
        let fixture = RoomFixture::new().await;
        let earlier = fixture.booked("10:00", "11:00").await;
        let room = format!("/resources/{}", fixture.room);
        accepted(&fixture.app.put(&room, json!({field: "admins"})).await, 200);
        refused_everywhere(&fixture, &earlier, FOR_ADMINS).await;
        accepted(&fixture.book_with("12:00", "13:00", json!({"override": true})).await, 201);
    }
}

#[tokio::test]
async fn quote_and_availability_tell_what_becomes_of_a_booking() {
    for (fields, expected) in [
        (json!({}), "confirmed"),
        (json!({"requires_approval": true}), "pending"),
        (json!({"booking_permission": "members"}), "pending"),
        (json!({"visibility": "admins"}), "refused"),
    ] {
        let fixture = RoomFixture::with_room(fields.clone()).await;
        assert_eq!(outcomes(&fixture).await, [expected; 3], "{fields}");
    }
    let fixture = RoomFixture::new().await;
    naming(&fixture, json!([fixture.room])).await;
    assert_eq!(outcomes(&fixture).await, ["refused"; 3]);
    let fixture = RoomFixture::new().await;
    fixture.booked("10:00", "11:00").await;
    assert_eq!(outcomes(&fixture).await[0], "refused", "what is in its way");
}

/// What a quote, the availability of the room and the search say.
async fn outcomes(fixture: &RoomFixture) -> [String; 3] {
    let quote = fixture.app.post("/bookings/quote", fixture.booking("10:00", "11:00")).await;
    let period = format!("from={}&to={}&duration_minutes=60", instant("10:00"), instant("12:00"));
    let own = fixture.app.get(&format!("/resources/{}/availability?{period}", fixture.room)).await;
    let found = fixture.app.get(&format!("/availability?location_id={}&{period}", fixture.location)).await;
    for answer in [&quote, &own, &found] {
        accepted(answer, 200);
    }
    let has_starts = own.body["data"]["start_times"] != json!([]);
    assert_eq!(has_starts, own.body["data"]["outcome"] != "refused", "{}", own.text);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    [text(&quote.body["data"]["outcome"]), text(&own.body["data"]["outcome"]), text(&found.body["data"][0]["outcome"])]
}

#[tokio::test]
async fn one_request_names_as_much_as_one_transaction_takes() {
    let fixture = RoomFixture::new().await;
    let ids = |count: u32| {
        (0..count).map(|number| format!("0199a000-0000-7000-8000-000000000{number:03}")).collect::<Value>()
    };
    for (field, count) in [("exclusive_resource_ids", 89), ("exclusive_benefit_ids", 45)] {
        let plan = tests::with(flex(&fixture.location), &json!({field: ids(count)}));
        let refused = fixture.app.post("/memberships", plan).await.refusal();
        assert_eq!(refused, format!("422 rule_violation {field} too_many_changes"));
    }
    let mut rooms = Vec::new();
    for number in 0..88 {
        rooms.push(fixture.resource(&format!("Room {number}"), json!({})).await);
    }
    let key = [("idempotency-key", "once")];
    let plan = json!({"exclusive_resource_ids": rooms, "name": "All"});
    let plan = tests::with(flex(&fixture.location), &plan);
    accepted(&fixture.app.send("POST", "/memberships", Some(plan), &key).await, 201);
}

async fn apply(fixture: &RoomFixture, benefit: &str) -> TestResponse {
    fixture.app.post("/benefit-applications", json!({"benefit_id": benefit, "customer_id": fixture.member})).await
}

#[tokio::test]
async fn exclusive_benefits_exist_at_the_location() {
    let fixture = RoomFixture::new().await;
    let app = &fixture.app;
    let here = benefit_of(app, &fixture.location).await;
    let there = benefit_of(app, &location(app).await).await;
    let gone = benefit_of(app, &fixture.location).await;
    accepted(&app.delete(&format!("/benefits/{gone}")).await, 200);
    let theirs = app.as_client(&app.stranger);
    let theirs = benefit_of(&theirs, &location(&theirs).await).await;
    let plan = |ids: Value| tests::with(flex(&fixture.location), &json!({"exclusive_benefit_ids": ids}));
    for (id, reason) in [
        (&there, "reference_not_found"),
        (&gone, "reference_archived"),
        (&theirs, "reference_not_found"),
        (&fixture.room, "reference_not_found"),
    ] {
        let refused = app.post("/memberships", plan(json!([here, id]))).await.refusal();
        assert_eq!(refused, format!("422 rule_violation exclusive_benefit_ids[1] {reason}"));
    }
    let id = made(app, "/memberships", plan(json!([here]))).await;
    let path = format!("/memberships/{id}");
    let refused = app.put(&path, json!({"exclusive_benefit_ids": [there, here]})).await.refusal();
    assert_eq!(refused, "422 rule_violation exclusive_benefit_ids[0] reference_not_found");
    accepted(&app.delete(&format!("/benefits/{here}")).await, 200);
    accepted(&app.put(&path, json!({"name": "Flexible"})).await, 200);
}

#[tokio::test]
async fn a_benefit_is_for_those_whom_it_is_made_for() {
    let fixture = RoomFixture::new().await;
    let app = &fixture.app;
    let benefit = benefit_of(app, &fixture.location).await;
    for (visibility, refusal) in [
        ("admins", "422 rule_violation benefit_id for_admins"),
        ("exclusive_members", "422 rule_violation benefit_id for_subscribers"),
    ] {
        accepted(&app.put(&format!("/benefits/{benefit}"), json!({"visibility": visibility})).await, 200);
        assert_eq!(apply(&fixture, &benefit).await.refusal(), refusal);
    }
    accepted(&app.put(&format!("/benefits/{benefit}"), json!({"visibility": "public"})).await, 200);
    let plan = tests::with(flex(&fixture.location), &json!({"exclusive_benefit_ids": [benefit]}));
    let plan = made(app, "/memberships", plan).await;
    assert_eq!(apply(&fixture, &benefit).await.refusal(), "422 rule_violation benefit_id for_subscribers");
    accepted(&app.put(&format!("/memberships/{plan}"), json!({"exclusive_benefit_ids": []})).await, 200);
    accepted(&apply(&fixture, &benefit).await, 201);
}

#[tokio::test]
async fn a_deleted_membership_plan_reserves_nothing_until_it_is_restored() {
    let fixture = RoomFixture::new().await;
    let app = &fixture.app;
    let benefit = benefit_of(app, &fixture.location).await;
    let lists = json!({"exclusive_resource_ids": [fixture.room], "exclusive_benefit_ids": [benefit]});
    let plan = made(app, "/memberships", tests::with(flex(&fixture.location), &lists)).await;
    let path = format!("/memberships/{plan}");
    let shown = async || app.get(&format!("/resources/{}", fixture.room)).await.body["data"].clone();
    for (off, on) in [("delete", "restore"), ("put", "put"), ("delete", "put")] {
        let deactivated =
            if off == "put" { app.put(&path, json!({"is_active": false})).await } else { app.delete(&path).await };
        accepted(&deactivated, 200);
        accepted(&app.delete(&path).await, 200);
        assert_eq!(shown().await["exclusive_membership_plan_ids"], json!([]));
        let booked = fixture.book("14:00", "15:00").await;
        accepted(&booked, 201);
        accepted(&fixture.act(&booked.id(), "cancel").await, 200);
        let applied = apply(&fixture, &benefit).await;
        accepted(&applied, 201);
        accepted(&app.post(&format!("/benefit-applications/{}/cancel", applied.id()), json!({})).await, 200);
        let restored = if on == "put" {
            app.put(&path, json!({"is_active": true})).await
        } else {
            app.post(&format!("{path}/restore"), json!({})).await
        };
        accepted(&restored, 200);
        assert_eq!(restored.body["data"]["exclusive_resource_ids"], json!([fixture.room]));
        assert_eq!(shown().await["exclusive_membership_plan_ids"], json!([plan]));
        assert_eq!(fixture.book("14:00", "15:00").await.refusal(), FOR_SUBSCRIBERS);
        assert_eq!(apply(&fixture, &benefit).await.refusal(), "422 rule_violation benefit_id for_subscribers");
    }
}

#[tokio::test]
async fn what_an_inactive_membership_plan_lists_is_reserved_when_it_is_restored() {
    let fixture = RoomFixture::new().await;
    let app = &fixture.app;
    let (kept, gone) = (fixture.resource("Kept", json!({})).await, fixture.resource("Gone", json!({})).await);
    let benefit = benefit_of(app, &fixture.location).await;
    let plan = made(app, "/memberships", tests::with(flex(&fixture.location), &json!({"is_active": false}))).await;
    let path = format!("/memberships/{plan}");
    let refused = app.put(&path, json!({"exclusive_resource_ids": [benefit]})).await.refusal();
    assert_eq!(refused, "422 rule_violation exclusive_resource_ids[0] reference_not_found");
    let refused = app.put(&path, json!({"exclusive_benefit_ids": [kept]})).await.refusal();
    assert_eq!(refused, "422 rule_violation exclusive_benefit_ids[0] reference_not_found");
    let lists = json!({"exclusive_resource_ids": [kept, gone], "exclusive_benefit_ids": [benefit]});
    accepted(&app.put(&path, lists).await, 200);
    let shown =
        async || app.get(&format!("/resources/{kept}")).await.body["data"]["exclusive_membership_plan_ids"].clone();
    assert_eq!(shown().await, json!([]));
    accepted(&app.delete(&format!("/resources/{gone}")).await, 200);
    accepted(&app.delete(&format!("/benefits/{benefit}")).await, 200);
    accepted(&app.post(&format!("{path}/restore"), json!({})).await, 200);
    assert_eq!(shown().await, json!([plan]));
    accepted(&app.delete(&path).await, 200);
    assert_eq!(shown().await, json!([]));
}

#[tokio::test]
async fn a_location_is_archived_when_only_deleted_membership_plans_are_left_there() {
    let app = tests::app().await;
    let place = location(&app).await;
    let live = made(&app, "/memberships", flex(&place)).await;
    let never = tests::with(flex(&place), &json!({"name": "Never", "is_active": false}));
    let never = made(&app, "/memberships", never).await;
    let archive = async || app.delete(&format!("/locations/{place}")).await.refusal();
    assert_eq!(archive().await, "409 in_use");
    accepted(&app.delete(&format!("/memberships/{live}")).await, 200);
    accepted(&app.post(&format!("/memberships/{live}/restore"), json!({})).await, 200);
    assert_eq!(archive().await, "409 in_use");
    accepted(&app.put(&format!("/memberships/{never}"), json!({"is_active": true})).await, 200);
    accepted(&app.put(&format!("/memberships/{never}"), json!({"is_active": false})).await, 200);
    assert_eq!(archive().await, "409 in_use");
    accepted(&app.delete(&format!("/memberships/{live}")).await, 200);
    assert_eq!(archive().await, "200 ");
    // They are still there to be read, and stay inactive.
    accepted(&app.get(&format!("/memberships/{live}")).await, 200);
    assert_eq!(app.post(&format!("/memberships/{live}/restore"), json!({})).await.refusal(), "409 invalid_state");
}

#[tokio::test]
async fn of_restoring_a_membership_plan_and_archiving_its_location_one_happens() {
    let app = tests::app().await;
    for round in 0..8 {
        let place = location(&app).await;
        let plan = made(&app, "/memberships", flex(&place)).await;
        accepted(&app.delete(&format!("/memberships/{plan}")).await, 200);
        app.faults.random("TransactWriteItems", round, vec![(500, Fault::Late(20)), (500, Fault::Late(60))]);
        let (path, place) = (format!("/memberships/{plan}/restore"), format!("/locations/{place}"));
        let (restored, archived) = tokio::join!(app.post(&path, json!({})), app.delete(&place));
        app.faults.clear();
        let outcome = (restored.status, archived.status);
        assert!(matches!(outcome, (200, 409) | (409, 200)), "{outcome:?}");
    }
}
