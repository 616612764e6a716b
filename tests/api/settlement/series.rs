//! Each occurrence of a series is settled as a single booking is.

use serde_json::{Value, json};
use testing::{Fault, TestResponse};
use tests::{RoomFixture, accepted, books_add_up, sweep, uses_credits, with};

use super::{LACKING, charged_now, grant, id, left, with_room};

/// A series of an hour a day.
async fn daily(room: &RoomFixture, count: u32, fields: Value) -> TestResponse {
    let body = json!({"resource_id": room.room, "customer_id": room.member, "duration_minutes": 60,
        "first_start_time": tests::instant("10:00"), "rule": {"frequency": "daily", "count": count},
        "payment_source": "credits"});
    room.app.post("/booking-series", with(body, &fields)).await
}

#[tokio::test]
async fn a_series_that_cannot_be_paid_to_its_end_is_refused_whole() {
    with_room(json!({}), async |room| {
        grant(room, &room.member, 9, json!({})).await;
        assert_eq!(daily(room, 5, json!({})).await.refusal(), LACKING);
        assert_eq!((left(room, &room.member, "credits").await, tests::total(&room.app, "/bookings").await), (9, 0));
        grant(room, &room.member, 1, json!({})).await;
        accepted(&daily(room, 5, json!({})).await, 201);
        assert_eq!(left(room, &room.member, "credits").await, 0);
    })
    .await;
}

#[tokio::test]
async fn what_is_skipped_for_want_of_credits_says_so() {
    with_room(json!({}), async |room| {
        grant(room, &room.member, 5, json!({})).await;
        let made = daily(room, 4, json!({"on_conflict": "skip"})).await;
        accepted(&made, 201);
        let data = &made.body["data"];
        assert_eq!((&data["created_count"], data["skipped"].as_array().map(Vec::len)), (&json!(2), Some(2)));
        assert_eq!(data["skipped"][0]["reason"], "insufficient_balance");
        assert_eq!(left(room, &room.member, "credits").await, 1);
    })
    .await;
}

#[tokio::test]
async fn a_series_in_many_transactions_is_charged_moved_and_given_back_once() {
    with_room(json!({}), async |room| {
        grant(room, &room.member, 200, json!({})).await;
        let made = daily(room, 60, json!({})).await;
        accepted(&made, 201);
        assert_eq!((&made.body["data"]["created_count"], left(room, &room.member, "credits").await), (&json!(60), 80));
        let path = format!("/booking-series/{}", id(&made.body["data"]));
        accepted(&room.app.put(&path, json!({"scope": "all", "duration_minutes": 90})).await, 200);
        assert_eq!(left(room, &room.member, "credits").await, 20);
        let longer = room.app.put(&path, json!({"scope": "all", "duration_minutes": 120})).await;
        assert_eq!(longer.status, 402, "{}", longer.text);
        assert_eq!(left(room, &room.member, "credits").await, 20);
        accepted(&room.app.post(&format!("{path}/cancel"), json!({})).await, 200);
        assert_eq!(left(room, &room.member, "credits").await, 200);
    })
    .await;
}

#[tokio::test]
async fn a_series_on_the_invoice_is_an_item_for_each_booking_and_is_credited_when_it_is_cancelled() {
    with_room(json!({}), async |room| {
        let made = daily(room, 3, json!({"payment_source": "invoice"})).await;
        accepted(&made, 201);
        super::invoiced(room, &room.member).await;
        let path = format!("/booking-series/{}/cancel", id(&made.body["data"]));
        accepted(&room.app.post(&path, json!({})).await, 200);
        assert_eq!(tests::total(&room.app, "/credit-notes").await, 3);
        for booking in made.body["data"]["booking_ids"].as_array().unwrap() {
            assert_eq!(charged_now(room, booking.as_str().unwrap()).await, (0, 0, 0.0, 0.0));
        }
    })
    .await;
}

#[tokio::test]
async fn a_series_that_dies_at_any_transaction_loses_and_doubles_nothing() {
    for transactions in 0..9 {
        let room = RoomFixture::alone().await;
        uses_credits(&room.app).await;
        let priced = json!({"credit_rates": [{"unit_amount": 2}]});
        accepted(&room.app.put(&format!("/resources/{}", room.room), priced).await, 200);
        grant(&room, &room.member, 200, json!({})).await;
        room.app.faults.after("TransactWriteItems", transactions, Fault::DropBefore);
        let answer = daily(&room, 60, json!({})).await;
        room.app.faults.clear();
        for _ in 0..3 {
            room.app.clock.advance(chrono::Duration::minutes(11));
            assert_eq!(sweep(&room.app.context).await.failed(), 0);
        }
        let made = tests::total(&room.app, "/bookings?status=confirmed").await;
        assert!(made == 0 || made == 60, "{transactions}: {made}");
        assert_eq!(answer.status == 201, made == 60, "{transactions}: {}", answer.text);
        let expected = 200 - 2 * i64::try_from(made).unwrap();
        assert_eq!(left(&room, &room.member, "credits").await, expected, "{transactions}");
        books_add_up(&room.app).await;
    }
}
