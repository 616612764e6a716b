//! When a member was seen last, and whether the member is subscribed.

use serde_json::{Value, json};
use tests::{SubscriptionFixture, accepted, company, made, resource};

use super::{another, check_in, checked_in, fixture, left, passes};

/// A member as the list shows it, which must be as the get does.
async fn shown(fixture: &SubscriptionFixture, member: &str) -> Value {
    let single = fixture.app.get(&format!("/members/{member}")).await;
    accepted(&single, 200);
    let list = fixture.app.get("/members?per_page=100").await;
    accepted(&list, 200);
    let listed = list.body["data"].as_array().into_iter().flatten().find(|one| one["id"] == *member).cloned();
    assert_eq!(listed.as_ref(), Some(&single.body["data"]));
    single.body["data"].clone()
}

async fn seen(fixture: &SubscriptionFixture) -> Value {
    shown(fixture, &fixture.member).await["last_seen_at"].clone()
}

#[tokio::test]
async fn a_member_is_seen_by_the_last_check_in_without_a_new_version() {
    let fixture = fixture().await;
    passes(&fixture, &fixture.member, 9).await;
    assert_eq!(seen(&fixture).await, Value::Null);
    let early = checked_in(&fixture, json!({"checked_in_at": "2027-01-01T08:00:00Z"})).await;
    assert_eq!(seen(&fixture).await, "2027-01-01T08:00:00.000Z");
    left(&fixture, &early).await;
    let refused = check_in(&fixture, json!({"checked_in_at": "2027-01-01T07:00:00Z"})).await;
    assert_eq!(refused.status, 409);
    checked_in(&fixture, json!({})).await;
    assert_eq!(seen(&fixture).await, "2027-01-01T11:00:00.000Z");
    assert_eq!(shown(&fixture, &fixture.member).await["version"], 1);
    let update = fixture.app.put(&format!("/members/{}", fixture.member), json!({"phone": "1"})).await;
    assert_eq!(update.body["data"]["last_seen_at"], "2027-01-01T11:00:00.000Z");
    let unchanged = fixture.app.put(&format!("/members/{}", fixture.member), json!({})).await;
    assert_eq!(unchanged.body["data"]["version"], 2);
}

#[tokio::test]
async fn a_member_is_seen_by_checking_in_to_a_booking_also_to_one_for_a_company() {
    let fixture = fixture().await;
    let app = &fixture.app;
    let room = resource(app, &fixture.location, "Room", "meeting_room", json!({})).await;
    let employer = company(app, &fixture.location).await;
    let ben = another(&fixture, "ben").await;
    let place = json!({"member_id": ben, "role": "manager"});
    accepted(&app.post(&format!("/companies/{employer}/members"), place).await, 201);
    let body = |start: &str, end: &str| {
        json!({"resource_id": room, "customer_id": fixture.member, "start_time": format!("2027-01-01T{start}:00Z"),
            "end_time": format!("2027-01-01T{end}:00Z")})
    };
    let own = made(app, "/bookings", body("12:00", "13:00")).await;
    let theirs = tests::with(body("13:00", "14:00"), &json!({"customer_id": employer, "member_id": ben}));
    let theirs = made(app, "/bookings", theirs).await;
    fixture.clock("2027-01-01T12:00:00Z");
    accepted(&app.post(&format!("/bookings/{own}/check-in"), json!({})).await, 200);
    assert_eq!(seen(&fixture).await, "2027-01-01T12:00:00.000Z");
    fixture.subscribed(json!({})).await;
    assert_eq!(seen(&fixture).await, "2027-01-01T12:00:00.000Z", "a subscription leaves it");
    fixture.clock("2027-01-01T13:00:00Z");
    accepted(&app.post(&format!("/bookings/{theirs}/check-in"), json!({})).await, 200);
    assert_eq!(shown(&fixture, &ben).await["last_seen_at"], "2027-01-01T13:00:00.000Z");
    assert_eq!(seen(&fixture).await, "2027-01-01T12:00:00.000Z");
}

#[tokio::test]
async fn who_was_anonymised_was_never_seen() {
    let fixture = fixture().await;
    passes(&fixture, &fixture.member, 1).await;
    let here = checked_in(&fixture, json!({"metadata": {"door": "7"}})).await;
    accepted(&fixture.app.post(&format!("/members/{}/anonymise", fixture.member), json!({})).await, 200);
    assert_eq!(seen(&fixture).await, Value::Null);
    let emptied = fixture.app.get(&format!("/check-ins/{}", here["id"].as_str().unwrap_or_default())).await;
    assert_eq!(emptied.body["data"]["metadata"], json!({}));
    left(&fixture, &here).await;
}

#[tokio::test]
async fn a_member_is_of_type_member_while_a_subscription_runs() {
    let fixture = fixture().await;
    let kind = async || shown(&fixture, &fixture.member).await["type"].clone();
    assert_eq!(kind().await, "non_member");
    let id = fixture.subscribed(json!({"start_date": "2027-01-02", "end_date": "2027-03-31"})).await;
    assert_eq!(kind().await, "non_member", "it has not begun");
    fixture.clock("2027-01-01T23:00:00Z");
    assert_eq!(kind().await, "member");
    fixture.acted(&id, "pause", json!({"from": "2027-02-02", "until": "2027-03-01"})).await;
    fixture.clock("2027-02-10T11:00:00Z");
    assert_eq!(kind().await, "member", "it is paused");
    let blocked = fixture.app.post(&format!("/members/{}/block", fixture.member), json!({})).await;
    assert_eq!(blocked.body["data"]["type"], "member");
    fixture.clock("2027-03-31T22:00:00Z");
    assert_eq!(kind().await, "non_member", "it has ended");
}

#[tokio::test]
async fn a_member_is_of_type_member_by_a_company_and_once_the_first_payment_came() {
    let fixture = fixture().await;
    let ben = another(&fixture, "ben").await;
    let employer = company(&fixture.app, &fixture.location).await;
    fixture.subscribed(json!({"customer_id": employer})).await;
    let place = json!({"member_id": ben, "role": "manager"});
    accepted(&fixture.app.post(&format!("/companies/{employer}/members"), place).await, 201);
    assert_eq!(shown(&fixture, &ben).await["type"], "member");
    let id = fixture.subscribed(json!({"collection": "charge"})).await;
    assert_eq!(shown(&fixture, &fixture.member).await["type"], "non_member", "its first payment is awaited");
    let invoice = fixture.invoice_bodies(&id).await.remove(0);
    let payment = json!({"customer_id": fixture.member, "invoice_id": invoice["id"], "amount": invoice["total"],
        "currency": "EUR", "method": "cash"});
    accepted(&fixture.app.post("/payment-transactions", payment).await, 201);
    assert_eq!(shown(&fixture, &fixture.member).await["type"], "member");
}
