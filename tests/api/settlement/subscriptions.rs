//! Credits that a subscription granted.

use serde_json::{Value, json};
use tests::{SubscriptionFixture, accepted, books_add_up, made, resource};

/// A room at a credit an hour, and what a booking of it on a day of January 2027 is answered.
async fn book(fixture: &SubscriptionFixture, room: &str, day: u32, hours: u32) -> Value {
    let body = json!({"resource_id": room, "customer_id": fixture.member, "payment_source": "credits",
        "start_time": format!("2027-01-{day:02}T10:00:00Z"), "end_time": format!("2027-01-{day:02}T{}:00:00Z", 10 + hours)});
    let booked = fixture.app.post("/bookings", body).await;
    accepted(&booked, 201);
    booked.body["data"].clone()
}

async fn room(fixture: &SubscriptionFixture) -> String {
    let fields = json!({"credit_rates": [{"unit_amount": 1}]});
    resource(&fixture.app, &fixture.location, "Room", "meeting_room", fields).await
}

#[tokio::test]
async fn what_has_expired_stays_so_unless_the_operator_gives_it_back_for_thirty_days() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let subscription = fixture.subscribed(json!({})).await;
    let room = room(&fixture).await;
    let (first, second) = (book(&fixture, &room, 20, 4).await, book(&fixture, &room, 21, 6).await);
    fixture.acted(&subscription, "cancel", json!({"timing": "now"})).await;
    fixture.clock("2027-01-02T08:00:00Z");
    let left = async || {
        let balances = fixture.app.get(&format!("/customers/{}/balances", fixture.member)).await;
        balances.body["data"]["credits"]["total"].clone()
    };
    let cancel = async |booking: &Value, by: &str| {
        let path = format!("/bookings/{}/cancel", super::id(booking));
        accepted(&fixture.app.post(&path, json!({"by": by})).await, 200);
        left().await
    };
    assert_eq!(cancel(&first, "customer").await, 0, "the subscription has ended");
    assert_eq!(cancel(&second, "operator").await, 6);
    fixture.clock("2027-02-01T07:59:59Z");
    assert_eq!(left().await, 6);
    fixture.clock("2027-02-01T08:00:00Z");
    assert_eq!(left().await, 0);
    books_add_up(&fixture.app).await;
}

#[tokio::test]
async fn credits_of_a_month_do_not_pay_for_the_next_one() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let subscription = fixture.subscribed(json!({})).await;
    let room = room(&fixture).await;
    book(&fixture, &room, 31, 3).await;
    fixture.acted(&subscription, "cancel", json!({})).await;
    let body = json!({"resource_id": room, "customer_id": fixture.member, "payment_source": "credits",
        "start_time": "2027-02-01T10:00:00Z", "end_time": "2027-02-01T11:00:00Z"});
    assert_eq!(fixture.app.post("/bookings", body.clone()).await.refusal(), super::LACKING);
    fixture.acted(&subscription, "uncancel", json!({})).await;
    made(&fixture.app, "/bookings", body).await;
    let balances = fixture.app.get(&format!("/customers/{}/balances", fixture.member)).await;
    let credits = &balances.body["data"]["credits"];
    assert_eq!((&credits["total"], &credits["scheduled"]), (&json!(7), &json!(1)), "the next month pays for itself");
    books_add_up(&fixture.app).await;
}
