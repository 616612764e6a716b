//! Who registers for what, and when.

use serde_json::{Value, json};
use tests::{EventFixture, accepted, having, made, sixteen, total, with, without};

use super::called_with;

async fn subscribed(fixture: &EventFixture, customer: &str) {
    let plan =
        json!({"location_id": fixture.location, "name": "Flex", "cycle": "monthly", "price": 0, "currency": "EUR"});
    let plan = made(&fixture.app, "/memberships", plan).await;
    let body = json!({"customer_id": customer, "membership_plan_id": plan, "start_date": "2026-11-21"});
    made(&fixture.app, "/subscriptions", body).await;
}

#[tokio::test]
async fn visibility_says_who_may_register() {
    let fixture = EventFixture::new().await;
    let guest = json!({"customer_id": null, "guest": {"name": "Grace", "email": "g@example.com"},
        "payment_source": "external"});
    let public = fixture.event(json!({})).await;
    fixture.registered(&public, 1, guest.clone()).await;
    let members = fixture.event(json!({"visibility": "members"})).await;
    let refused = fixture.register(&members, 1, guest).await;
    assert_eq!(refused.refusal(), "422 rule_violation guest not_for_customer");
    let refused = fixture.register(&members, 1, json!({})).await;
    assert_eq!(refused.refusal(), "422 rule_violation customer_id not_for_customer");
    subscribed(&fixture, &fixture.member).await;
    fixture.registered(&members, 1, json!({})).await;
    let admins = fixture.event(json!({"visibility": "admins"})).await;
    fixture.registered(&admins, 1, json!({})).await;
    let desk = called_with(&fixture.app, &["events:write"]).await;
    let refused = desk.post("/event-registrations", fixture.registration(&admins, 1, &json!({}))).await;
    assert_eq!(refused.refusal(), "403 forbidden event_id scope_missing");
}

#[tokio::test]
async fn members_of_the_network_group_may_come_to_what_is_for_them() {
    let fixture = EventFixture::new().await;
    let group = json!({"network_group": "Houses"});
    accepted(&fixture.app.put(&format!("/locations/{}", fixture.location), group.clone()).await, 200);
    let other = tests::location_with(&fixture.app, group).await;
    let event = json!({"location_id": other, "visibility": "network_members"});
    let event = fixture.event(event).await;
    assert_eq!(
        fixture.register(&event, 1, json!({})).await.refusal(),
        "422 rule_violation customer_id not_for_customer"
    );
    subscribed(&fixture, &fixture.member).await;
    fixture.registered(&event, 1, json!({})).await;
}

#[tokio::test]
async fn a_customer_or_a_guest_registers() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({})).await;
    let guest = json!({"guest": {"name": "Grace", "email": "g@example.com"}});
    let both = fixture.register(&event, 1, guest).await;
    assert_eq!(both.refusal(), "422 rule_violation guest customer_or_guest");
    let neither = without(fixture.registration(&event, 1, &json!({})), "customer_id");
    assert_eq!(
        fixture.app.post("/event-registrations", neither).await.refusal(),
        "422 rule_violation guest customer_or_guest"
    );
    let nobody = fixture.register(&event, 1, json!({"customer_id": tests::NOBODY})).await;
    assert_eq!(nobody.refusal(), "422 rule_violation customer_id reference_not_found");
    let nowhere = fixture.register(tests::NOBODY, 1, json!({})).await;
    assert_eq!(nowhere.refusal(), "422 rule_violation event_id reference_not_found");
    accepted(&fixture.app.post(&format!("/members/{}/block", fixture.member), json!({})).await, 200);
    let blocked = fixture.register(&event, 1, json!({})).await;
    assert_eq!(blocked.refusal(), "422 rule_violation customer_id customer_blocked");
    let bad = json!({"customer_id": null, "guest": {"name": "Grace", "email": "nobody"}});
    let bad = fixture.register(&event, 1, bad).await;
    assert_eq!(bad.refusal(), "400 validation_error guest.email invalid_format");
}

#[tokio::test]
async fn registration_opens_and_closes() {
    let fixture = EventFixture::new().await;
    let window =
        json!({"registration_opens_at": "2026-12-01T00:00:00Z", "registration_closes_at": "2026-12-10T19:00:00Z"});
    let event = fixture.event(window).await;
    let refused = fixture.register(&event, 1, json!({})).await;
    assert_eq!(refused.refusal(), "422 rule_violation event_id registration_not_open");
    fixture.clock("2026-12-10T18:59:59Z");
    fixture.registered(&event, 1, json!({})).await;
    fixture.clock("2026-12-10T19:00:00Z");
    let refused = fixture.register(&event, 1, json!({})).await;
    assert_eq!(refused.refusal(), "422 rule_violation event_id registration_closed");
}

#[tokio::test]
async fn nobody_goes_round_the_most_seats_of_one() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({"max_per_customer": 2})).await;
    let refused = fixture.register(&event, 3, json!({})).await;
    assert_eq!(refused.refusal(), "422 rule_violation quantity above_max_per_customer");
    let one = fixture.registered(&event, 1, json!({})).await;
    let more = fixture.register(&event, 2, json!({})).await;
    assert_eq!(more.refusal(), "409 capacity_exceeded quantity above_max_per_customer");
    fixture.registered(&event, 1, json!({})).await;
    let as_guest = |email: &str| json!({"customer_id": null, "guest": {"name": "Ann", "email": email}, "payment_source": "external"});
    let as_guest_too = fixture.register(&event, 1, as_guest("ANN@example.com")).await;
    assert_eq!(as_guest_too.refusal(), "409 capacity_exceeded quantity above_max_per_customer");
    fixture.registered(&event, 2, as_guest("bob@example.com")).await;
    let again = fixture.register(&event, 1, as_guest(" bob@EXAMPLE.com".trim())).await;
    assert_eq!(again.refusal(), "409 capacity_exceeded quantity above_max_per_customer");
    fixture.registered(&event, 2, as_guest("eva@bücher.example")).await;
    let in_ascii = fixture.register(&event, 1, as_guest("eva@xn--bcher-kva.example")).await;
    assert_eq!(in_ascii.refusal(), "409 capacity_exceeded quantity above_max_per_customer");
    accepted(&fixture.act(&one, "cancel", json!({})).await, 200);
    fixture.registered(&event, 1, json!({})).await;
    let elsewhere = fixture.event(json!({"max_per_customer": 2})).await;
    fixture.registered(&elsewhere, 2, json!({})).await;
}

#[tokio::test]
async fn a_host_pays_nothing_and_needs_the_scope() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({"capacity": 9, "max_per_customer": 1, "visibility": "members"})).await;
    let host = json!({"role": "host", "payment_source": "none"});
    let registration = fixture.registered(&event, 1, host.clone()).await;
    let data = &registration.body["data"];
    assert_eq!((&data["total_amount"], &data["status"]), (&json!(0), &json!("confirmed")));
    fixture.registered(&event, 1, host.clone()).await;
    assert_eq!(fixture.seats(&event).await, (2, 0, 0), "a host has a seat, and more than one may");
    let desk = called_with(&fixture.app, &["events:write"]).await;
    let refused = desk.post("/event-registrations", fixture.registration(&event, 1, &host)).await;
    assert_eq!(refused.refusal(), "403 forbidden role scope_missing");
}

#[tokio::test]
async fn only_who_comes_and_what_they_say_changes() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({})).await;
    let registration = fixture.registered(&event, 1, json!({})).await;
    assert_eq!(registration.body["data"]["attendee_name"], json!("Ann"));
    let path = format!("/event-registrations/{}", registration.id());
    let changed = fixture.app.put(&path, json!({"attendee_name": "Zoë", "comment": "Vegan"})).await;
    assert_eq!(
        (&changed.body["data"]["attendee_name"], &changed.body["data"]["version"]),
        (&json!("Zoë"), &json!(2))
    );
    assert_eq!(fixture.app.put(&path, json!({})).await.body["data"]["version"], json!(2));
    for field in ["quantity", "customer_id", "status", "ticket_code"] {
        let refused = fixture.app.put(&path, json!({ field: "1" })).await;
        assert_eq!(refused.refusal(), format!("400 validation_error {field} unknown_field"));
    }
}

#[tokio::test]
async fn registrations_are_listed_by_event_customer_and_status() {
    let fixture = EventFixture::alone().await;
    let event = fixture.event(json!({})).await;
    let confirmed = fixture.registered(&event, 1, json!({})).await;
    let pending = fixture.registered(&event, 1, json!({"payment_source": "external"})).await;
    let count = async |query: String| total(&fixture.app, &format!("/event-registrations?{query}")).await;
    let of_status = async |status: &str| count(format!("event_id={event}&status={status}")).await;
    assert_eq!(count(format!("customer_id={}", fixture.member)).await, 2);
    assert_eq!(count(format!("customer_id={}&event_id={event}", fixture.member)).await, 2);
    assert_eq!((of_status("pending").await, of_status("confirmed").await), (1, 1));
    let refused = fixture.app.get("/event-registrations?status=pending").await;
    assert_eq!(refused.refusal(), "422 rule_violation event_id required_with_status");
    fixture.minutes(15);
    assert_eq!((of_status("pending").await, of_status("cancelled").await), (0, 1), "time has ended it");
    assert_eq!(fixture.ticket(&pending).await["cancelled_by"], json!("time"));
    fixture.clock("2026-12-10T18:00:00Z");
    accepted(&fixture.act(&confirmed, "check-in", json!({})).await, 200);
    let missed = fixture.other("bob").await;
    fixture.clock("2026-12-10T17:00:00Z");
    fixture.registered(&event, 1, json!({"customer_id": missed})).await;
    fixture.clock("2026-12-10T20:00:00Z");
    for _ in 0..2 {
        let states = [of_status("confirmed").await, of_status("attended").await, of_status("no_show").await];
        assert_eq!(states, [0, 1, 1], "whether that was written down or not");
        assert_eq!(fixture.ticket(&confirmed).await["status"], json!("attended"));
        tests::sweep(&fixture.app.context).await;
    }
    assert_eq!(fixture.seats(&event).await, (2, 0, 0));
}

#[tokio::test]
async fn attendees_are_those_with_a_valid_ticket() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({})).await;
    fixture.registered(&event, 2, json!({"attendee_name": "Ann and Bea"})).await;
    fixture.registered(&event, 1, json!({"payment_source": "external"})).await;
    let gone = fixture.registered(&event, 1, json!({})).await;
    accepted(&fixture.act(&gone, "cancel", json!({})).await, 200);
    let attendees = tests::only(&fixture.app, &format!("/events/{event}/attendees")).await;
    assert_eq!((&attendees["attendee_name"], &attendees["quantity"]), (&json!("Ann and Bea"), &json!(2)));
    accepted(&fixture.app.post(&format!("/events/{event}/cancel"), json!({})).await, 200);
    assert_eq!(total(&fixture.app, &format!("/events/{event}/attendees")).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_customer_at_sixteen_places_at_once_has_no_more_seats_than_one_may() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({"max_per_customer": 1})).await;
    let answers = sixteen(
        &fixture.app,
        "POST",
        "/event-registrations",
        Some(with(fixture.registration(&event, 1, &json!({})), &json!({}))),
    )
    .await;
    assert_eq!((having(&answers, 201), having(&answers, 409)), (1, 15));
    assert_eq!(fixture.seats(&event).await, (1, 0, 0));
    assert_eq!(answers.iter().filter(|answer| answer.body["data"] != Value::Null).count(), 1);
}

#[tokio::test]
async fn a_blocked_member_does_not_come_as_a_guest() {
    let fixture = EventFixture::new().await;
    let event = fixture.event(json!({"capacity": 5, "waitlist_enabled": true})).await;
    accepted(&fixture.app.post(&format!("/members/{}/block", fixture.member), json!({})).await, 200);
    let guest = json!({"name": "Ann", "email": "ANN@example.com"});
    let body = json!({"customer_id": null, "guest": guest, "payment_source": "external"});
    let refused = fixture.register(&event, 1, body).await;
    assert_eq!(refused.refusal(), "422 rule_violation guest customer_blocked");
    fixture.registered(&event, 5, json!({"customer_id": fixture.other("bob").await})).await;
    let wish = json!({"event_id": event, "guest": guest, "quantity": 1});
    let refused = fixture.app.post("/event-waitlist-entries", wish).await;
    assert_eq!(refused.refusal(), "422 rule_violation guest customer_blocked");
}
