//! The sweep writes down what time has done; nothing a client sees depends on it.

use chrono::Duration;
use serde_json::{Value, json};
use testing::Fault;
use tests::{RoomFixture, instant, sweep};

/// A booking as a client sees it, without the fields that every write changes.
async fn seen(fixture: &RoomFixture, id: &str) -> Value {
    let mut booking = fixture.app.get(&format!("/bookings/{id}")).await.body["data"].clone();
    for field in ["version", "updated_at"] {
        booking.as_object_mut().unwrap().remove(field);
    }
    booking
}

#[tokio::test]
async fn what_the_sweep_writes_is_what_everybody_saw_before() {
    let fixture = RoomFixture::alone().await;
    let approved = fixture.resource("Approved", json!({"requires_approval": true})).await;
    let checked = json!({"check_in": {"enabled": true, "opens_minutes": 15, "auto_release_minutes": 15},
        "cancellation_policy": {"no_show_fee_percent": 50}, "rates": [{"from_minutes": 0, "unit_amount": 40}]});
    let released = fixture.resource("Released", checked).await;
    let done = fixture.booked("10:00", "11:00").await;
    let expired = fixture.book_with("10:00", "11:00", json!({"resource_id": approved})).await.id();
    let missed = fixture.book_with("10:00", "11:00", json!({"resource_id": released})).await.id();
    let ahead = fixture
        .book_with(
            "10:00",
            "11:00",
            json!({"start_time": "2026-12-24T10:00:00Z",
        "end_time": "2026-12-24T11:00:00Z"}),
        )
        .await
        .id();
    assert_eq!(sweep(&fixture.app.context).await.looked_at, 0, "nothing is due");
    fixture.app.clock.advance(Duration::days(12));
    let all = [&done, &expired, &missed, &ahead];
    let mut before = Vec::new();
    for id in all {
        before.push(seen(&fixture, id).await);
    }
    let statuses: Vec<&Value> = before.iter().map(|booking| &booking["status"]).collect();
    assert_eq!(statuses, ["completed", "cancelled", "cancelled", "confirmed"]);
    assert_eq!((&before[2]["no_show"], &before[2]["cancellation_fee"]), (&json!(true), &json!(20)));
    let swept = sweep(&fixture.app.context).await;
    assert_eq!((swept.done_of("booking"), swept.failed()), (3, 0));
    for (id, before) in all.iter().zip(&before) {
        assert_eq!(&seen(&fixture, id).await, before);
    }
    for (status, number) in [("completed", 1), ("cancelled", 2), ("confirmed", 1), ("pending", 0)] {
        let list = fixture.app.get(&format!("/bookings?status={status}")).await;
        assert_eq!(list.body["pagination"]["total"], number, "{status}");
    }
    assert_eq!(sweep(&fixture.app.context).await.looked_at, 0, "nothing is due any more");
}

#[tokio::test]
async fn a_hold_that_has_ended_is_gone_before_and_after_the_sweep() {
    let fixture = RoomFixture::alone().await;
    let time =
        json!({"resource_id": fixture.room, "start_time": "2026-12-01T10:00:00Z", "end_time": "2026-12-01T11:00:00Z"});
    let hold = fixture.app.post("/booking-holds", time).await.id();
    fixture.app.clock.advance(Duration::minutes(5));
    for round in ["before", "after"] {
        assert_eq!(fixture.app.get(&format!("/booking-holds/{hold}")).await.refusal(), "404 not_found", "{round}");
        assert_eq!(fixture.app.delete(&format!("/booking-holds/{hold}")).await.refusal(), "404 not_found", "{round}");
        let list = fixture.app.get("/booking-holds").await;
        assert_eq!(list.body["pagination"]["total"], 0, "{round}");
        let late = fixture.book_with("10:00", "11:00", json!({"hold_id": hold})).await;
        assert_eq!(late.refusal(), "409 invalid_state", "{round}");
        let swept = sweep(&fixture.app.context).await;
        assert_eq!(swept.done_of("booking_hold"), u32::from(round == "before"));
    }
}

#[tokio::test]
async fn a_record_that_cannot_be_written_does_not_stop_the_rest() {
    let fixture = RoomFixture::alone().await;
    fixture.booked("10:00", "11:00").await;
    fixture.booked("11:00", "12:00").await;
    fixture.app.clock.advance(Duration::days(12));
    let refused = Fault::Fail(400, "ValidationException");
    fixture.app.faults.next("TransactWriteItems", 1, refused);
    let swept = sweep(&fixture.app.context).await;
    assert_eq!((swept.done_of("booking"), swept.failed()), (1, 1));
    assert_eq!(sweep(&fixture.app.context).await.done_of("booking"), 1);
}

#[tokio::test]
async fn an_offer_that_a_release_could_not_make_is_made_within_ten_minutes() {
    let fixture = RoomFixture::alone().await;
    let booking = fixture.booked("10:00", "11:00").await;
    let wish = json!({"location_id": fixture.location, "customer_id": fixture.member, "resource_id": fixture.room,
        "earliest_start": instant("10:00"), "latest_end": instant("11:00"), "duration_minutes": 60});
    let entry = format!("/waitlist-entries/{}", fixture.app.post("/waitlist-entries", wish).await.id());
    let status = async || fixture.app.get(&entry).await.body["data"]["status"].clone();
    fixture.app.faults.after("TransactWriteItems", 1, Fault::Fail(400, "ValidationException"));
    assert_eq!(fixture.act(&booking, "cancel").await.status, 200);
    fixture.app.faults.clear();
    fixture.app.clock.advance(Duration::minutes(9));
    assert_eq!(sweep(&fixture.app.context).await.looked_at, 0, "it is due every ten minutes");
    assert_eq!(status().await, "waiting");
    fixture.app.clock.advance(Duration::minutes(1));
    assert_eq!(sweep(&fixture.app.context).await.done, [("waiting_list".to_owned(), 1)].into());
    assert_eq!(status().await, "offered");
    fixture.app.clock.advance(Duration::minutes(10));
    assert_eq!(sweep(&fixture.app.context).await.looked_at, 0, "nobody waits any more");
}

#[tokio::test]
async fn who_waits_is_looked_at_every_ten_minutes() {
    let fixture = RoomFixture::alone().await;
    fixture.booked("10:00", "11:00").await;
    let wish = json!({"location_id": fixture.location, "customer_id": fixture.member, "resource_id": fixture.room,
        "earliest_start": instant("10:00"), "latest_end": instant("11:00"), "duration_minutes": 60});
    assert_eq!(fixture.app.post("/waitlist-entries", wish).await.status, 201);
    for round in 0..3 {
        fixture.app.clock.advance(Duration::minutes(10));
        let swept = sweep(&fixture.app.context).await;
        assert_eq!((swept.done_of("waiting_list"), swept.failed()), (1, 0), "round {round}");
        assert_eq!(sweep(&fixture.app.context).await.looked_at, 0, "round {round}");
    }
}
