//! What is done after the commit never changes the answer: offers that cannot be made now are the sweep's.

use chrono::Duration;
use platform::config::TimeLimits;
use serde_json::{Value, json};
use testing::{Fault, TestResponse};
use tests::{RoomFixture, accepted, instant, made, sweep, total};

use super::series;

/// The answer to a request after whose first so many transactions the database is silent for ever. The deadline is that
/// of the service, and is awaited on a clock that has nothing else to wait for.
async fn silenced(
    fixture: &RoomFixture,
    transactions: u32,
    (method, path): (&str, &str),
    body: Option<Value>,
) -> TestResponse {
    let app = fixture.app.limited(TimeLimits::default()).await;
    let _ = fixture.app.faults.seen();
    fixture.app.faults.after("TransactWriteItems", transactions, Fault::Hang);
    let is_silent = || fixture.app.faults.seen().iter().any(|seen| seen.fault == Some(Fault::Hang));
    let mut request = Box::pin(app.send(method, path, body, &[]));
    let early = loop {
        tokio::select! {
            biased;
            answer = &mut request => break Some(answer),
            () = tokio::task::yield_now() => if is_silent() { break None },
        }
    };
    assert!(
        early.is_none(),
        "{method} {path} does nothing after its commit: {:?}",
        early.map(|answer| answer.text)
    );
    tokio::time::pause();
    let answer = request.await;
    tokio::time::resume();
    fixture.app.faults.clear();
    answer
}

/// Somebody waits for an hour of the room.
async fn waiting(fixture: &RoomFixture, name: &str, from: &str) -> String {
    let bob = made(&fixture.app, "/members", json!({"email": format!("{name}@example.com"), "name": name})).await;
    let to = format!("{:02}:00", from[..2].parse::<u32>().unwrap() + 1);
    let body = json!({"location_id": fixture.location, "customer_id": bob, "resource_id": fixture.room,
        "earliest_start": instant(from), "latest_end": instant(&to), "duration_minutes": 60});
    made(&fixture.app, "/waitlist-entries", body).await
}

async fn status(fixture: &RoomFixture, entry: &str) -> Value {
    fixture.app.get(&format!("/waitlist-entries/{entry}")).await.body["data"]["status"].clone()
}

#[tokio::test]
async fn whatever_frees_time_is_answered_although_no_offer_can_be_made() {
    let later = json!({"start_time": instant("15:00"), "end_time": instant("16:00")});
    for (action, body, state) in [
        ("POST cancel", json!({}), "cancelled"),
        ("POST decline", json!({}), "cancelled"),
        ("DELETE", Value::Null, "cancelled"),
        ("POST reschedule", later, "pending"),
    ] {
        let fixture = RoomFixture::with_room(json!({"requires_approval": true})).await;
        let id = fixture.booked("10:00", "11:00").await;
        let entry = waiting(&fixture, "bob", "10:00").await;
        let (method, name) = action.split_once(' ').unwrap_or((action, ""));
        let path = format!("/bookings/{id}/{name}");
        let answer =
            silenced(&fixture, 1, (method, path.trim_end_matches('/')), (!body.is_null()).then_some(body)).await;
        accepted(&answer, 200);
        assert_eq!(answer.body["data"]["status"], state, "{action}");
        assert_eq!(fixture.status(&id).await, state, "{action}");
        assert_eq!(status(&fixture, &entry).await, "waiting", "{action}");
    }
}

#[tokio::test]
async fn holds_blocks_and_declined_offers_are_answered_although_no_offer_can_be_made() {
    let time = |fixture: &RoomFixture| json!({"resource_id": fixture.room, "start_time": instant("10:00"), "end_time": instant("11:00")});
    let fixture = RoomFixture::new().await;
    let hold = made(&fixture.app, "/booking-holds", time(&fixture)).await;
    waiting(&fixture, "bob", "10:00").await;
    accepted(&silenced(&fixture, 1, ("DELETE", &format!("/booking-holds/{hold}")), None).await, 200);

    let fixture = RoomFixture::new().await;
    let block = format!("/calendar-blocks/{}", made(&fixture.app, "/calendar-blocks", time(&fixture)).await);
    waiting(&fixture, "bob", "10:00").await;
    let later = json!({"start_time": instant("12:00"), "end_time": instant("13:00")});
    accepted(&silenced(&fixture, 1, ("PUT", &block), Some(later)).await, 200);
    waiting(&fixture, "eve", "12:00").await;
    accepted(&silenced(&fixture, 1, ("DELETE", &block), None).await, 200);

    let fixture = RoomFixture::new().await;
    let id = fixture.booked("10:00", "11:00").await;
    let (first, second) = (waiting(&fixture, "bob", "10:00").await, waiting(&fixture, "eve", "10:00").await);
    accepted(&fixture.act(&id, "cancel").await, 200);
    let path = format!("/waitlist-entries/{first}/decline");
    accepted(&silenced(&fixture, 1, ("POST", &path), Some(json!({}))).await, 200);
    assert_eq!(
        (status(&fixture, &first).await, status(&fixture, &second).await),
        (json!("declined"), json!("waiting"))
    );
}

#[tokio::test]
async fn the_sweep_makes_the_offers_that_were_not_made() {
    let fixture = RoomFixture::alone().await;
    let id = fixture.booked("10:00", "11:00").await;
    let entry = waiting(&fixture, "bob", "10:00").await;
    let path = format!("/bookings/{id}/cancel");
    accepted(&silenced(&fixture, 1, ("POST", &path), Some(json!({}))).await, 200);
    fixture.app.clock.advance(Duration::minutes(10));
    assert_eq!(sweep(&fixture.app.context).await.failed(), 0);
    assert_eq!(status(&fixture, &entry).await, "offered");
}

#[tokio::test]
async fn a_series_that_is_written_is_answered_although_nothing_after_it_can_be_done() {
    let fixture = RoomFixture::new().await;
    // Two transactions book it, one put makes it stand, and making it final meets silence.
    let body = series::daily(&fixture, 60, &json!({}));
    let answer = silenced(&fixture, 2, ("POST", "/booking-series"), Some(body)).await;
    accepted(&answer, 201);
    assert_eq!(total(&fixture.app, "/bookings").await, 60);

    let fixture = RoomFixture::new().await;
    let made = series::made(&fixture, 3, json!({})).await;
    waiting(&fixture, "bob", "10:00").await;
    let path = series::path(&made);
    let later = json!({"scope": "all", "start_time_of_day": "14:00"});
    accepted(&silenced(&fixture, 1, ("PUT", &path), Some(later)).await, 200);
    waiting(&fixture, "eve", "13:00").await;
    let cancelled = silenced(&fixture, 1, ("POST", &format!("{path}/cancel")), Some(json!({}))).await;
    accepted(&cancelled, 200);
    assert_eq!(cancelled.body["data"]["status"], "cancelled");
}
