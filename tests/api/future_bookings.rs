//! What becomes of a customer's bookings when the customer is to go: archived, deleted or anonymised.

use serde_json::{Value, json};
use testing::{Fault, TestApp, TestResponse};
use tests::{RoomFixture, accepted, carried_out, company, made, sweep, with};
use tokio::task::JoinSet;

/// Rounds of the race: at least, and at most while one side has not won any.
const ROUNDS: u64 = 4;
const ROUNDS_MAX: u64 = 30;

/// A booking of the room for a customer.
fn booking(fixture: &RoomFixture, customer: &str, from: &str, to: &str) -> Value {
    with(fixture.booking(from, to), &json!({"customer_id": customer}))
}

async fn booked(fixture: &RoomFixture, customer: &str, from: &str, to: &str) -> String {
    made(&fixture.app, "/bookings", booking(fixture, customer, from, to)).await
}

async fn archive(app: &TestApp, company: &str, choice: &str) -> TestResponse {
    app.post(&format!("/companies/{company}/archive{choice}"), json!({})).await
}

async fn restored(app: &TestApp, company: &str) {
    accepted(&app.post(&format!("/companies/{company}/restore"), json!({})).await, 200);
}

#[tokio::test]
async fn a_company_that_has_booked_is_archived_only_with_a_word_about_its_bookings() {
    let fixture = RoomFixture::new().await;
    let company = company(&fixture.app, &fixture.location).await;
    let mut ids = Vec::new();
    for (from, to) in [("10:00", "11:00"), ("12:00", "13:00"), ("14:00", "15:00"), ("16:00", "17:00")] {
        ids.push(booked(&fixture, &company, from, to).await);
    }
    let refused = archive(&fixture.app, &company, "").await;
    assert_eq!(refused.refusal(), "409 in_use id in_use");
    let named = refused.body["error"]["details"]["in_use"].as_array().cloned().unwrap_or_default();
    let first = json!({"kind": "booking", "id": ids[0], "start_time": "2026-12-01T10:00:00.000Z",
        "end_time": "2026-12-01T11:00:00.000Z"});
    assert_eq!((named.len(), &named[0]), (3, &first));
    assert_eq!(fixture.app.get(&format!("/companies/{company}")).await.body["data"]["version"], 1);
    let odd = archive(&fixture.app, &company, "?on_future_bookings=move").await;
    assert_eq!(odd.refusal(), "400 validation_error on_future_bookings invalid_value");

    accepted(&archive(&fixture.app, &company, "?on_future_bookings=keep").await, 200);
    assert_eq!(fixture.status(&ids[0]).await, "confirmed");
    accepted(&fixture.act(&ids[0], "cancel").await, 200);
    restored(&fixture.app, &company).await;
    ids.push(booked(&fixture, &company, "10:00", "11:00").await);

    accepted(&archive(&fixture.app, &company, "?on_future_bookings=cancel").await, 200);
    for id in &ids[1..] {
        let shown = fixture.app.get(&format!("/bookings/{id}")).await.body["data"].clone();
        assert_eq!((&shown["status"], &shown["cancellation_reason"]), (&json!("cancelled"), &json!("operator")));
        assert_eq!(shown["cancellation_fee"], 0.0);
    }
    let refused = fixture.app.post("/bookings", booking(&fixture, &company, "10:00", "11:00")).await;
    assert_eq!(refused.refusal(), "422 rule_violation customer_id reference_archived");
}

#[tokio::test]
async fn bookings_that_have_ended_stand_in_nobodys_way_whether_or_not_the_sweep_has_run() {
    let fixture = RoomFixture::alone().await;
    let asks = fixture.resource("Asks", json!({"requires_approval": true})).await;
    for is_swept in [false, true] {
        let company = company(&fixture.app, &fixture.location).await;
        let day = if is_swept { "2026-12-02" } else { "2026-12-01" };
        let at = |time: &str| format!("{day}T{time}:00.000Z");
        let cancelled = booked(&fixture, &company, &at("08:00"), &at("09:00")).await;
        booked(&fixture, &company, &at("10:00"), &at("11:00")).await;
        let pending = booking(&fixture, &company, &at("10:00"), &at("11:00"));
        let pending = made(&fixture.app, "/bookings", with(pending, &json!({"resource_id": asks}))).await;
        assert_eq!(fixture.status(&pending).await, "pending");
        let moved = booked(&fixture, &company, &at("12:00"), &at("13:00")).await;
        let times = json!({"start_time": at("14:00"), "end_time": at("15:00")});
        accepted(&fixture.reschedule(&moved, times).await, 200);
        accepted(&fixture.act(&cancelled, "cancel").await, 200);
        fixture.clock(&at("14:59"));
        assert_eq!(archive(&fixture.app, &company, "").await.refusal(), "409 in_use id in_use");
        fixture.clock(&at("15:00"));
        if is_swept {
            sweep(&fixture.app.context).await;
        }
        accepted(&archive(&fixture.app, &company, "").await, 200);
        sweep(&fixture.app.context).await;
        restored(&fixture.app, &company).await;
        accepted(&archive(&fixture.app, &company, "").await, 200);
    }
}

#[tokio::test]
async fn a_company_that_has_booked_is_deleted_only_with_a_word_about_its_bookings() {
    let fixture = RoomFixture::new().await;
    let company = company(&fixture.app, &fixture.location).await;
    let id = booked(&fixture, &company, "10:00", "11:00").await;
    let path = format!("/companies/{company}");
    assert_eq!(fixture.app.delete(&path).await.refusal(), "409 in_use id in_use");
    accepted(&fixture.app.delete(&format!("{path}?on_future_bookings=cancel")).await, 200);
    assert_eq!((fixture.status(&id).await.as_str(), fixture.app.get(&path).await.status), ("cancelled", 404));
}

#[tokio::test]
async fn a_company_with_members_keeps_its_bookings_when_it_cannot_be_deleted() {
    let fixture = RoomFixture::new().await;
    let company = company(&fixture.app, &fixture.location).await;
    let place = json!({"member_id": fixture.member, "role": "manager"});
    accepted(&fixture.app.post(&format!("/companies/{company}/members"), place).await, 201);
    let id = booked(&fixture, &company, "10:00", "11:00").await;
    let refused = fixture.app.delete(&format!("/companies/{company}?on_future_bookings=cancel")).await;
    assert_eq!((refused.refusal().as_str(), fixture.status(&id).await.as_str()), ("409 in_use", "confirmed"));
}

#[tokio::test]
async fn a_member_who_has_booked_is_anonymised_or_deleted_only_with_a_word_about_the_bookings() {
    let fixture = RoomFixture::new().await;
    let path = format!("/members/{}", fixture.member);
    let id = fixture.booked("10:00", "11:00").await;
    let anonymise = async |choice: &str| fixture.app.post(&format!("{path}/anonymise{choice}"), json!({})).await;
    assert_eq!(anonymise("").await.refusal(), "409 in_use id in_use");
    assert_eq!(fixture.app.delete(&path).await.refusal(), "409 in_use id in_use");
    assert_eq!(fixture.app.get(&path).await.body["data"]["status"], "active");
    accepted(&anonymise("?on_future_bookings=keep").await, 200);
    assert_eq!(fixture.status(&id).await, "confirmed");
    assert_eq!(fixture.app.delete(&path).await.refusal(), "409 in_use id in_use");
    accepted(&fixture.app.delete(&format!("{path}?on_future_bookings=cancel")).await, 200);
    assert_eq!(fixture.status(&id).await, "cancelled");
    let other = fixture.another_member().await;
    accepted(&fixture.app.delete(&format!("/members/{other}")).await, 200);
}

#[tokio::test]
async fn a_series_of_two_hundred_stands_in_the_way_and_is_cancelled_with_its_company() {
    let fixture = RoomFixture::with_room(json!({"book_ahead_days": null})).await;
    let company = company(&fixture.app, &fixture.location).await;
    let series = json!({"resource_id": fixture.room, "customer_id": company, "duration_minutes": 60,
        "first_start_time": "2026-12-01T10:00:00Z", "rule": {"frequency": "daily", "count": 200}});
    let series = carried_out(&fixture.app, &fixture.app.post("/booking-series", series).await).await;
    assert_eq!(series["booking_ids"].as_array().map(Vec::len), Some(200));
    assert_eq!(archive(&fixture.app, &company, "").await.refusal(), "409 in_use id in_use");
    let _ = fixture.app.faults.seen();
    let mut done = archive(&fixture.app, &company, "?on_future_bookings=cancel").await;
    for _ in 0..20 {
        if done.status != 503 {
            break;
        }
        done = archive(&fixture.app, &company, "?on_future_bookings=cancel").await;
    }
    accepted(&done, 200);
    let writes = fixture.app.faults.seen().iter().filter(|call| call.operation == "TransactWriteItems").count();
    assert!(writes <= 10, "{writes} transactions");
    let left = fixture.app.get(&format!("/bookings?customer_id={company}&status=confirmed")).await;
    assert_eq!(left.body["pagination"]["total"], 0);
    restored(&fixture.app, &company).await;
    accepted(&archive(&fixture.app, &company, "").await, 200);
}

#[tokio::test]
async fn a_cancellation_of_many_bookings_that_dies_is_finished_by_the_next_request_and_none_is_cancelled_twice() {
    let fixture = RoomFixture::with_room(json!({"book_ahead_days": null})).await;
    let company = company(&fixture.app, &fixture.location).await;
    let series = json!({"resource_id": fixture.room, "customer_id": company, "duration_minutes": 60,
        "first_start_time": "2026-12-01T10:00:00Z", "rule": {"frequency": "daily", "count": 80}});
    let _ = TestApp::made(&fixture.app.post("/booking-series", series).await);
    let count = async |status: &str| {
        let list = fixture.app.get(&format!("/bookings?customer_id={company}&status={status}&per_page=100")).await;
        let bookings = list.body["data"].as_array().cloned().unwrap_or_default();
        bookings.iter().map(|booking| booking["version"].as_i64().unwrap_or_default()).collect::<Vec<_>>()
    };
    let before = count("confirmed").await;
    fixture.app.faults.after("TransactWriteItems", 1, Fault::Fail(500, "InternalServerError"));
    assert_eq!(archive(&fixture.app, &company, "?on_future_bookings=cancel").await.status, 503);
    fixture.app.faults.clear();
    let done = count("cancelled").await.len();
    assert!(0 < done && done < 80, "{done} of 80");
    assert_eq!(fixture.app.get(&format!("/companies/{company}")).await.body["data"]["version"], 1);
    accepted(&archive(&fixture.app, &company, "?on_future_bookings=cancel").await, 200);
    let after: Vec<i64> = before.iter().map(|version| version + 1).collect();
    assert_eq!(count("cancelled").await, after);
}

#[tokio::test]
async fn bookings_of_many_customers_are_cancelled_with_their_resource_within_the_limits_of_a_transaction() {
    let fixture = RoomFixture::with_room(json!({"book_ahead_days": null, "max_free_bookings": 3})).await;
    let mut making = JoinSet::new();
    for day in 1..=30 {
        let (app, location) = (fixture.app.clone(), fixture.location.clone());
        let body = fixture.booking(&format!("2026-12-{day:02}T10:00:00Z"), &format!("2026-12-{day:02}T11:00:00Z"));
        making.spawn(async move {
            let customer = company(&app, &location).await;
            made(&app, "/bookings", with(body, &json!({"customer_id": customer}))).await
        });
    }
    assert_eq!(making.join_all().await.len(), 30);
    let gone = json!({"is_active": false, "on_future_bookings": "cancel"});
    accepted(&fixture.app.put(&format!("/resources/{}", fixture.room), gone).await, 200);
    let left = fixture.app.get(&format!("/bookings?resource_id={}&status=cancelled", fixture.room)).await;
    assert_eq!(left.body["pagination"]["total"], 30);
}

/// One round: how many of eight bookings were made, and whether the company was archived.
async fn crossing(fixture: &RoomFixture, company: &str, round: u64) -> (usize, bool) {
    let app = &fixture.app;
    // Writes are delayed by random times, so that they overtake each other and follow reads that are out of date.
    app.faults.random("TransactWriteItems", round, vec![(300, Fault::Late(10)), (300, Fault::Late(40))]);
    let mut bookings = JoinSet::new();
    // In one round of three the company is archived before the first booking is asked for.
    let mut archived = if round % 3 == 2 { Some(archive(app, company, "").await) } else { None };
    let (day, month) = (round % 28 + 1, round / 28 + 1);
    for hour in 8..16 {
        let at = |minute: u32| format!("2027-{month:02}-{day:02}T{hour:02}:{minute:02}:00.000Z");
        let (app, body) = (app.clone(), booking(fixture, company, &at(0), &at(30)));
        bookings.spawn(async move { app.post("/bookings", body).await.status });
    }
    let mut statuses = Vec::new();
    if round % 3 == 1 {
        // One booking is answered before the company is archived.
        statuses.extend(bookings.join_next().await.expect("a booking"));
    }
    let archived = match archived.take() {
        Some(archived) => archived,
        None => archive(app, company, "").await,
    };
    statuses.extend(bookings.join_all().await);
    app.faults.clear();
    assert!(statuses.iter().all(|status| matches!(status, 201 | 422)), "{statuses:?}");
    assert!(matches!(archived.status, 200 | 409), "{}", archived.text);
    (statuses.iter().filter(|status| **status == 201).count(), archived.status == 200)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_bookings_and_the_archiving_of_their_company_that_cross_one_side_is_accepted() {
    let fixture = RoomFixture::with_room(json!({"book_ahead_days": null})).await;
    let (mut rounds, mut archivings) = (0, 0);
    while rounds < ROUNDS || (rounds < ROUNDS_MAX && (archivings == 0 || archivings == rounds)) {
        let company = company(&fixture.app, &fixture.location).await;
        let (made, is_archived) = crossing(&fixture, &company, rounds).await;
        assert_eq!(made == 0, is_archived, "round {rounds}: {made} bookings, archived {is_archived}");
        archivings += u64::from(is_archived);
        rounds += 1;
    }
    assert!(archivings > 0 && archivings < rounds, "the archiving won {archivings} of {rounds} rounds");
}

#[tokio::test]
async fn at_an_inactive_location_nothing_is_booked_held_repeated_or_waited_for() {
    let fixture = RoomFixture::new().await;
    let app = &fixture.app;
    fixture.booked("12:00", "13:00").await;
    let path = format!("/locations/{}?on_future_bookings=keep", fixture.location);
    accepted(&app.put(&path, json!({"is_active": false})).await, 200);
    let (start, end) = ("2026-12-01T10:00:00Z", "2026-12-01T11:00:00Z");
    let series = json!({"resource_id": fixture.room, "customer_id": fixture.member, "duration_minutes": 60,
        "first_start_time": start, "rule": {"frequency": "daily", "count": 2}});
    let hold = json!({"resource_id": fixture.room, "start_time": start, "end_time": end});
    let waiting = json!({"location_id": fixture.location, "customer_id": fixture.member, "resource_id": fixture.room,
        "earliest_start": "2026-12-01T12:00:00Z", "latest_end": "2026-12-01T13:00:00Z", "duration_minutes": 60});
    for (path, body, field) in [
        ("/bookings", fixture.booking("10:00", "11:00"), "resource_id"),
        ("/booking-holds", hold, "resource_id"),
        ("/booking-series", series, "resource_id"),
        ("/waitlist-entries", waiting, "location_id"),
    ] {
        let refused = app.post(path, body).await;
        let errors = refused.body["error"]["details"]["errors"].as_array().cloned().unwrap_or_default();
        let is_expected = |error: &Value| error["field"] == field && error["reason"] == "location_inactive";
        assert!(refused.status == 422 && errors.iter().any(is_expected), "{path} {}", refused.text);
    }
}

#[tokio::test]
async fn bookings_with_additional_resources_are_cancelled_in_transactions_that_have_room_for_their_copies() {
    let fixture = RoomFixture::new().await;
    let mut additional = Vec::new();
    for number in 0..5 {
        additional.push(fixture.resource(&format!("Chair {number}"), json!({"type": "equipment", "units": 50})).await);
    }
    let mut ids = Vec::new();
    for quarter in 0..20 {
        let at = |quarter: u32| format!("{:02}:{:02}", 8 + quarter / 4, quarter % 4 * 15);
        let with_all = json!({"additional_resource_ids": additional});
        ids.push(fixture.book_with(&at(quarter), &at(quarter + 1), with_all).await.id());
    }
    let deactivated = json!({"is_active": false, "on_future_bookings": "cancel"});
    accepted(&fixture.app.put(&format!("/resources/{}", fixture.room), deactivated).await, 200);
    for id in ids {
        assert_eq!(fixture.status(&id).await, "cancelled");
    }
}
