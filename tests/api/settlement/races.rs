//! Many at the same moment, and requests that die.

use serde_json::{Value, json};
use testing::Fault;
use tests::{RoomFixture, accepted, at_once, having, total, with};

use super::{booked, charged_now, grant, id, left, with_room};

#[tokio::test]
async fn of_sixty_four_bookings_by_credits_with_room_for_forty_exactly_forty_are_made() {
    with_room(json!({"credit_rates": [{"unit_amount": 1}]}), async |room| {
        grant(room, &room.member, 40, json!({})).await;
        let body = |number: u64| {
            let day = format!("2027-{:02}-{:02}", 1 + number / 16, 1 + number % 16);
            let body = room.booking(&format!("{day}T10:00:00Z"), &format!("{day}T11:00:00Z"));
            with(body, &json!({"payment_source": "credits"}))
        };
        let answers = at_once(&room.app, (0..64).map(|number| ("POST", "/bookings".to_owned(), body(number)))).await;
        let told = having(&answers, 503);
        assert_eq!((having(&answers, 201), having(&answers, 402), told), (40, 24, 0));
        assert_eq!((left(room, &room.member, "credits").await, total(&room.app, "/bookings").await), (0, 40));
    })
    .await;
}

#[tokio::test]
async fn sixteen_cancellations_of_a_booking_give_back_once() {
    with_room(json!({}), async |room| {
        grant(room, &room.member, 4, json!({})).await;
        let made = booked(room, "10:00", "12:00", "credits", json!({})).await;
        let path = format!("/bookings/{}/cancel", id(&made));
        let answers = tests::sixteen(&room.app, "POST", &path, Some(json!({}))).await;
        assert_eq!((having(&answers, 200), left(room, &room.member, "credits").await), (1, 4));
    })
    .await;
}

/// What is done by a request that may die, and what then holds of credits and status.
async fn dies(room: &RoomFixture, method: &str, path: &str, body: Value, fault: Fault) -> u16 {
    room.app.faults.next("TransactWriteItems", 100, fault);
    let answer = room.app.send(method, path, Some(body), &[]).await;
    room.app.faults.clear();
    answer.status
}

#[tokio::test]
async fn a_request_that_dies_before_or_after_its_transaction_loses_and_doubles_nothing() {
    for (fault, is_done) in [(Fault::DropBefore, false), (Fault::DropAfter, true)] {
        with_room(json!({}), async |room| {
            grant(room, &room.member, 10, json!({})).await;
            let body = with(room.booking("10:00", "11:00"), &json!({"payment_source": "credits"}));
            dies(room, "POST", "/bookings", body, fault.clone()).await;
            let left_now = left(room, &room.member, "credits").await;
            assert_eq!((total(&room.app, "/bookings").await, left_now), if is_done { (1, 8) } else { (0, 10) });
            let made = booked(room, "14:00", "15:00", "credits", json!({})).await;
            let before = left(room, &room.member, "credits").await;
            let moved = json!({"end_time": tests::instant("16:00")});
            dies(room, "POST", &format!("/bookings/{}/reschedule", id(&made)), moved, fault.clone()).await;
            let taken = before - left(room, &room.member, "credits").await;
            assert_eq!((taken, charged_now(room, id(&made)).await.0), if is_done { (2, 4) } else { (0, 2) });
            dies(room, "POST", &format!("/bookings/{}/cancel", id(&made)), json!({}), fault.clone()).await;
            let status = room.status(id(&made)).await;
            let kept = charged_now(room, id(&made)).await.0;
            assert_eq!((status.as_str(), kept), if is_done { ("cancelled", 0) } else { ("confirmed", 2) });
        })
        .await;
    }
}

#[tokio::test]
async fn a_repeated_request_is_charged_once() {
    with_room(json!({}), async |room| {
        grant(room, &room.member, 10, json!({})).await;
        let body = with(room.booking("10:00", "11:00"), &json!({"payment_source": "credits"}));
        for _ in 0..2 {
            let key = [("idempotency-key", "b1")];
            accepted(&room.app.send("POST", "/bookings", Some(body.clone()), &key).await, 201);
        }
        assert_eq!(left(room, &room.member, "credits").await, 8);
    })
    .await;
}

#[tokio::test]
async fn an_offer_that_is_accepted_is_charged() {
    with_room(json!({}), async |room| {
        let taken = room.booked("10:00", "11:00").await;
        let bob = room.another_member().await;
        let body = json!({"location_id": room.location, "customer_id": bob, "resource_id": room.room,
            "earliest_start": tests::instant("10:00"), "latest_end": tests::instant("11:00"), "duration_minutes": 60});
        let entry = tests::made(&room.app, "/waitlist-entries", body).await;
        accepted(&room.act(&taken, "cancel").await, 200);
        let path = format!("/waitlist-entries/{entry}/accept");
        let refused = room.app.post(&path, json!({"payment_source": "credits"})).await;
        assert_eq!(refused.refusal(), super::LACKING);
        grant(room, &bob, 3, json!({})).await;
        let made = room.app.post(&path, json!({"payment_source": "credits"})).await;
        accepted(&made, 200);
        assert_eq!(left(room, &bob, "credits").await, 1);
        let booking = made.body["data"]["booking_id"].as_str().unwrap().to_owned();
        assert_eq!(charged_now(room, &booking).await, (2, 0, 0.0, 0.0));
    })
    .await;
}

#[tokio::test]
async fn a_hold_that_is_redeemed_is_charged_as_any_booking() {
    with_room(json!({}), async |room| {
        grant(room, &room.member, 3, json!({})).await;
        let held = json!({"resource_id": room.room, "start_time": tests::instant("10:00"), "end_time": tests::instant("11:00")});
        let hold = tests::made(&room.app, "/booking-holds", held).await;
        booked(room, "10:00", "11:00", "credits", json!({"hold_id": hold})).await;
        assert_eq!(left(room, &room.member, "credits").await, 1);
    })
    .await;
}
