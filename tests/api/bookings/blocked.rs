//! Who is blocked makes no bookings: neither as the customer nor for a company, and also not at the moment of the block.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use shared::testing::{Fault, TestApp, TestResponse};
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

/// Sends a request whose write comes so late that a block of the member is answered before it arrives. How long that is
/// depends on the machine, so it is tried with longer and longer delays until it was so.
async fn crossed(fixture: &RoomFixture, member: &str, path: &str, body: &Value) -> TestResponse {
    let app = &fixture.app;
    for attempt in 0..6 {
        let delay = Duration::from_millis(200 << attempt);
        let _ = app.faults.seen();
        app.faults.next("TransactWriteItems", 1, Fault::Late(200 << attempt));
        let mut request = JoinSet::new();
        let (sender, path, body) = (app.clone(), path.to_owned(), body.clone());
        request.spawn(async move { sender.post(&path, body).await });
        let mut on_its_way = false;
        while !on_its_way {
            yield_now().await;
            on_its_way = app.faults.seen().iter().any(|call| call.operation == "TransactWriteItems");
        }
        let sent = Instant::now();
        turn(app, member, "block").await;
        let was_first = sent.elapsed() < delay;
        let answer = request.join_next().await.expect("a request").expect("an answer");
        app.faults.clear();
        if was_first {
            return answer;
        }
        turn(app, member, "unblock").await;
    }
    panic!("the block never came first");
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
        let answer = crossed(&fixture, member, path, &body).await;
        assert_eq!(answer.refusal(), refusal, "{path} {body}");
        turn(app, member, "unblock").await;
    }
}
