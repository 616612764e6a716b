//! What an event names: names and addresses of the customer, resource and location, an invoice's lines, a contract's
//! signers, a ticket's requester; as they were, and for those who may read them.

use serde_json::{Value, json};
use testing::{TestApp, TestClient};
use tests::{
    ContractFixture, InvoiceFixture, OutboxFixture, Receivers, RoomFixture, TicketFixture, WebhookFixture, accepted,
};

use super::{HOOK, path};

/// A consumer of the stream, and receivers of what it makes.
async fn fixtures() -> (OutboxFixture, WebhookFixture) {
    let outbox = OutboxFixture::new().await;
    let webhooks = WebhookFixture { app: outbox.app.clone(), receivers: Receivers::default() };
    (outbox, webhooks)
}

/// The events of a type that were sent since this was asked last: `data` of each body.
async fn told(outbox: &mut OutboxFixture, fixture: &WebhookFixture, event_type: &str) -> Vec<Value> {
    outbox.consume().await;
    fixture.deliver().await;
    let bodies = fixture.receivers.newly_sent().into_iter().map(|sent| sent.body);
    let read = bodies.map(|body| serde_json::from_str::<Value>(&body).expect("JSON"));
    read.filter(|body| body["type"] == event_type).map(|body| body["data"].clone()).collect()
}

/// A client with these scopes, which makes an endpoint for bookings.
async fn subscribed(app: &TestApp, scopes: &[&str]) -> (TestApp, Value) {
    let made = TestApp::made(&app.post("/api-clients", json!({"name": "Bridge", "scopes": scopes})).await);
    let text = |field: &str| made[field].as_str().expect("a string").to_owned();
    let caller = app.as_client(&TestClient { client_id: text("client_id"), secret: text("secret") });
    let body = json!({"url": HOOK, "event_types": ["booking.*"]});
    let endpoint = TestApp::made(&caller.post("/webhook-endpoints", body).await);
    (caller, endpoint)
}

/// Goes on until all events of somebody who was anonymised are emptied, and looks for their address.
async fn no_event_has_the_canary(outbox: &mut OutboxFixture, fixture: &WebhookFixture) {
    for _ in 0..3 {
        outbox.consume().await;
        fixture.app.clock.advance(chrono::Duration::minutes(2));
        assert_eq!(tests::sweep(&fixture.app.context).await.failed(), 0);
    }
    outbox.consume().await;
    let items = fixture.app.table_text().await;
    let left: Vec<&String> =
        items.iter().filter(|item| item.contains("logged_event") && item.contains("canary@")).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[tokio::test]
async fn a_booking_s_event_names_its_customer_its_resource_and_its_location() {
    let (mut outbox, fixture) = fixtures().await;
    fixture.endpoint(HOOK, &["booking.*"]).await;
    let room = RoomFixture::of(outbox.app.clone(), json!({"capacity": 6})).await;
    let address = json!({"line1": "Keizersgracht 1", "city": "Amsterdam"});
    accepted(&room.app.put(&format!("/locations/{}", room.location), json!({"address": address})).await, 200);
    let booking = room.booked("10:00", "11:00").await;
    let events = told(&mut outbox, &fixture, "booking.created").await;
    let [event] = events.as_slice() else { panic!("one event: {events:?}") };
    assert_eq!(event["object_id"], booking.as_str());
    let names = &event["expanded"];
    let keys: Vec<&String> = names.as_object().expect("names").keys().collect();
    assert_eq!(keys, ["customer", "location", "resource"], "{names}");
    assert_eq!(
        (&names["customer"]["id"], &names["customer"]["email"]),
        (&json!(room.member), &json!("ann@example.com"))
    );
    assert_eq!(names["customer"]["type"], "member");
    assert!(names["customer"]["company_ids"].is_null() && names["customer"]["location_ids"].is_null(), "{names}");
    assert_eq!((&names["resource"]["name"], &names["resource"]["capacity"]), (&json!("Room"), &json!(6)));
    assert_eq!(
        (&names["location"]["name"], &names["location"]["id"]),
        (&json!("Canal House"), &json!(room.location))
    );
    assert_eq!(names["location"]["address"]["line1"], "Keizersgracht 1");
    // The log shows the same, to the digit.
    let logged = outbox.events(&format!("object_id={booking}&from=2026-01-01T00:00:00Z")).await;
    assert_eq!(logged[0]["expanded"], *names);
    assert_eq!(logged[0], *event);
}

#[tokio::test]
async fn what_an_event_names_takes_the_scopes_that_reading_it_takes() {
    let (mut outbox, fixture) = fixtures().await;
    let room = RoomFixture::of(outbox.app.clone(), json!({})).await;
    let (caller, _) =
        subscribed(&room.app, &["merchant:admin", "merchant:read", "bookings:read", "resources:read"]).await;
    let booking = room.booked("10:00", "11:00").await;
    let events = told(&mut outbox, &fixture, "booking.created").await;
    let keys: Vec<&String> = events[0]["expanded"].as_object().expect("names").keys().collect();
    assert_eq!(keys, ["resource"], "{events:?}");
    assert!(!json!(events).to_string().contains("ann@example.com"));
    let logged = caller.get(&format!("/event-log?object_id={booking}")).await;
    assert_eq!(logged.body["data"][0]["expanded"], events[0]["expanded"]);
    let (bare, _) = subscribed(&room.app, &["merchant:admin", "merchant:read", "bookings:read"]).await;
    let logged = bare.get(&format!("/event-log?object_id={booking}")).await;
    assert!(logged.body["data"][0]["expanded"].is_null() && !logged.body["data"][0]["object"].is_null());
    let (blind, _) = subscribed(&room.app, &["merchant:admin", "merchant:read", "bookings:read", "members:read"]).await;
    let fewer = json!({"scopes": ["merchant:read", "members:read"]});
    let clients = room.app.get("/api-clients?per_page=100").await;
    let own = clients.body["data"]
        .as_array()
        .expect("a list")
        .iter()
        .find(|client| client["client_id"] == blind.client.client_id.as_str());
    accepted(&room.app.put(&path("api-clients", own.expect("a client")), fewer).await, 200);
    let logged = blind.get(&format!("/event-log?object_id={booking}")).await;
    assert!(logged.body["data"][0]["expanded"].is_null(), "names of what is not seen: {}", logged.text);
}

#[tokio::test]
async fn a_repeat_says_the_same_to_the_byte_whatever_the_named_are_called_by_then() {
    let (mut outbox, fixture) = fixtures().await;
    let room = RoomFixture::of(outbox.app.clone(), json!({})).await;
    let endpoint = fixture.endpoint(HOOK, &["booking.created"]).await;
    room.booked("10:00", "11:00").await;
    outbox.consume().await;
    fixture.deliver().await;
    let first = fixture.receivers.newly_sent().remove(0);
    accepted(&room.app.put(&format!("/members/{}", room.member), json!({"name": "Renamed"})).await, 200);
    accepted(&room.app.put(&format!("/resources/{}", room.room), json!({"name": "Renamed"})).await, 200);
    let deliveries = room.app.get("/webhook-deliveries").await;
    let again = path("webhook-deliveries", &deliveries.body["data"][0]) + "/replay";
    accepted(&room.app.post(&again, json!({})).await, 200);
    fixture.deliver().await;
    let second = fixture.receivers.newly_sent().remove(0);
    assert_eq!(second.body, first.body);
    assert!(first.body.contains(r#""name":"Room""#) && endpoint["status"] == "enabled", "{}", first.body);
    // What happens from then on has the new names.
    room.booked("12:00", "13:00").await;
    let later = told(&mut outbox, &fixture, "booking.created").await;
    assert_eq!(later[0]["expanded"]["resource"]["name"], "Renamed");
}

#[tokio::test]
async fn somebody_who_is_only_named_and_is_anonymised_is_in_no_event_any_more() {
    let (mut outbox, fixture) = fixtures().await;
    let tickets = TicketFixture::of(outbox.app.clone()).await;
    let helper = tests::member_as(&tickets.app, "canary@example.com", "admin").await;
    let ticket = tickets.ticket(json!({"assignee_id": helper})).await;
    let events = outbox.events(&format!("object_id={ticket}")).await;
    assert_eq!(events[0]["expanded"]["assignee"]["email"], "canary@example.com");
    assert_eq!(events[0]["object"]["requester_id"], tickets.member.as_str());
    assert_eq!(events[0]["expanded"]["requester"]["email"], "ann@example.com", "{events:?}");
    // An export of the requester has the event, without who else stands in it.
    let exported = tickets.app.get(&format!("/members/{}/export?section=logged_events", tickets.member)).await;
    assert!(exported.text.contains("ticket.created") && !exported.text.contains("canary@"), "{}", exported.text);
    accepted(&tickets.act(&ticket, "assign", json!({"assignee_id": tickets.admin})).await, 200);
    for action in ["start", "solve", "close"] {
        accepted(&tickets.act(&ticket, action, json!({})).await, 200);
    }
    accepted(&tickets.app.post(&format!("/members/{helper}/anonymise"), json!({})).await, 200);
    no_event_has_the_canary(&mut outbox, &fixture).await;
}

#[tokio::test]
async fn an_invoice_s_event_has_its_lines_unless_it_would_be_too_large_with_them() {
    let (mut outbox, fixture) = fixtures().await;
    let invoices = InvoiceFixture::of(outbox.app.clone(), json!({})).await;
    fixture.endpoint(HOOK, &["invoice.*", "credit_note.*"]).await;
    let small = invoices.issued_with(&[json!(10), json!(20)], json!({})).await;
    let events = told(&mut outbox, &fixture, "invoice.issued").await;
    assert_eq!(events[0]["object"]["items"], small["items"]);
    assert_eq!(events[0]["object"]["items"][1]["description"], "Desk");
    assert_eq!(events[0]["expanded"]["customer"]["id"], small["customer_id"]);
    accepted(&invoices.credit(&small, &[(0, json!({"amount": 1}))], json!({"reason": "duplicate"})).await, 201);
    let credited = told(&mut outbox, &fixture, "credit_note.created").await;
    assert_eq!(credited[0]["object"]["lines"].as_array().map(Vec::len), Some(1), "{credited:?}");
    let item = json!({"description": "x".repeat(190), "quantity": 1, "unit_amount": 1});
    let many = json!({"items": vec![item; 60]});
    let large = invoices.issued_with(&[], many).await;
    let events = told(&mut outbox, &fixture, "invoice.issued").await;
    assert_eq!((&events[0]["object"]["id"], &events[0]["object"]["total"]), (&large["id"], &large["total"]));
    assert!(events[0]["object"]["items"].is_null(), "the lines are read with the invoice");
}

#[tokio::test]
async fn each_signature_of_a_contract_is_told_with_all_signers() {
    let (mut outbox, fixture) = fixtures().await;
    let contracts = ContractFixture::of(outbox.app.clone()).await;
    fixture.endpoint(HOOK, &["contract.*"]).await;
    let signers = json!({"signers": [
        {"type": "location", "name": "Otto", "email": "otto@example.com", "order": 1},
        {"type": "customer", "name": "Ann", "email": "ann@example.com", "order": 2}]});
    let issued = contracts.issued(signers).await;
    accepted(&contracts.sign(&issued, 0).await, 200);
    let first = told(&mut outbox, &fixture, "contract.signature_given").await;
    let [event] = first.as_slice() else { panic!("one event: {first:?}") };
    let states = |event: &Value| -> Vec<String> {
        let signers = event["object"]["signers"].as_array().expect("signers");
        signers.iter().map(|one| format!("{} {} {}", one["name"], one["email"], one["status"])).collect()
    };
    assert_eq!(states(event), [r#""Otto" "otto@example.com" "signed""#, r#""Ann" "ann@example.com" "pending""#]);
    assert_eq!(event["object"]["signed_count"], 1);
    assert_eq!(event["object"]["signers"][1]["member_id"], contracts.member.as_str());
    assert_eq!(event["previous_attributes"]["signed_count"], 0);
    assert_eq!(event["expanded"]["customer"]["email"], "ann@example.com");
    assert!(!issued.tokens.iter().any(|token| event.to_string().contains(token.as_str())));
    accepted(&contracts.sign(&issued, 1).await, 200);
    let last = told(&mut outbox, &fixture, "contract.signed").await;
    assert_eq!((last.len(), &last[0]["object"]["signed_count"]), (1, &json!(2)));
    assert!(states(&last[0]).iter().all(|state| state.ends_with(r#""signed""#)), "{last:?}");
}

#[tokio::test]
async fn a_signer_who_is_no_party_and_is_anonymised_is_in_no_event_any_more() {
    let (mut outbox, fixture) = fixtures().await;
    let contracts = ContractFixture::of(outbox.app.clone()).await;
    let witness = tests::member(&contracts.app, "canary@example.com").await;
    let signers = json!({"signers": [{"type": "customer", "name": "Canary", "email": "canary@example.com"}]});
    let draft = contracts.draft(signers).await;
    let events = outbox.events(&format!("object_id={draft}")).await;
    assert_eq!(events[0]["object"]["signers"][0]["email"], "canary@example.com");
    accepted(&contracts.app.delete(&format!("/contracts/{draft}")).await, 200);
    accepted(&contracts.app.post(&format!("/members/{witness}/anonymise"), json!({})).await, 200);
    no_event_has_the_canary(&mut outbox, &fixture).await;
}
