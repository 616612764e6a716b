//! What is at a location, by those who run it: events with who comes, drafts, rooms that are not offered, requests for
//! help, series, and figures. Of other locations they see what everybody sees.

use serde_json::{Value, json};
use testing::TestApp;
use tests::{EventFixture, RoomFixture, TicketFixture, location_with, made, with};

use super::{acting, app};

/// Managers of a location and of another one.
pub(super) async fn managers(app: &TestApp, location: &str) -> (TestApp, TestApp) {
    let elsewhere = location_with(app, json!({"name": "Dock"})).await;
    let manager = async |name: &str, location: &str| {
        let body = json!({"email": format!("{name}@example.com"), "name": name, "role": "manager",
            "location_ids": [location]});
        acting(app, &made(app, "/members", body).await).await
    };
    (manager("mia", location).await, manager("max", &elsewhere).await)
}

/// The member who acts.
pub(super) async fn own_id(app: &TestApp) -> Value {
    app.get("/sessions").await.body["data"][0]["member_id"].clone()
}

#[tokio::test]
async fn a_manager_lists_and_checks_in_who_comes_to_events_of_their_location_alone() {
    let fixture = EventFixture::of(app().await).await;
    // Shortly before the event begins.
    fixture.clock("2026-12-10T17:30:00Z");
    let (mia, max) = managers(&fixture.app, &fixture.location).await;
    let event = fixture.event(json!({"price": 0})).await;
    let ticket = fixture.registered(&event, 2, json!({"payment_source": null})).await;
    let code = ticket.body["data"]["ticket_code"].clone();
    let lists = [
        format!("/events/{event}/attendees"),
        format!("/event-registrations?event_id={event}"),
        format!("/event-registrations?customer_id={}", fixture.member),
        format!("/event-registrations?event_id={event}&status=confirmed"),
    ];
    for path in &lists {
        let listed = mia.get(path).await;
        assert_eq!(listed.body["data"][0]["id"], json!(ticket.id()), "{path}: {}", listed.text);
        let elsewhere = max.get(path).await;
        assert!(!elsewhere.text.contains(&ticket.id()), "{path}: {}", elsewhere.text);
    }
    assert_eq!(max.get(&lists[0]).await.refusal(), "404 not_found");
    assert_eq!(max.get(&lists[1]).await.body["pagination"]["total"], 0);
    for path in ["/event-registrations", "/event-waitlist-entries"] {
        let all = mia.get(path).await;
        assert_eq!(all.refusal(), "422 rule_violation event_id required_with_location", "{}", all.text);
    }
    let by_code = json!({"event_id": event, "code": code});
    let wrong = max.post("/event-registrations/check-in", by_code.clone()).await;
    assert_eq!(wrong.refusal(), "422 rule_violation code wrong_code", "{}", wrong.text);
    assert_eq!(mia.post("/event-registrations/check-in", by_code).await.status, 200);
    let path = format!("/event-registrations/{}", ticket.id());
    assert_eq!(max.post(&format!("{path}/check-in"), json!({})).await.refusal(), "404 not_found");
    assert_eq!(mia.post(&format!("{path}/undo-check-in"), json!({})).await.status, 200);
    assert_eq!(max.post(&format!("{path}/cancel"), json!({})).await.refusal(), "404 not_found");
    assert_eq!(max.post(&format!("{path}/cancel"), json!({"by": "operator"})).await.refusal(), "403 forbidden");
    assert_eq!(mia.post(&format!("{path}/cancel"), json!({"by": "operator"})).await.status, 200);
}

#[tokio::test]
async fn a_manager_registers_others_at_their_location_and_themselves_anywhere() {
    let fixture = EventFixture::of(app().await).await;
    let (mia, max) = managers(&fixture.app, &fixture.location).await;
    let event = fixture.event(json!({"price": 0})).await;
    let guest = json!({"event_id": event, "quantity": 1, "guest": {"name": "Gil", "email": "gil@example.com"}});
    assert_eq!(mia.post("/event-registrations", guest.clone()).await.status, 201);
    let refused = max.post("/event-registrations", guest).await;
    assert_eq!(refused.refusal(), "422 rule_violation event_id reference_not_found", "{}", refused.text);
    let own = max.post("/event-registrations", json!({"event_id": event, "quantity": 1})).await;
    assert_eq!(own.body["data"]["customer_id"], own_id(&max).await, "{}", own.text);
    let path = format!("/event-registrations/{}", own.id());
    assert_eq!(max.get(&path).await.status, 200);
    assert_eq!(max.put(&path, json!({"comment": "Late"})).await.status, 200);
    assert_eq!(max.post(&format!("{path}/cancel"), json!({"by": "operator"})).await.refusal(), "403 forbidden");
    assert_eq!(max.post(&format!("{path}/cancel"), json!({})).await.status, 200);
}

#[tokio::test]
async fn drafts_of_events_are_shown_to_who_runs_their_location_alone() {
    let fixture = EventFixture::of(app().await).await;
    let (mia, max) = managers(&fixture.app, &fixture.location).await;
    let (draft, event) = (fixture.draft(json!({})).await, fixture.event(json!({"title": "Yoga"})).await);
    let here = format!("/events?location_id={}", fixture.location);
    let listed = |answer: Value| answer["data"].as_array().map(Vec::len);
    assert_eq!(listed(mia.get(&here).await.body), Some(2));
    assert_eq!(listed(mia.get(&format!("{here}&status=draft")).await.body), Some(1));
    assert_eq!(listed(mia.get("/events").await.body), Some(1));
    for path in [here.as_str(), "/events"] {
        assert_eq!(listed(max.get(path).await.body), Some(1), "{path}");
    }
    assert_eq!(max.get(&format!("{here}&status=draft")).await.refusal(), "403 forbidden");
    assert_eq!(mia.get(&format!("/events/{draft}")).await.status, 200);
    assert_eq!(max.get(&format!("/events/{draft}")).await.refusal(), "404 not_found");
    assert_eq!(max.get(&format!("/events/{event}")).await.status, 200);
    let copied = format!("/events/{event}/duplicate");
    assert_eq!(mia.post(&copied, json!({"start_time": "2027-01-10T18:00:00Z"})).await.status, 201);
    assert!(max.post(&copied, json!({})).await.status >= 403);
    assert_eq!(mia.send("DELETE", &format!("/events/{draft}"), None, &[]).await.status, 200);
}

#[tokio::test]
async fn rooms_that_are_not_offered_are_shown_to_who_runs_their_location_alone() {
    let fixture = RoomFixture::of(app().await, json!({})).await;
    let (mia, max) = managers(&fixture.app, &fixture.location).await;
    let closed = fixture.resource("Attic", json!({"is_active": false, "metadata": {"key": "7"}})).await;
    let listed = |answer: Value| answer["data"].as_array().map(Vec::len);
    let here = format!("/resources?location_id={}", fixture.location);
    assert_eq!(listed(mia.get(&here).await.body), Some(2));
    assert_eq!(listed(mia.get(&format!("{here}&is_active=false")).await.body), Some(1));
    assert_eq!(listed(max.get(&here).await.body), Some(1));
    assert_eq!(mia.get(&format!("/resources/{closed}")).await.body["data"]["metadata"]["key"], "7");
    assert_eq!(max.get(&format!("/resources/{closed}")).await.refusal(), "404 not_found");
    let open = format!("/resources/{}", fixture.room);
    assert_eq!(fixture.app.put(&open, json!({"metadata": {"key": "8"}})).await.status, 200);
    let seen = max.get(&open).await;
    assert_eq!((seen.status, &seen.body["data"]["metadata"]), (200, &json!({})), "{}", seen.text);
}

#[tokio::test]
async fn a_manager_reads_and_answers_requests_for_help_of_their_location_alone() {
    let fixture = TicketFixture::of(app().await).await;
    let (mia, max) = managers(&fixture.app, &fixture.location).await;
    let ticket = fixture.ticket(json!({})).await;
    let comments = format!("/tickets/{ticket}/comments");
    let said = mia.post(&comments, json!({"text": "Call the locksmith", "internal": true})).await;
    assert_eq!(said.body["data"]["author_id"], own_id(&mia).await, "{}", said.text);
    assert_eq!(mia.post(&comments, json!({"text": "On our way"})).await.status, 201);
    let as_ann = json!({"text": "Thanks", "author_id": fixture.member});
    assert_eq!(mia.post(&comments, as_ann).await.refusal(), "403 forbidden");
    assert_eq!(mia.get(&comments).await.body["data"].as_array().map(Vec::len), Some(2));
    assert_eq!(mia.get(&format!("/tickets/{ticket}/activity")).await.status, 200);
    for path in [comments.clone(), format!("/tickets/{ticket}/activity")] {
        assert_eq!(max.get(&path).await.refusal(), "404 not_found", "{path}");
    }
    assert_eq!(max.post(&comments, json!({"text": "Hello"})).await.refusal(), "404 not_found");
    let time = "from=2026-11-23&to=2026-11-23";
    let here = mia.get(&format!("/tickets/metrics?{time}&overdue=true")).await;
    assert_eq!(here.body["data"]["total"]["created"], 1, "{}", here.text);
    assert_eq!(max.get(&format!("/tickets/metrics?{time}")).await.body["data"]["total"]["created"], 0);
    let foreign = format!("/tickets/metrics?{time}&location_id={}", fixture.location);
    assert_eq!(max.get(&foreign).await.refusal(), "403 forbidden");
}

#[tokio::test]
async fn of_an_own_request_for_help_elsewhere_a_manager_sees_and_says_what_a_customer_does() {
    let fixture = TicketFixture::of(app().await).await;
    let (mia, max) = managers(&fixture.app, &fixture.location).await;
    let ticket =
        max.post("/tickets", with(fixture.body(&json!({})), &json!({"requester_id": own_id(&max).await}))).await;
    assert_eq!(ticket.status, 201, "{}", ticket.text);
    let comments = format!("/tickets/{}/comments", ticket.id());
    assert_eq!(mia.post(&comments, json!({"text": "Again?", "internal": true})).await.status, 201);
    assert_eq!(max.post(&comments, json!({"text": "It is open"})).await.status, 201);
    assert!(max.post(&comments, json!({"text": "Psst", "internal": true})).await.status >= 403);
    let seen = max.get(&comments).await;
    assert_eq!(seen.body["data"].as_array().map(Vec::len), Some(1), "{}", seen.text);
    assert!(!seen.text.contains("Again?"), "{}", seen.text);
}

#[tokio::test]
async fn a_manager_cancels_series_at_their_location_alone() {
    let fixture = RoomFixture::of(app().await, json!({})).await;
    let (mia, max) = managers(&fixture.app, &fixture.location).await;
    let body = json!({"resource_id": fixture.room, "customer_id": fixture.member, "duration_minutes": 30,
        "first_start_time": "2026-12-01T10:00:00Z", "rule": {"frequency": "weekly", "count": 3}});
    let series = made(&fixture.app, "/booking-series", body).await;
    assert_eq!(mia.get("/booking-series").await.body["data"][0]["id"], json!(series));
    assert_eq!(max.get("/booking-series").await.body["pagination"]["total"], 0);
    let cancel = format!("/booking-series/{series}/cancel");
    assert_eq!(max.post(&cancel, json!({})).await.refusal(), "404 not_found");
    assert_eq!(max.post(&cancel, json!({"by": "operator"})).await.refusal(), "403 forbidden");
    let cancelled = mia.post(&cancel, json!({"by": "operator"})).await;
    assert_eq!(cancelled.status, 200, "{}", cancelled.text);
}

#[tokio::test]
async fn a_manager_reads_the_figures_of_their_location_alone() {
    let fixture = RoomFixture::of(app().await, json!({})).await;
    let (mia, max) = managers(&fixture.app, &fixture.location).await;
    let time = "from=2026-12-01&to=2026-12-01";
    for name in ["occupancy", "revenue", "recurring-revenue", "churn"] {
        let own = mia.get(&format!("/reports/{name}?{time}")).await;
        assert_eq!(own.body["data"]["location_id"], json!(fixture.location), "{name}: {}", own.text);
        for path in [name.to_owned(), format!("{name}.csv")] {
            let elsewhere = format!("/reports/{path}?{time}&location_id={}", fixture.location);
            assert_eq!(max.get(&elsewhere).await.refusal(), "403 forbidden", "{path}");
        }
    }
}

#[tokio::test]
async fn a_manager_hands_bookings_over_at_their_location_and_nobody_else_who_has_signed_in() {
    let fixture = RoomFixture::of(app().await, json!({})).await;
    let app = &fixture.app;
    let (mia, max) = managers(app, &fixture.location).await;
    let bob = fixture.another_member().await;
    let booking = fixture.booked("10:00", "11:00").await;
    let over = format!("/bookings/{booking}/hand-over");
    let body = json!({"customer_id": bob, "payment_source": "invoice"});
    let ann = acting(app, &fixture.member).await;
    assert_eq!(ann.post(&over, body.clone()).await.refusal(), "403 forbidden");
    assert_eq!(max.post(&over, body.clone()).await.status, 404);
    // For themselves they book as customers do.
    let own = mia.get("/sessions").await.body["data"][0]["member_id"].clone();
    for path in [over.clone(), format!("{over}-preview")] {
        let taken = mia.post(&path, json!({"customer_id": own, "payment_source": "none"})).await;
        assert_eq!(taken.refusal(), "403 forbidden", "{path}: {}", taken.text);
    }
    assert_eq!(mia.post(&over, body).await.status, 201);
}

#[tokio::test]
async fn neither_customers_nor_managers_give_prices_and_customers_see_not_whose_decision_one_was() {
    let fixture = RoomFixture::of(app().await, json!({"rates": [{"unit_amount": 20}]})).await;
    let app = &fixture.app;
    let (mia, _) = managers(app, &fixture.location).await;
    let ann = acting(app, &fixture.member).await;
    let olga = json!({"email": "olga@example.com", "name": "Olga", "role": "owner"});
    let olga = made(app, "/members", olga).await;
    let owner = acting(app, &olga).await;
    let given = json!({"price_override": {"amount": 5, "reason": "Goodwill"}, "payment_source": "invoice"});
    let wanted = with(fixture.booking("12:00", "13:00"), &given);
    let booking = fixture.booked("10:00", "11:00").await;
    let path = format!("/bookings/{booking}/override-price");
    let body = json!({"amount": 5, "reason": "Goodwill"});
    for who in [&ann, &mia] {
        for path in ["/bookings", "/bookings/quote"] {
            assert!(who.post(path, wanted.clone()).await.refusal().starts_with("403 forbidden"), "{path}");
        }
        assert_eq!(who.post(&path, body.clone()).await.refusal(), "403 forbidden");
    }
    let answer = owner.post(&path, body).await;
    assert_eq!(answer.body["data"]["price_override"]["decided_by"]["member_id"], json!(olga), "{}", answer.text);
    let seen = ann.get(&format!("/bookings/{booking}")).await.body["data"]["price_override"].clone();
    assert_eq!((&seen["reason"], &seen["decided_by"]), (&json!("Goodwill"), &json!(null)));
    assert_eq!(owner.post("/bookings", wanted).await.status, 201);
}
