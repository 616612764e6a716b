//! Who is blocked makes no bookings: neither as the customer nor for a company, and also not at the moment of the
//! block.

use serde_json::{Value, json};
use testing::{Fault, TestApp, TestResponse};
use tests::{RoomFixture, accepted, company, instant, made, with};
use tokio::task::{JoinSet, yield_now};

const CUSTOMER: &str = "422 rule_violation customer_id customer_blocked";
const MEMBER: &str = "422 rule_violation member_id member_blocked";

/// A company with the fixture's member in it.
async fn company_of_the_member(fixture: &RoomFixture) -> String {
    let company = company(&fixture.app, &fixture.location).await;
    let place = json!({"member_id": fixture.member, "role": "manager"});
    accepted(&fixture.app.post(&format!("/companies/{company}/members"), place).await, 201);
    company
}

async fn turn(app: &TestApp, member: &str, action: &str) {
    accepted(&app.post(&format!("/members/{member}/{action}"), json!({})).await, 200);
}

fn series(fixture: &RoomFixture, more: &Value) -> Value {
    let body = json!({"resource_id": fixture.room, "customer_id": fixture.member, "duration_minutes": 60,
        "first_start_time": "2026-12-05T10:00:00Z", "rule": {"frequency": "daily", "count": 2}});
    with(body, more)
}

fn hold(fixture: &RoomFixture) -> Value {
    json!({"resource_id": fixture.room, "customer_id": fixture.member, "start_time": instant("14:00"),
        "end_time": instant("15:00")})
}

fn waiting(fixture: &RoomFixture, customer: &str) -> Value {
    json!({"location_id": fixture.location, "customer_id": customer, "resource_id": fixture.room,
        "earliest_start": instant("10:00"), "latest_end": instant("11:00"), "duration_minutes": 60})
}

#[tokio::test]
async fn who_is_blocked_books_nothing_through_a_company_until_the_block_ends() {
    let fixture = RoomFixture::new().await;
    let (app, member) = (&fixture.app, fixture.member.as_str());
    let company = company_of_the_member(&fixture).await;
    let through = json!({"customer_id": company, "member_id": member});
    let taken = fixture.booked("10:00", "11:00").await;
    let entry = made(app, "/waitlist-entries", waiting(&fixture, &company)).await;
    accepted(&fixture.act(&taken, "cancel").await, 200);
    let accept = format!("/waitlist-entries/{entry}/accept");
    let requests = [
        ("/bookings", with(fixture.booking("12:00", "13:00"), &through)),
        ("/booking-series", series(&fixture, &through)),
        (accept.as_str(), json!({"member_id": member})),
    ];
    turn(app, member, "block").await;
    for (path, body) in &requests {
        assert_eq!(app.post(path, body.clone()).await.refusal(), MEMBER, "{path}");
    }
    // The company itself is not blocked.
    accepted(&fixture.book_with("16:00", "17:00", json!({"customer_id": company})).await, 201);
    turn(app, member, "unblock").await;
    for (path, body) in requests {
        let answer = app.post(path, body).await;
        assert!(matches!(answer.status, 200 | 201), "{path} {}", answer.text);
    }
}

#[tokio::test]
async fn nothing_is_held_repeated_or_waited_for_by_a_blocked_customer_until_the_block_ends() {
    let fixture = RoomFixture::new().await;
    let (app, member) = (&fixture.app, fixture.member.as_str());
    let other = fixture.another_member().await;
    accepted(&fixture.book_with("10:00", "11:00", json!({"customer_id": other})).await, 201);
    let requests = [
        ("/bookings", fixture.booking("12:00", "13:00")),
        ("/booking-holds", hold(&fixture)),
        ("/booking-series", series(&fixture, &json!({}))),
        ("/waitlist-entries", waiting(&fixture, member)),
    ];
    turn(app, member, "block").await;
    for (path, body) in &requests {
        assert_eq!(app.post(path, body.clone()).await.refusal(), CUSTOMER, "{path}");
    }
    turn(app, member, "unblock").await;
    for (path, body) in requests {
        accepted(&app.post(path, body).await, 201);
    }
}

/// Sends a request whose write is on its way until a block of the member is answered.
async fn crossed(
    fixture: &RoomFixture,
    member: &str,
    (method, path): (&'static str, &str),
    body: &Value,
) -> TestResponse {
    let app = &fixture.app;
    let _ = app.faults.seen();
    app.faults.next("TransactWriteItems", 1, Fault::Held);
    let mut request = JoinSet::new();
    let (sender, path, body) = (app.clone(), path.to_owned(), body.clone());
    request.spawn(async move { sender.send(method, &path, Some(body), &[]).await });
    while !app.faults.seen().iter().any(|call| call.operation == "TransactWriteItems") {
        yield_now().await;
        if let Some(answer) = request.try_join_next() {
            panic!("nothing was to be written: {}", answer.expect("an answer").text);
        }
    }
    turn(app, member, "block").await;
    app.faults.release();
    request.join_next().await.expect("a request").expect("an answer")
}

#[tokio::test]
async fn what_a_member_asks_for_is_refused_when_the_member_is_blocked_before_it_is_written() {
    let fixture = RoomFixture::new().await;
    let (app, member) = (&fixture.app, fixture.member.as_str());
    let company = company_of_the_member(&fixture).await;
    let other = fixture.another_member().await;
    accepted(&fixture.book_with("10:00", "11:00", json!({"customer_id": other})).await, 201);
    let through = json!({"customer_id": company, "member_id": member});
    for (path, body, refusal) in [
        ("/bookings", fixture.booking("12:00", "13:00"), CUSTOMER),
        ("/bookings", with(fixture.booking("12:00", "13:00"), &through), MEMBER),
        ("/booking-holds", hold(&fixture), CUSTOMER),
        ("/booking-series", series(&fixture, &json!({})), CUSTOMER),
        ("/booking-series", series(&fixture, &through), MEMBER),
        ("/waitlist-entries", waiting(&fixture, member), CUSTOMER),
    ] {
        let answer = crossed(&fixture, member, ("POST", path), &body).await;
        assert_eq!(answer.refusal(), refusal, "{path} {body}");
        turn(app, member, "unblock").await;
    }
}

/// A booking and a series that the company's member makes for it.
async fn made_through(fixture: &RoomFixture, company: &str) -> (String, String) {
    let through = json!({"customer_id": company, "member_id": fixture.member});
    let booking = made(&fixture.app, "/bookings", with(fixture.booking("12:00", "13:00"), &through)).await;
    let series = made(&fixture.app, "/booking-series", series(fixture, &through)).await;
    (format!("/bookings/{booking}/reschedule"), format!("/booking-series/{series}"))
}

#[tokio::test]
async fn who_is_blocked_moves_nothing_for_a_company_and_the_operator_does() {
    let fixture = RoomFixture::new().await;
    let (app, member) = (&fixture.app, fixture.member.as_str());
    let company = company_of_the_member(&fixture).await;
    let (booking, series) = made_through(&fixture, &company).await;
    let alone = fixture.book_with("16:00", "17:00", json!({"customer_id": company})).await.id();
    let (to, at) = (json!({"start_time": instant("14:00")}), json!({"scope": "all", "start_time_of_day": "15:00"}));
    turn(app, member, "block").await;
    assert_eq!(app.post(&booking, to.clone()).await.refusal(), MEMBER);
    assert_eq!(app.put(&series, at.clone()).await.refusal(), MEMBER);
    accepted(&fixture.reschedule(&alone, json!({"start_time": instant("17:00")})).await, 200);
    let by_override = json!({"override": true});
    accepted(&app.post(&booking, with(json!({"start_time": instant("13:00")}), &by_override)).await, 200);
    accepted(
        &app.put(&series, with(json!({"scope": "all", "start_time_of_day": "16:00"}), &by_override)).await,
        200,
    );
    turn(app, member, "unblock").await;
    accepted(&app.post(&booking, to).await, 200);
    accepted(&app.put(&series, at).await, 200);
}

#[tokio::test]
async fn a_booking_of_a_company_moves_although_who_made_it_has_left_the_company() {
    let fixture = RoomFixture::new().await;
    let company = company_of_the_member(&fixture).await;
    let (booking, _) = made_through(&fixture, &company).await;
    let place = format!("/companies/{company}/members/{}", fixture.member);
    let left = fixture.app.send("DELETE", &place, None, &[]).await;
    accepted(&left, 200);
    accepted(&fixture.app.post(&booking, json!({"start_time": instant("14:00")})).await, 200);
    // Nor is anybody asked who is no longer of the company.
    turn(&fixture.app, &fixture.member, "block").await;
    accepted(&fixture.app.post(&booking, json!({"start_time": instant("15:00")})).await, 200);
}

#[tokio::test]
async fn nobody_moves_anything_who_is_blocked_before_it_is_written() {
    let fixture = RoomFixture::new().await;
    let (app, member) = (&fixture.app, fixture.member.as_str());
    let company = company_of_the_member(&fixture).await;
    let (booking, series_of_company) = made_through(&fixture, &company).await;
    let own = format!("/bookings/{}/reschedule", fixture.booked("08:00", "09:00").await);
    let own_series = json!({"first_start_time": "2026-12-15T10:00:00Z"});
    let own_series = format!("/booking-series/{}", made(app, "/booking-series", series(&fixture, &own_series)).await);
    let (to, at) = (json!({"start_time": instant("20:00")}), json!({"scope": "all", "start_time_of_day": "15:00"}));
    for (method, path, body, refusal) in [
        ("POST", &own, &to, CUSTOMER),
        ("POST", &booking, &to, MEMBER),
        ("PUT", &own_series, &at, CUSTOMER),
        ("PUT", &series_of_company, &at, MEMBER),
    ] {
        let answer = crossed(&fixture, member, (method, path), body).await;
        assert_eq!(answer.refusal(), refusal, "{path}");
        turn(app, member, "unblock").await;
    }
}
