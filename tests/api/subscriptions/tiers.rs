//! Who is a member where and when: hours, limits, approval and fees of members and of everybody else.

use serde_json::{Value, json};
use tests::{SubscriptionFixture, accepted, company, location_with, made, with};

use super::{booked_as_quoted, room_with, wish};

const WEEK: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

fn every_day(opens: &str, closes: &str) -> Value {
    WEEK.iter().map(|day| json!({"weekday": day, "opens": opens, "closes": closes})).collect()
}

/// A room that is open to members from 5:00 to 23:00, and to others from 9:00 to 17:00.
async fn early_room(fixture: &SubscriptionFixture) -> String {
    let hours = json!({"opening_hours": every_day("05:00", "23:00"), "public_hours": every_day("09:00", "17:00")});
    accepted(&fixture.app.put(&format!("/locations/{}", fixture.location), hours).await, 200);
    room_with(fixture, json!({})).await
}

/// Whether the room can be booked at seven in the morning of a day: which only members can.
async fn is_member_on(fixture: &SubscriptionFixture, room: &str, day: &str) -> bool {
    let (outcome, _) = booked_as_quoted(fixture, room, &format!("{day}T06:00:00Z"), &format!("{day}T07:00:00Z")).await;
    outcome == "confirmed"
}

#[tokio::test]
async fn members_have_member_hours_from_the_first_day_of_a_subscription_to_its_last() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let room = early_room(&fixture).await;
    assert!(!is_member_on(&fixture, &room, "2027-01-04").await);
    fixture.subscribed(json!({"start_date": "2027-01-05", "end_date": "2027-01-20"})).await;
    for (day, expected) in [("2027-01-04", false), ("2027-01-05", true), ("2027-01-20", true), ("2027-01-21", false)] {
        assert_eq!(is_member_on(&fixture, &room, day).await, expected, "{day}");
    }
}

#[tokio::test]
async fn members_have_the_own_limits_of_a_resource() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let room = room_with(&fixture, json!({"public_limits": {"max_minutes": 60}})).await;
    let two_hours = ("2027-01-05T10:00:00Z", "2027-01-05T12:00:00Z");
    let refused = fixture.app.post("/bookings", wish(&fixture, &room, two_hours.0, two_hours.1)).await.refusal();
    assert_eq!(refused, "422 rule_violation end_time too_long");
    fixture.subscribed(json!({})).await;
    assert_eq!(booked_as_quoted(&fixture, &room, two_hours.0, two_hours.1).await.0, "confirmed");
}

#[tokio::test]
async fn what_is_for_members_needs_no_approval_of_one_and_of_another_locations_member_it_does() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let app = &fixture.app;
    let room = room_with(&fixture, json!({"booking_permission": "members"})).await;
    let of_network = room_with(&fixture, json!({"name": "Second", "visibility": "network_members"})).await;
    let other = location_with(app, json!({"network_group": "Harbour"})).await;
    let plan = json!({"location_id": other, "name": "Dock", "cycle": "monthly", "price": 100, "currency": "EUR"});
    let plan = made(app, "/memberships", plan).await;
    fixture.subscribed(json!({"membership_plan_id": plan})).await;
    let outcome = async |resource: &str, hour: u32| {
        let (from, to) = (format!("2027-01-05T{hour}:00:00Z"), format!("2027-01-05T{hour}:30:00Z"));
        booked_as_quoted(&fixture, resource, &from, &to).await.0
    };
    assert_eq!([outcome(&room, 10).await, outcome(&of_network, 10).await], ["pending", "pending"]);
    let path = format!("/locations/{}", fixture.location);
    accepted(&app.put(&path, json!({"network_group": "Harbour"})).await, 200);
    assert_eq!(
        [outcome(&room, 11).await, outcome(&of_network, 11).await],
        ["pending", "confirmed"],
        "of the network"
    );
    fixture.subscribed(json!({})).await;
    assert_eq!([outcome(&room, 12).await, outcome(&of_network, 12).await], ["confirmed", "confirmed"]);
}

#[tokio::test]
async fn what_is_for_exclusive_members_is_confirmed_for_subscribers_of_the_plan_that_names_it() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let room = room_with(&fixture, json!({"booking_permission": "exclusive_members"})).await;
    let named = json!({"exclusive_resource_ids": [room]});
    accepted(&fixture.app.put(&format!("/memberships/{}", fixture.plan), named).await, 200);
    let at = ("2027-01-05T10:00:00Z", "2027-01-05T11:00:00Z");
    assert_eq!(booked_as_quoted(&fixture, &room, at.0, at.1).await.0, "refused");
    fixture.subscribed(json!({})).await;
    assert_eq!(booked_as_quoted(&fixture, &room, at.0, at.1).await.0, "confirmed");
}

/// What cancelling a booking at noon before it costs.
async fn fee(fixture: &SubscriptionFixture, room: &str, hour: u32) -> Value {
    let (from, to) = (format!("2027-01-02T{hour}:00:00Z"), format!("2027-01-02T{hour}:30:00Z"));
    let booked = fixture.app.post("/bookings", wish(fixture, room, &from, &to)).await;
    accepted(&booked, 201);
    let quoted = fixture.app.send("POST", &format!("/bookings/{}/quote-cancel", booked.id()), None, &[]).await;
    accepted(&quoted, 200);
    quoted.body["data"]["fee"].clone()
}

#[tokio::test]
async fn a_cancellation_costs_members_what_their_ladder_says() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let step = |percent: u32| json!([{"minutes_before": 10_000, "fee_percent": percent}]);
    let policy = json!({"cancellation_policy": {"member_ladder": step(10), "public_ladder": step(80)}});
    let rates = json!([{"flat_amount": 100}]);
    let room = room_with(&fixture, with(json!({"rates": rates}), &policy)).await;
    assert_eq!(fee(&fixture, &room, 10).await, json!(80));
    fixture.subscribed(json!({})).await;
    assert_eq!(fee(&fixture, &room, 11).await, json!(10));
}

#[tokio::test]
async fn who_is_paused_cancelled_or_has_not_paid_is_no_member() {
    let fixture = SubscriptionFixture::new(json!({"grace_days": 3})).await;
    fixture.due_in(14).await;
    let room = early_room(&fixture).await;
    let incomplete = fixture.subscribed(json!({"collection": "charge"})).await;
    assert!(!is_member_on(&fixture, &room, "2027-01-04").await, "incomplete");
    let invoice = fixture.invoice_bodies(&incomplete).await.remove(0);
    let paid = json!({"customer_id": fixture.member, "invoice_id": invoice["id"], "amount": 300, "currency": "EUR",
        "method": "cash"});
    accepted(&fixture.app.post("/payment-transactions", paid).await, 201);
    assert!(is_member_on(&fixture, &room, "2027-01-04").await, "paid");
    fixture.acted(&incomplete, "pause", json!({"until": "2027-03-01"})).await;
    assert!(!is_member_on(&fixture, &room, "2027-02-03").await, "paused");
    assert!(is_member_on(&fixture, &room, "2027-03-03").await, "after the pause");
    fixture.acted(&incomplete, "cancel", json!({"timing": "now"})).await;
    assert!(!is_member_on(&fixture, &room, "2027-01-05").await, "cancelled");
    fixture.subscribed(json!({})).await;
    fixture.clock("2027-01-18T08:00:00Z");
    assert!(is_member_on(&fixture, &room, "2027-01-25").await, "past due, in grace");
    fixture.clock("2027-01-19T08:00:00Z");
    assert!(!is_member_on(&fixture, &room, "2027-01-26").await, "past due for longer");
}

#[tokio::test]
async fn a_person_is_a_member_through_a_company_and_not_through_one_that_was_left() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let (app, room) = (&fixture.app, early_room(&fixture).await);
    let company = company(app, &fixture.location).await;
    let place = |role: &str| json!({"member_id": fixture.member, "role": role});
    accepted(&app.post(&format!("/companies/{company}/members"), place("manager")).await, 201);
    fixture.subscribed(json!({"customer_id": company, "end_date": "2027-01-20"})).await;
    assert!(is_member_on(&fixture, &room, "2027-01-05").await);
    let by_company = with(
        wish(&fixture, &room, "2027-01-06T06:00:00Z", "2027-01-06T07:00:00Z"),
        &json!({"customer_id": company}),
    );
    accepted(&app.post("/bookings", by_company).await, 201);
    let second = tests::member(app, "bob@example.com").await;
    accepted(
        &app.post(&format!("/companies/{company}/members"), with(place("manager"), &json!({"member_id": second})))
            .await,
        201,
    );
    accepted(&app.delete(&format!("/companies/{company}/members/{}", fixture.member)).await, 200);
    assert!(!is_member_on(&fixture, &room, "2027-01-07").await, "has left it");
}

#[tokio::test]
async fn a_company_that_is_archived_makes_nobody_a_member() {
    let fixture = SubscriptionFixture::new(json!({})).await;
    let (app, room) = (&fixture.app, early_room(&fixture).await);
    let company = company(app, &fixture.location).await;
    let place = json!({"member_id": fixture.member, "role": "manager"});
    accepted(&app.post(&format!("/companies/{company}/members"), place).await, 201);
    let id = fixture.subscribed(json!({"customer_id": company})).await;
    fixture.acted(&id, "cancel", json!({"timing": "now"})).await;
    assert!(!is_member_on(&fixture, &room, "2027-01-05").await, "cancelled");
    fixture.clock("2027-01-02T11:00:00Z");
    tests::write_off_invoices(app, &company).await;
    accepted(&app.post(&format!("/companies/{company}/archive"), json!({})).await, 200);
    assert!(!is_member_on(&fixture, &room, "2027-01-05").await);
}

#[tokio::test]
async fn a_move_to_another_start_is_judged_by_what_the_customer_is_then() {
    let fixture = SubscriptionFixture::new(json!({"discount_rooms": 50})).await;
    let (app, room) = (&fixture.app, early_room(&fixture).await);
    accepted(&app.put(&format!("/resources/{room}"), json!({"rates": [{"unit_amount": 10}]})).await, 200);
    fixture.subscribed(json!({"end_date": "2027-01-20"})).await;
    let booked = app.post("/bookings", wish(&fixture, &room, "2027-01-05T06:00:00Z", "2027-01-05T07:00:00Z")).await;
    accepted(&booked, 201);
    assert_eq!(booked.body["data"]["total_amount"], json!(5));
    let reschedule = async |from: &str, to: &str| {
        let body = json!({"start_time": from, "end_time": to});
        app.post(&format!("/bookings/{}/reschedule", booked.id()), body).await
    };
    let refused = reschedule("2027-01-21T06:00:00Z", "2027-01-21T07:00:00Z").await.refusal();
    assert_eq!(refused, "422 rule_violation start_time outside_opening_hours", "after its end");
    let moved = reschedule("2027-01-21T09:00:00Z", "2027-01-21T10:00:00Z").await;
    assert_eq!(moved.body["data"]["total_amount"], json!(10), "{}", moved.text);
    let back = reschedule("2027-01-20T06:00:00Z", "2027-01-20T07:00:00Z").await;
    assert_eq!(back.body["data"]["total_amount"], json!(5), "{}", back.text);
}
