//! What bookings are charged that time or the operator ends.

use serde_json::json;
use tests::{RoomFixture, accepted, books_add_up, sweep, uses_credits};

use super::{booked, charged, charged_now, grant, id, items, left, with_room};

#[tokio::test]
async fn a_declined_and_an_expired_booking_are_given_back() {
    let room = RoomFixture::alone().await;
    uses_credits(&room.app).await;
    let fields = json!({"requires_approval": true, "credit_rates": [{"unit_amount": 2}]});
    let asked = json!({"resource_id": room.resource("Asked", fields).await});
    grant(&room, &room.member, 9, json!({})).await;
    let declined = booked(&room, "10:00", "11:00", "credits", asked.clone()).await;
    let expired = booked(&room, "12:00", "13:00", "credits", asked).await;
    assert_eq!((declined["status"].as_str(), left(&room, &room.member, "credits").await), (Some("pending"), 5));
    accepted(&room.act(id(&declined), "decline").await, 200);
    assert_eq!(left(&room, &room.member, "credits").await, 7);
    tests::days(&room.app, 2);
    assert_eq!(sweep(&room.app.context).await.failed(), 0);
    assert_eq!((left(&room, &room.member, "credits").await, charged_now(&room, id(&expired)).await.0), (9, 0));
    assert_eq!(sweep(&room.app.context).await.failed(), 0);
    assert_eq!(left(&room, &room.member, "credits").await, 9, "once");
    books_add_up(&room.app).await;
}

#[tokio::test]
async fn a_no_show_keeps_its_fee_whether_it_is_said_or_released() {
    let room = RoomFixture::alone().await;
    uses_credits(&room.app).await;
    let fields = json!({"cancellation_policy": {"no_show_fee_percent": 50}, "rates": [{"unit_amount": 40}],
        "credit_rates": [{"unit_amount": 4}],
        "check_in": {"enabled": true, "opens_minutes": 15, "auto_release_minutes": 15}});
    let missed = json!({"resource_id": room.resource("Missed", fields).await});
    grant(&room, &room.member, 8, json!({})).await;
    let said = booked(&room, "10:00", "11:00", "invoice", missed.clone()).await;
    let released = booked(&room, "12:00", "13:00", "credits", missed).await;
    room.clock("10:05");
    assert_eq!(charged(&room.act(id(&said), "no-show").await.body["data"]), (0, 0, 20.0, 0.0));
    assert_eq!(items(&room, id(&said)).await[0]["unit_amount"], 20);
    room.clock("12:30");
    assert_eq!(sweep(&room.app.context).await.failed(), 0);
    assert_eq!(
        (charged_now(&room, id(&released)).await, left(&room, &room.member, "credits").await),
        ((2, 0, 0.0, 0.0), 6)
    );
    books_add_up(&room.app).await;
}

#[tokio::test]
async fn what_takes_place_stays_charged() {
    with_room(json!({}), async |room| {
        grant(room, &room.member, 9, json!({})).await;
        let made = booked(room, "10:00", "12:00", "credits", json!({})).await;
        room.clock("10:00");
        accepted(&room.act(id(&made), "check-in").await, 200);
        room.clock("10:30");
        let out = room.act(id(&made), "check-out").await;
        assert_eq!((charged(&out.body["data"]), left(room, &room.member, "credits").await), ((4, 0, 0.0, 0.0), 5));
    })
    .await;
}

#[tokio::test]
async fn deactivating_a_resource_gives_everything_back_in_as_many_transactions_as_it_takes() {
    with_room(json!({"units": 30}), async |room| {
        grant(room, &room.member, 100, json!({})).await;
        for hour in 8..20 {
            let (from, to) = (format!("{hour:02}:00"), format!("{:02}:00", hour + 1));
            booked(room, &from, &to, "credits", json!({})).await;
            booked(room, &from, &to, "invoice", json!({})).await;
        }
        assert_eq!(left(room, &room.member, "credits").await, 76);
        super::invoiced(room, &room.member).await;
        let off = json!({"is_active": false, "on_future_bookings": "cancel"});
        accepted(&room.app.put(&format!("/resources/{}", room.room), off).await, 200);
        assert_eq!(left(room, &room.member, "credits").await, 100);
        let notes = room.app.get("/credit-notes?per_page=100").await;
        assert_eq!(notes.body["pagination"]["total"], 12, "each of its own number");
        assert_eq!(tests::total(&room.app, "/bookings?status=cancelled").await, 24);
    })
    .await;
}
