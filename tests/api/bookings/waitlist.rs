//! The waiting list: first come, first served; what is offered is nobody else's.

mod races;

use chrono::Duration;
use serde_json::{Value, json};
use testing::{TestApp, TestResponse};
use tests::{RoomFixture, instant, sweep};
use values::Clock as _;

const CONFLICT: &str = "409 booking_conflict start_time booking_conflict";

/// A full room and a second member.
async fn full() -> (RoomFixture, String, String) {
    filled(RoomFixture::new().await).await
}

async fn filled(fixture: RoomFixture) -> (RoomFixture, String, String) {
    let booking = fixture.booked("10:00", "12:00").await;
    let other = json!({"email": "bob@example.com", "name": "Bob"});
    let bob = TestApp::made(&fixture.app.post("/members", other).await)["id"].as_str().unwrap().to_owned();
    (fixture, booking, bob)
}

/// Waits for an hour of the room between two times, with these fields instead.
async fn join(fixture: &RoomFixture, customer: &str, (from, to): (&str, &str), fields: Value) -> TestResponse {
    let mut body = json!({"location_id": fixture.location, "customer_id": customer, "resource_id": fixture.room,
        "earliest_start": instant(from), "latest_end": instant(to), "duration_minutes": 60});
    body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    body.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    fixture.app.post("/waitlist-entries", body).await
}

async fn joined(fixture: &RoomFixture, customer: &str, window: (&str, &str)) -> String {
    join(fixture, customer, window, json!({})).await.id()
}

async fn entry(fixture: &RoomFixture, id: &str) -> Value {
    fixture.app.get(&format!("/waitlist-entries/{id}")).await.body["data"].clone()
}

async fn answer(fixture: &RoomFixture, id: &str, action: &str) -> TestResponse {
    fixture.app.post(&format!("/waitlist-entries/{id}/{action}"), json!({})).await
}

#[tokio::test]
async fn what_comes_free_is_offered_to_the_first_who_can_use_it() {
    let (fixture, booking, bob) = full().await;
    let ann = fixture.member.clone();
    let too_early = joined(&fixture, &ann, ("10:00", "10:00".replace("10", "11").as_str())).await;
    let first = joined(&fixture, &bob, ("10:00", "12:00")).await;
    assert_eq!(entry(&fixture, &too_early).await["position"], 1);
    assert_eq!(entry(&fixture, &first).await["position"], 2);
    fixture.act(&booking, "cancel").await;
    let (early, next) = (entry(&fixture, &too_early).await, entry(&fixture, &first).await);
    assert_eq!((&early["status"], &early["offered_start_time"]), (&json!("offered"), &json!(instant("10:00"))));
    assert_eq!(early["position"], Value::Null);
    assert_eq!(early["offer_expires_at"], "2026-11-21T09:30:00.000Z");
    // The time that is left is enough for the second entry, too.
    assert_eq!((&next["status"], &next["offered_start_time"]), (&json!("offered"), &json!(instant("11:00"))));
}

#[tokio::test]
async fn offered_time_is_only_its_holders() {
    let (fixture, booking, bob) = full().await;
    let id = joined(&fixture, &bob, ("10:00", "12:00")).await;
    fixture.act(&booking, "cancel").await;
    assert_eq!(fixture.book("10:00", "10:30").await.refusal(), CONFLICT);
    let accepted = answer(&fixture, &id, "accept").await;
    assert_eq!(accepted.body["data"]["status"], "accepted");
    let booking = accepted.body["data"]["booking_id"].as_str().unwrap();
    let booking = fixture.app.get(&format!("/bookings/{booking}")).await.body["data"].clone();
    assert_eq!((&booking["status"], &booking["customer_id"]), (&json!("confirmed"), &json!(bob)));
    assert_eq!((&booking["start_time"], &booking["end_time"]), (&json!(instant("10:00")), &json!(instant("11:00"))));
    assert_eq!(fixture.book("10:30", "11:30").await.refusal(), CONFLICT);
    assert_eq!(fixture.book("11:00", "12:00").await.status, 201);
    for action in ["accept", "decline"] {
        assert_eq!(answer(&fixture, &id, action).await.refusal(), "409 invalid_state", "{action}");
    }
}

#[tokio::test]
async fn a_declined_offer_goes_to_the_next() {
    let (fixture, booking, bob) = full().await;
    let first = joined(&fixture, &bob, ("10:00", "11:00")).await;
    let second = joined(&fixture, &fixture.member, ("10:00", "11:00")).await;
    fixture.act(&booking, "cancel").await;
    assert_eq!(entry(&fixture, &second).await["status"], "waiting");
    assert_eq!(answer(&fixture, &first, "decline").await.body["data"]["status"], "declined");
    assert_eq!(entry(&fixture, &second).await["status"], "offered");
}

#[tokio::test]
async fn an_offer_ends_by_itself_and_the_sweep_serves_the_next() {
    let (fixture, booking, bob) = filled(RoomFixture::alone().await).await;
    let first = joined(&fixture, &bob, ("10:00", "11:00")).await;
    let second = joined(&fixture, &fixture.member, ("10:00", "11:00")).await;
    fixture.act(&booking, "cancel").await;
    fixture.app.clock.advance(Duration::minutes(30));
    let over = entry(&fixture, &first).await;
    assert_eq!(over["status"], "expired");
    assert_eq!(answer(&fixture, &first, "accept").await.refusal(), "409 invalid_state");
    let swept = sweep(&fixture.app.context).await;
    assert_eq!((swept.done_of("waitlist_entry"), swept.failed()), (1, 0));
    assert_eq!(entry(&fixture, &second).await["status"], "offered");
    assert_eq!(entry(&fixture, &first).await["status"], over["status"]);
}

#[tokio::test]
async fn an_offer_lasts_at_most_until_its_start() {
    let (fixture, _, bob) = full().await;
    let now = fixture.app.clock.now();
    let at = |minutes: i64| json!(now.plus(Duration::minutes(minutes)));
    let body = json!({"resource_id": fixture.room, "customer_id": bob, "start_time": at(10), "end_time": at(70)});
    let soon = fixture.app.post("/bookings", body).await.id();
    let fields = json!({"earliest_start": at(10), "latest_end": at(70), "offer_minutes": 60});
    let id = join(&fixture, &bob, ("10:00", "12:00"), fields).await.id();
    fixture.act(&soon, "cancel").await;
    assert_eq!(entry(&fixture, &id).await["offer_expires_at"], at(10));
}

#[tokio::test]
async fn every_way_of_freeing_time_makes_offers() {
    let (fixture, _, bob) = filled(RoomFixture::alone().await).await;
    let room = || async { fixture.resource(&format!("Room {}", fixture.app.context.ids.token()), json!({})).await };
    let wait = async |room: &str, start: &str| {
        let end = format!("{:02}:00", start[..2].parse::<u32>().unwrap() + 1);
        join(&fixture, &bob, (start, &end), json!({"resource_id": room})).await.id()
    };
    let book = async |room: &str, fields: Value| {
        let mut fields = fields;
        fields["resource_id"] = json!(room);
        fixture.book_with("10:00", "11:00", fields).await.id()
    };

    let place = room().await;
    let (booking, id) = (book(&place, json!({})).await, wait(&place, "10:00").await);
    let moved = json!({"start_time": instant("15:00"), "end_time": instant("16:00")});
    assert_eq!(fixture.app.post(&format!("/bookings/{booking}/reschedule"), moved).await.status, 200);
    assert_eq!(entry(&fixture, &id).await["status"], "offered", "reschedule");

    let place = room().await;
    let time = json!({"resource_id": place, "start_time": instant("10:00"), "end_time": instant("11:00")});
    let hold = fixture.app.post("/booking-holds", time.clone()).await.id();
    let id = wait(&place, "10:00").await;
    fixture.app.delete(&format!("/booking-holds/{hold}")).await;
    assert_eq!(entry(&fixture, &id).await["status"], "offered", "hold released");
    answer(&fixture, &id, "decline").await;

    let block = fixture.app.post("/calendar-blocks", time).await.id();
    let id = wait(&place, "10:00").await;
    let later = json!({"start_time": instant("12:00"), "end_time": instant("13:00")});
    fixture.app.put(&format!("/calendar-blocks/{block}"), later).await;
    assert_eq!(entry(&fixture, &id).await["status"], "offered", "block moved");
    let id = wait(&place, "12:00").await;
    fixture.app.delete(&format!("/calendar-blocks/{block}")).await;
    assert_eq!(entry(&fixture, &id).await["status"], "offered", "block deleted");

    let place = fixture.resource("Approved", json!({"requires_approval": true})).await;
    let (booking, id) = (book(&place, json!({})).await, wait(&place, "10:00").await);
    fixture.act(&booking, "decline").await;
    assert_eq!(entry(&fixture, &id).await["status"], "offered", "declined");
    answer(&fixture, &id, "decline").await;
    let (_, id) = (book(&place, json!({})).await, wait(&place, "10:00").await);
    fixture.app.clock.advance(Duration::hours(24));
    assert_eq!(sweep(&fixture.app.context).await.done_of("booking"), 1);
    assert_eq!(entry(&fixture, &id).await["status"], "offered", "expired");
}

#[tokio::test]
async fn a_part_that_comes_free_makes_room_for_the_whole() {
    let (fixture, _, bob) = full().await;
    let whole = fixture.resource("Hall", json!({})).await;
    let part = fixture.resource("Left half", json!({"parent_resource_id": whole})).await;
    let booking = fixture.book_with("10:00", "11:00", json!({"resource_id": part})).await.id();
    let id = join(&fixture, &bob, ("10:00", "11:00"), json!({"resource_id": whole})).await.id();
    fixture.act(&booking, "cancel").await;
    assert_eq!(entry(&fixture, &id).await["offered_resource_id"], json!(whole));
    // The offer holds the hall and its half.
    assert_eq!(fixture.book_with("10:00", "11:00", json!({"resource_id": part})).await.refusal(), CONFLICT);
}

#[tokio::test]
async fn any_resource_of_a_type_will_do() {
    let (fixture, _, bob) = full().await;
    let booth = fixture.resource("Booth", json!({"type": "phone_booth"})).await;
    let booking = fixture.book_with("10:00", "11:00", json!({"resource_id": booth})).await.id();
    let fields = json!({"resource_id": null, "resource_type": "phone_booth"});
    let id = join(&fixture, &bob, ("10:00", "11:00"), fields).await.id();
    fixture.act(&booking, "cancel").await;
    assert_eq!(entry(&fixture, &id).await["offered_resource_id"], json!(booth));
}

#[tokio::test]
async fn an_offer_keeps_the_policy_and_never_reaches_the_blocked() {
    let fixture = RoomFixture::with_room(json!({"lead_time_minutes": 60, "schedule": {"default": [
        {"weekday": "tuesday", "opens": "12:30", "closes": "20:00"}]}}))
    .await;
    let booking = fixture.booked("12:00", "15:00").await;
    let bob = json!({"email": "bob@example.com", "name": "Bob"});
    let bob = TestApp::made(&fixture.app.post("/members", bob).await)["id"].as_str().unwrap().to_owned();
    let blocked = joined(&fixture, &bob, ("10:00", "14:00")).await;
    let id = joined(&fixture, &fixture.member, ("10:00", "14:00")).await;
    assert_eq!(fixture.app.post(&format!("/members/{bob}/block"), json!({})).await.status, 200);
    fixture.act(&booking, "cancel").await;
    assert_eq!(entry(&fixture, &blocked).await["status"], "waiting");
    // 12:30 in Amsterdam is 11:30 UTC.
    assert_eq!(entry(&fixture, &id).await["offered_start_time"], json!(instant("11:30")));
}

#[tokio::test]
async fn an_offer_keeps_the_cooldown_of_its_customer() {
    let fixture = RoomFixture::with_room(json!({"cooldown_minutes": 120})).await;
    let (fixture, booking, bob) = filled(fixture).await;
    let own = fixture.book_with("13:00", "14:00", json!({"customer_id": bob})).await;
    assert_eq!(own.status, 201, "{}", own.text);
    let id = joined(&fixture, &bob, ("09:30", "12:00")).await;
    fixture.act(&booking, "cancel").await;
    // 11:00 would be free, but two hours before 13:00 are not.
    assert_eq!(entry(&fixture, &id).await["offered_end_time"], json!(instant("10:30")));
}

#[tokio::test]
async fn nobody_waits_for_what_is_free_or_over_or_waits_twice() {
    let (fixture, _, bob) = full().await;
    let free = join(&fixture, &bob, ("10:00", "13:00"), json!({})).await;
    assert_eq!(free.refusal(), "409 invalid_state earliest_start is_free");
    joined(&fixture, &bob, ("10:00", "12:00")).await;
    let twice = join(&fixture, &bob, ("11:00", "12:00"), json!({})).await;
    assert_eq!(twice.refusal(), "409 already_exists customer_id already_waiting");
    let absent = "0199a000-0000-7000-8000-00000000dead";
    let elsewhere = json!({"name": "Elsewhere", "time_zone": "UTC", "currency": "EUR"});
    let elsewhere = fixture.app.post("/locations", elsewhere).await.id();
    for (fields, refusal) in [
        (json!({"resource_id": null}), "422 rule_violation resource_id one_of_resource_id_and_resource_type"),
        (
            json!({"resource_type": "studio"}),
            "422 rule_violation resource_id one_of_resource_id_and_resource_type",
        ),
        (json!({"latest_end": instant("10:00")}), "422 rule_violation latest_end end_not_after_start"),
        (json!({"latest_end": "2027-01-02T10:00:00Z"}), "422 rule_violation latest_end too_long"),
        (json!({"duration_minutes": 121}), "422 rule_violation duration_minutes longer_than_window"),
        (
            json!({"earliest_start": "2026-11-20T10:00:00Z", "latest_end": "2026-11-21T09:59:00Z"}),
            "422 rule_violation latest_end in_the_past",
        ),
        (json!({"location_id": absent}), "422 rule_violation location_id reference_not_found"),
        (json!({"customer_id": absent}), "422 rule_violation customer_id reference_not_found"),
        (json!({"resource_id": absent}), "422 rule_violation resource_id reference_not_found"),
        (json!({"location_id": elsewhere}), "422 rule_violation resource_id other_location"),
        (json!({"units": 2, "customer_id": fixture.member}), "422 rule_violation units over_units"),
        (json!({"duration_minutes": 0}), "400 validation_error duration_minutes out_of_range"),
    ] {
        let refused = join(&fixture, &fixture.member, ("10:00", "12:00"), fields.clone()).await;
        assert_eq!(refused.refusal(), refusal, "{fields}");
    }
}

#[tokio::test]
async fn who_leaves_the_line_gets_nothing_and_lets_others_move_up() {
    let (fixture, booking, bob) = full().await;
    let first = joined(&fixture, &bob, ("10:00", "11:00")).await;
    let second = joined(&fixture, &fixture.member, ("10:00", "11:00")).await;
    let path = format!("/waitlist-entries/{first}");
    assert_eq!(fixture.app.delete(&path).await.body["data"]["status"], "cancelled");
    assert_eq!(fixture.app.delete(&path).await.refusal(), "409 invalid_state");
    assert_eq!(entry(&fixture, &second).await["position"], 1);
    fixture.act(&booking, "cancel").await;
    assert_eq!(entry(&fixture, &first).await["status"], "cancelled");
    assert_eq!(entry(&fixture, &second).await["status"], "offered");
    // An entry with an offer cannot leave the waiting list: its offer is declined.
    assert_eq!(fixture.app.delete(&format!("/waitlist-entries/{second}")).await.refusal(), "409 invalid_state");
}

#[tokio::test]
async fn entries_are_listed_by_location_resource_and_customer_with_their_places() {
    let (fixture, _, bob) = full().await;
    let first = joined(&fixture, &bob, ("10:00", "11:00")).await;
    let second = joined(&fixture, &fixture.member, ("10:00", "11:00")).await;
    let ids = async |query: &str| {
        let list = fixture.app.get(&format!("/waitlist-entries?{query}")).await;
        let data = list.body["data"].as_array().unwrap().clone();
        data.iter()
            .map(|entry| (entry["id"].as_str().unwrap().to_owned(), entry["position"].clone()))
            .collect::<Vec<_>>()
    };
    let both = vec![(second.clone(), json!(2)), (first.clone(), json!(1))];
    assert_eq!(ids("").await, both);
    assert_eq!(ids(&format!("location_id={}", fixture.location)).await, both);
    assert_eq!(ids(&format!("resource_id={}", fixture.room)).await, both);
    assert_eq!(ids(&format!("customer_id={bob}")).await, both[1..]);
    assert_eq!(ids(&format!("customer_id={bob}&resource_id={}", fixture.room)).await, both[1..]);
    fixture.app.delete(&format!("/waitlist-entries/{first}")).await;
    assert_eq!(ids("status=waiting").await, vec![(second.clone(), json!(1))]);
    assert_eq!(ids("status=cancelled").await, vec![(first.clone(), Value::Null)]);
    fixture.app.clock.advance(Duration::days(11));
    assert_eq!(ids("status=waiting").await, vec![]);
    assert_eq!(ids("status=expired").await, vec![(second, Value::Null)]);
}

#[tokio::test]
async fn an_entry_that_was_joined_by_itself_keeps_what_it_asked_for() {
    let fixture = RoomFixture::with_room(json!({"units": 3})).await;
    let taken = fixture.book_with("10:00", "12:00", json!({"units": 3})).await.id();
    let id =
        join(&fixture, &fixture.member, ("10:00", "12:00"), json!({"units": 2, "duration_minutes": 90})).await.id();
    fixture.act(&taken, "cancel").await;
    let accepted = answer(&fixture, &id, "accept").await.body["data"].clone();
    let booking = fixture.app.get(&format!("/bookings/{}", accepted["booking_id"].as_str().unwrap())).await;
    let booking = &booking.body["data"];
    assert_eq!((&booking["units"], &booking["end_time"]), (&json!(2), &json!(instant("11:30"))));
    assert_eq!((&booking["title"], &booking["attendees"]), (&json!(""), &json!(1)));
}
