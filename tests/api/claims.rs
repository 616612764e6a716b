//! What goes is asked for in one place: who stands on a resource, a location or a membership plan that is deactivated
//! or archived.

use serde_json::{Value, json};
use testing::TestResponse;
use tests::{ContractFixture, EventFixture, TicketFixture, accepted, resource, sweep};

const INACTIVE: &str = "409 in_use is_active in_use";

/// What a refusal names: the kinds and ids.
fn named(refused: &TestResponse) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let obstacles = refused.body["error"]["details"]["in_use"].as_array().cloned().unwrap_or_default();
    obstacles.iter().map(|one| (text(&one["kind"]), text(&one["id"]))).collect()
}

fn deactivated(choice: &str) -> Value {
    json!({"is_active": false, "on_future_bookings": choice})
}

#[tokio::test]
async fn the_room_of_a_published_event_is_neither_deactivated_nor_archived_unasked() {
    let fixture = EventFixture::new().await;
    let room = resource(&fixture.app, &fixture.location, "Hall", "event_space", json!({})).await;
    let event = fixture.event(json!({"resource_id": room})).await;
    fixture.registered(&event, 1, json!({})).await;
    let path = format!("/resources/{room}");
    let refused = fixture.app.put(&path, json!({"is_active": false})).await;
    assert_eq!(
        (refused.refusal(), named(&refused)),
        (INACTIVE.to_owned(), vec![("event".to_owned(), event.clone())])
    );
    // Bookings are cancelled for the asking, an event with its tickets is not.
    assert_eq!(fixture.app.put(&path, deactivated("cancel")).await.refusal(), INACTIVE);
    let refused = fixture.app.delete(&path).await;
    assert_eq!(
        (refused.refusal(), named(&refused)),
        ("409 in_use id in_use".to_owned(), vec![("event".to_owned(), event.clone())])
    );
    accepted(&fixture.app.put(&path, deactivated("keep")).await, 200);
    accepted(&fixture.app.post(&format!("/events/{event}/cancel"), json!({})).await, 200);
    accepted(&fixture.app.delete(&path).await, 200);
}

#[tokio::test]
async fn a_published_event_takes_another_room_or_none() {
    let fixture = EventFixture::new().await;
    let hall = resource(&fixture.app, &fixture.location, "Hall", "event_space", json!({})).await;
    let half =
        resource(&fixture.app, &fixture.location, "Half", "event_space", json!({"parent_resource_id": hall})).await;
    let event = fixture.event(json!({"resource_id": hall})).await;
    let path = format!("/events/{event}");
    // The whole takes its half too, so the days of both change at once.
    let moved = fixture.app.put(&path, json!({"resource_id": half})).await;
    accepted(&moved, 200);
    let block = moved.body["data"]["calendar_block_id"].clone();
    let blocks = fixture.app.get(&format!("/calendar-blocks?resource_id={half}")).await;
    assert_eq!(blocks.body["data"][0]["id"], block);
    accepted(&fixture.app.put(&format!("/resources/{hall}"), json!({"description": "Empty"})).await, 200);
    let dropped = fixture.app.put(&path, json!({"resource_id": null})).await;
    assert_eq!(dropped.body["data"]["calendar_block_id"], Value::Null);
    accepted(&fixture.app.delete(&format!("/resources/{half}")).await, 200);
    let taken = fixture.app.put(&path, json!({"resource_id": hall})).await;
    assert!(taken.body["data"]["calendar_block_id"].is_string(), "{}", taken.text);
    assert_eq!(fixture.app.delete(&format!("/resources/{hall}")).await.refusal(), "409 in_use id in_use");
}

#[tokio::test]
async fn another_room_that_is_taken_is_refused_and_the_event_keeps_its_own() {
    let fixture = EventFixture::new().await;
    let room = resource(&fixture.app, &fixture.location, "Hall", "event_space", json!({})).await;
    let other = resource(&fixture.app, &fixture.location, "Studio", "event_space", json!({})).await;
    let event = fixture.event(json!({"resource_id": room})).await;
    fixture.event(json!({"resource_id": other})).await;
    let refused = fixture.app.put(&format!("/events/{event}"), json!({"resource_id": other})).await;
    assert_eq!(refused.code(), "booking_conflict");
    assert_eq!(fixture.shown(&event).await["resource_id"], json!(room));
}

#[tokio::test]
async fn the_title_of_a_published_event_changes_whatever_became_of_its_room() {
    let fixture = EventFixture::new().await;
    let room = resource(&fixture.app, &fixture.location, "Hall", "event_space", json!({})).await;
    let event = fixture.event(json!({"resource_id": room})).await;
    accepted(&fixture.app.put(&format!("/resources/{room}"), deactivated("keep")).await, 200);
    accepted(&fixture.app.put(&format!("/events/{event}"), json!({"title": "Taxes again"})).await, 200);
    let blocks = fixture.app.get(&format!("/calendar-blocks?resource_id={room}")).await;
    assert_eq!(blocks.body["data"][0]["reason"], json!("Taxes again"));
}

#[tokio::test]
async fn a_location_with_a_published_event_is_not_deactivated_unwarned() {
    let fixture = EventFixture::new().await;
    let draft = fixture.draft(json!({})).await;
    let path = format!("/locations/{}", fixture.location);
    let event = fixture.event(json!({})).await;
    let refused = fixture.app.put(&path, json!({"is_active": false})).await;
    assert_eq!(
        (refused.refusal(), named(&refused)),
        (INACTIVE.to_owned(), vec![("event".to_owned(), event.clone())])
    );
    let cancelling = format!("{path}?on_future_bookings=cancel");
    assert_eq!(fixture.app.put(&cancelling, json!({"is_active": false})).await.refusal(), INACTIVE);
    accepted(&fixture.app.put(&format!("{path}?on_future_bookings=keep"), json!({"is_active": false})).await, 200);
    accepted(&fixture.app.put(&path, json!({"is_active": true})).await, 200);
    accepted(&fixture.app.post(&format!("/events/{event}/cancel"), json!({})).await, 200);
    // A draft is nobody's.
    accepted(&fixture.app.put(&path, json!({"is_active": false})).await, 200);
    assert_eq!(fixture.shown(&draft).await["status"], json!("draft"));
}

#[tokio::test]
async fn an_event_that_is_over_stands_on_nothing_whether_that_was_written_down_or_not() {
    let fixture = EventFixture::new().await;
    let room = resource(&fixture.app, &fixture.location, "Hall", "event_space", json!({})).await;
    fixture.event(json!({"resource_id": room})).await;
    fixture.clock("2026-12-12T09:00:00Z");
    accepted(
        &fixture.app.put(&format!("/locations/{}", fixture.location), json!({"is_active": false})).await,
        200,
    );
    accepted(&fixture.app.delete(&format!("/resources/{room}")).await, 200);
}

#[tokio::test]
async fn a_resource_that_a_ticket_blocks_is_neither_deactivated_nor_archived_unasked() {
    let fixture = TicketFixture::new().await;
    let room = resource(&fixture.app, &fixture.location, "Room", "meeting_room", json!({})).await;
    let time = json!({"start_time": "2027-01-20T08:00:00Z", "end_time": "2027-01-20T12:00:00Z"});
    let ticket = fixture.started(json!({"resource_id": room, "maintenance_block": time})).await;
    let path = format!("/resources/{room}");
    let refused = fixture.app.put(&path, json!({"is_active": false})).await;
    assert_eq!(refused.refusal(), INACTIVE);
    // Which ticket it is, only those know who may see it.
    let block = fixture.shown(&ticket).await["block_id"].as_str().unwrap_or_default().to_owned();
    assert_eq!(named(&refused), vec![("ticket".to_owned(), block)]);
    assert_eq!(fixture.app.delete(&path).await.refusal(), "409 in_use id in_use");
    accepted(&fixture.act(&ticket, "unblock", json!({})).await, 200);
    // What a client blocks is in nobody's way.
    let block = json!({"resource_id": room, "start_time": "2027-01-21T08:00:00Z", "end_time": "2027-01-21T12:00:00Z"});
    accepted(&fixture.app.post("/calendar-blocks", block).await, 201);
    accepted(&fixture.app.delete(&path).await, 200);
}

#[tokio::test]
async fn an_issued_contract_holds_its_office_until_it_is_signed() {
    let fixture = ContractFixture::new().await;
    let issued = fixture.issued(json!({})).await;
    let office = format!("/resources/{}", fixture.office);
    let refused = fixture.app.put(&office, json!({"is_active": false})).await;
    assert_eq!(
        (refused.refusal(), named(&refused)),
        (INACTIVE.to_owned(), vec![("contract".to_owned(), issued.id.clone())])
    );
    assert_eq!(fixture.app.put(&office, deactivated("keep")).await.refusal(), INACTIVE);
    assert_eq!(fixture.app.delete(&office).await.refusal(), "409 in_use id in_use");
    assert_eq!(let_away(&fixture).await.refusal(), "409 booking_conflict start_date assigned");
    let booking = json!({"resource_id": fixture.office, "customer_id": fixture.member,
        "start_time": "2027-02-01T09:00:00Z", "end_time": "2027-02-01T10:00:00Z"});
    assert_eq!(fixture.app.post("/bookings", booking).await.code(), "booking_conflict");
    let other = fixture.draft(json!({"start_date": "2027-06-01"})).await;
    let refused = fixture.act(&other, "issue", Value::Null).await;
    assert_eq!(refused.refusal(), "409 booking_conflict items[0].resource_id assigned");
    let signed = fixture.sign_all(&issued).await;
    assert_eq!(signed["resource_assignment_ids"].as_array().map(Vec::len), Some(1));
    // What is assigned stays so when the office becomes inactive.
    accepted(&fixture.app.put(&office, json!({"is_active": false})).await, 200);
}

/// An assignment of the office in the year of the contract.
async fn let_away(fixture: &ContractFixture) -> TestResponse {
    let body = json!({"resource_id": fixture.office, "customer_id": fixture.member, "start_date": "2027-06-01",
        "end_date": "2027-06-30"});
    fixture.app.post("/resource-assignments", body).await
}

#[tokio::test]
async fn a_contract_that_comes_to_nothing_gives_its_office_back() {
    let fixture = ContractFixture::alone().await;
    let cancelled = fixture.issued(json!({})).await;
    fixture.acted(&cancelled.id, "cancel", json!({})).await;
    let declined = fixture.issued(json!({})).await;
    let decline = format!("signers/{}/decline", declined.signers[0]);
    fixture.acted(&declined.id, &decline, json!({"token": declined.tokens[0]})).await;
    let expires = fixture.issued(json!({"expires_at": "2027-01-05"})).await;
    assert_eq!(let_away(&fixture).await.refusal(), "409 booking_conflict start_date assigned");
    fixture.clock("2027-01-06T11:00:00Z");
    assert_eq!(fixture.get(&expires.id).await["status"], json!("expired"));
    // Nobody has written that down yet.
    let assigned = let_away(&fixture).await;
    accepted(&assigned, 201);
    assert_eq!(sweep(&fixture.app.context).await.failed(), 0);
    accepted(&fixture.app.get(&format!("/resource-assignments/{}", assigned.id())).await, 200);
    assert_eq!(let_away(&fixture).await.refusal(), "409 booking_conflict start_date assigned");
}

#[tokio::test]
async fn the_location_and_the_plans_of_an_issued_contract_stay_active_until_it_is_signed() {
    let fixture = ContractFixture::new().await;
    let fields = json!({"items": [fixture.plan_item()], "on_signed": "create_subscriptions"});
    let issued = fixture.issued(fields).await;
    let contract = vec![("contract".to_owned(), issued.id.clone())];
    let location = format!("/locations/{}?on_future_bookings=keep", fixture.location);
    let refused = fixture.app.put(&location, json!({"is_active": false})).await;
    assert_eq!((refused.refusal(), named(&refused)), (INACTIVE.to_owned(), contract.clone()));
    let plan = format!("/memberships/{}", fixture.plan);
    let refused = fixture.app.delete(&plan).await;
    assert_eq!((refused.refusal(), named(&refused)), (INACTIVE.to_owned(), contract));
    assert_eq!(fixture.app.put(&plan, json!({"is_active": false})).await.refusal(), INACTIVE);
    let signed = fixture.sign_all(&issued).await;
    assert_eq!(signed["on_signed_status"], json!("done"), "{signed}");
    accepted(&fixture.app.delete(&plan).await, 200);
}
