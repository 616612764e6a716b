//! What admits a person to a location.

use serde_json::{Value, json};
use tests::{SubscriptionFixture, accepted, company, location_with, made, resource};

use super::{another, check_in, checked_in, fixture, left, passes, passes_of};

const NOTHING_ADMITS: &str = "402 insufficient_balance member_id insufficient_balance";

async fn room(fixture: &SubscriptionFixture) -> String {
    resource(&fixture.app, &fixture.location, "Room", "meeting_room", json!({})).await
}

async fn booked(fixture: &SubscriptionFixture, room: &str, fields: Value) -> String {
    let body = json!({"resource_id": room, "customer_id": fixture.member, "start_time": "2027-01-01T15:00:00Z",
        "end_time": "2027-01-01T16:00:00Z"});
    made(&fixture.app, "/bookings", tests::with(body, &fields)).await
}

#[tokio::test]
async fn a_subscriber_of_the_location_pays_nothing_and_one_of_another_location_does() {
    let fixture = fixture().await;
    passes(&fixture, &fixture.member, 3).await;
    fixture.subscribed(json!({})).await;
    let here = checked_in(&fixture, json!({})).await;
    assert_eq!((&here["admitted_by"], &here["day_pass_transaction_id"]), (&json!("subscription"), &Value::Null));
    assert_eq!(passes_of(&fixture, &fixture.member).await, 3);
    left(&fixture, &here).await;
    let elsewhere = location_with(&fixture.app, json!({"name": "Elsewhere"})).await;
    let there = checked_in(&fixture, json!({"location_id": elsewhere})).await;
    assert_eq!(there["admitted_by"], "day_pass");
    assert_eq!(passes_of(&fixture, &fixture.member).await, 2);
}

#[tokio::test]
async fn a_member_of_a_company_that_subscribes_there_pays_nothing() {
    let fixture = fixture().await;
    let company = company(&fixture.app, &fixture.location).await;
    let place = json!({"member_id": fixture.member, "role": "manager"});
    accepted(&fixture.app.post(&format!("/companies/{company}/members"), place).await, 201);
    assert_eq!(check_in(&fixture, json!({})).await.refusal(), NOTHING_ADMITS);
    fixture.subscribed(json!({"customer_id": company})).await;
    assert_eq!(checked_in(&fixture, json!({})).await["admitted_by"], "subscription");
}

#[tokio::test]
async fn a_paused_subscriber_needs_a_day_pass() {
    let fixture = fixture().await;
    let id = fixture.subscribed(json!({})).await;
    fixture.acted(&id, "pause", json!({"until": "2027-03-01"})).await;
    fixture.clock("2027-02-02T11:00:00Z");
    assert_eq!(check_in(&fixture, json!({})).await.refusal(), NOTHING_ADMITS);
}

#[tokio::test]
async fn a_booking_there_on_that_day_admits_the_person_who_made_it() {
    let fixture = fixture().await;
    let room = room(&fixture).await;
    passes(&fixture, &fixture.member, 1).await;
    let id = booked(&fixture, &room, json!({})).await;
    let here = checked_in(&fixture, json!({})).await;
    assert_eq!((&here["admitted_by"], &here["booking_id"]), (&json!("booking"), &json!(id)));
    assert_eq!(passes_of(&fixture, &fixture.member).await, 1);
    let booking = fixture.app.get(&format!("/bookings/{id}")).await.body["data"].clone();
    assert_eq!(booking["checked_in_at"], Value::Null, "the booking is checked in to by itself");
    fixture.clock("2027-01-02T11:00:00Z");
    assert_eq!(checked_in(&fixture, json!({})).await["admitted_by"], "day_pass", "another day");
}

#[tokio::test]
async fn a_booking_for_a_company_admits_who_made_it_and_nobody_else() {
    let fixture = fixture().await;
    let room = room(&fixture).await;
    let company = company(&fixture.app, &fixture.location).await;
    let other = another(&fixture, "ben").await;
    for (member, role) in [(&fixture.member, "manager"), (&other, "member")] {
        let place = json!({"member_id": member, "role": role});
        accepted(&fixture.app.post(&format!("/companies/{company}/members"), place).await, 201);
    }
    let id = booked(&fixture, &room, json!({"customer_id": company, "member_id": fixture.member})).await;
    assert_eq!(checked_in(&fixture, json!({})).await["booking_id"], json!(id));
    assert_eq!(check_in(&fixture, json!({"member_id": other})).await.refusal(), NOTHING_ADMITS);
}

#[tokio::test]
async fn a_booking_that_was_cancelled_or_waits_for_approval_admits_nobody() {
    let fixture = fixture().await;
    let room = room(&fixture).await;
    let asked =
        resource(&fixture.app, &fixture.location, "Ask", "meeting_room", json!({"requires_approval": true})).await;
    let cancelled = booked(&fixture, &room, json!({})).await;
    accepted(&fixture.app.post(&format!("/bookings/{cancelled}/cancel"), json!({})).await, 200);
    let pending = booked(&fixture, &asked, json!({})).await;
    assert_eq!(check_in(&fixture, json!({})).await.refusal(), NOTHING_ADMITS);
    for id in [cancelled, pending] {
        let refused = check_in(&fixture, json!({"booking_id": id})).await;
        assert_eq!(refused.refusal(), "422 rule_violation booking_id not_confirmed");
    }
}

#[tokio::test]
async fn a_booking_that_is_named_must_be_the_persons_there_and_on_that_day() {
    let fixture = fixture().await;
    let room = room(&fixture).await;
    let elsewhere = location_with(&fixture.app, json!({"name": "Elsewhere"})).await;
    let id = booked(&fixture, &room, json!({})).await;
    let tomorrow = json!({"start_time": "2027-01-02T15:00:00Z", "end_time": "2027-01-02T16:00:00Z"});
    let later = booked(&fixture, &room, tomorrow).await;
    let other = another(&fixture, "ben").await;
    for (fields, reason) in [
        (json!({"booking_id": tests::NOBODY}), "reference_not_found"),
        (json!({"booking_id": id, "member_id": other}), "other_customer"),
        (json!({"booking_id": id, "location_id": elsewhere}), "other_location"),
        (json!({"booking_id": later}), "other_day"),
    ] {
        let refused = check_in(&fixture, fields).await.refusal();
        assert_eq!(refused, format!("422 rule_violation booking_id {reason}"));
    }
    fixture.subscribed(json!({})).await;
    let here = checked_in(&fixture, json!({"booking_id": id})).await;
    assert_eq!(
        (&here["admitted_by"], &here["booking_id"]),
        (&json!("booking"), &json!(id)),
        "the one that is named"
    );
}
