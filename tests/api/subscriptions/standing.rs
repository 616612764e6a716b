//! What subscribers may book.

use serde_json::{Value, json};
use tests::{SubscriptionFixture, accepted, instant, resource};

const FOR_SUBSCRIBERS: &str = "422 rule_violation resource_id for_subscribers";

/// A room that only subscribers of the fixture's plan may book.
async fn room(fixture: &SubscriptionFixture) -> String {
    let room = resource(&fixture.app, &fixture.location, "Club room", "meeting_room", json!({})).await;
    let named = json!({"exclusive_resource_ids": [room]});
    accepted(&fixture.app.put(&format!("/memberships/{}", fixture.plan), named).await, 200);
    room
}

fn booking(fixture: &SubscriptionFixture, room: &str, day: &str) -> Value {
    json!({"resource_id": room, "customer_id": fixture.member, "start_time": instant(&format!("{day}T10:00:00Z")),
        "end_time": instant(&format!("{day}T11:00:00Z"))})
}

async fn book(fixture: &SubscriptionFixture, room: &str, day: &str) -> String {
    fixture.app.post("/bookings", booking(fixture, room, day)).await.refusal()
}

#[tokio::test]
async fn a_subscriber_books_what_the_plan_names_and_nobody_else_does() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let room = room(&fixture).await;
    assert_eq!(book(&fixture, &room, "2027-01-05").await, FOR_SUBSCRIBERS);
    let other = fixture.plan(json!({"name": "Other"})).await;
    fixture.subscribed(json!({"membership_plan_id": other})).await;
    assert_eq!(book(&fixture, &room, "2027-01-05").await, FOR_SUBSCRIBERS, "another plan");
    let id = fixture.subscribed(json!({"end_date": "2027-02-10"})).await;
    let app = &fixture.app;
    let quote = app.post("/bookings/quote", booking(&fixture, &room, "2027-01-05")).await;
    assert_eq!(quote.body["data"]["violations"], json!([]));
    let booked = app.post("/bookings", booking(&fixture, &room, "2027-01-05")).await;
    accepted(&booked, 201);
    let to = |day: &str| json!({"start_time": format!("{day}T12:00:00Z"), "end_time": format!("{day}T13:00:00Z")});
    let reschedule = format!("/bookings/{}/reschedule", booked.id());
    accepted(&app.post(&reschedule, to("2027-01-06")).await, 200);
    assert_eq!(app.post(&reschedule, to("2027-02-11")).await.refusal(), FOR_SUBSCRIBERS, "after its end");
    let series = |count: u32| {
        json!({"resource_id": room, "customer_id": fixture.member, "duration_minutes": 60,
            "first_start_time": "2027-02-08T10:00:00Z", "rule": {"frequency": "daily", "count": count}})
    };
    accepted(&app.post("/booking-series", series(3)).await, 201);
    let longer = app.post("/booking-series", json!({"resource_id": room, "customer_id": fixture.member,
        "duration_minutes": 60, "first_start_time": "2027-02-08T14:00:00Z", "rule": {"frequency": "daily", "count": 4}}));
    assert_eq!(longer.await.refusal(), FOR_SUBSCRIBERS, "its last is after the end");
    let entry = json!({"location_id": fixture.location, "customer_id": fixture.member, "resource_id": room,
        "earliest_start": "2027-01-06T12:00:00Z", "latest_end": "2027-01-06T13:00:00Z", "duration_minutes": 60});
    accepted(&app.post("/waitlist-entries", entry).await, 201);
    fixture.acted(&id, "cancel", json!({"timing": "now"})).await;
    assert_eq!(book(&fixture, &room, "2027-01-05").await, FOR_SUBSCRIBERS);
}

#[tokio::test]
async fn a_member_is_a_subscriber_by_the_company_too() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let room = room(&fixture).await;
    let company = tests::company(&fixture.app, &fixture.location).await;
    let place = json!({"member_id": fixture.member, "role": "manager"});
    accepted(&fixture.app.post(&format!("/companies/{company}/members"), place).await, 201);
    fixture.subscribed(json!({"customer_id": company})).await;
    accepted(&fixture.app.post("/bookings", booking(&fixture, &room, "2027-01-05")).await, 201);
}

#[tokio::test]
async fn who_is_past_due_for_longer_than_the_grace_is_no_subscriber_until_it_is_paid() {
    let fixture = SubscriptionFixture::new(json!({"grace_days": 3})).await;
    fixture.due_in(14).await;
    let room = room(&fixture).await;
    let id = fixture.subscribed(json!({})).await;
    // Due on 15 January: past due from the 16th on, in grace until the 18th.
    fixture.clock("2027-01-18T08:00:00Z");
    accepted(&fixture.app.post("/bookings", booking(&fixture, &room, "2027-01-25")).await, 201);
    fixture.clock("2027-01-19T08:00:00Z");
    assert_eq!(book(&fixture, &room, "2027-01-26").await, FOR_SUBSCRIBERS);
    let invoice = fixture.invoice_bodies(&id).await.remove(0);
    let payment = json!({"customer_id": fixture.member, "invoice_id": invoice["id"], "amount": 300, "currency": "EUR",
        "method": "cash"});
    accepted(&fixture.app.post("/payment-transactions", payment).await, 201);
    accepted(&fixture.app.post("/bookings", booking(&fixture, &room, "2027-01-26")).await, 201);
}

#[tokio::test]
async fn a_pause_takes_what_subscribers_may_book() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let room = room(&fixture).await;
    let id = fixture.subscribed(json!({})).await;
    fixture.acted(&id, "pause", json!({"until": "2027-03-01"})).await;
    assert_eq!(book(&fixture, &room, "2027-02-05").await, FOR_SUBSCRIBERS);
    accepted(&fixture.app.post("/bookings", booking(&fixture, &room, "2027-03-05")).await, 201);
}
