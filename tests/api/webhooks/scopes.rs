//! Whoever subscribes hears what it could read itself, for as long as it could.

use chrono::Duration;
use records::ClientId;
use serde_json::{Value, json};
use testing::{TestApp, TestClient};
use tests::WebhookFixture;
use values::Clock as _;
use work::provisioning;

use super::{HOOK, path};

/// A client with these scopes: as somebody who calls, and its address.
async fn client(app: &TestApp, scopes: &[&str]) -> (TestApp, String) {
    let made = TestApp::made(&app.post("/api-clients", json!({"name": "Bridge", "scopes": scopes})).await);
    let text = |field: &str| made[field].as_str().expect("a string").to_owned();
    let caller = app.as_client(&TestClient { client_id: text("client_id"), secret: text("secret") });
    (caller, format!("/api-clients/{}", text("id")))
}

async fn subscribed(caller: &TestApp, event_types: &[&str]) -> Value {
    TestApp::made(&caller.post("/webhook-endpoints", json!({"url": HOOK, "event_types": event_types})).await)
}

/// What is sent of an event of this type, and the delivery then.
async fn told(fixture: &WebhookFixture, endpoint: &Value, event_type: &str) -> (usize, Value) {
    let event = fixture.publish(event_type).await;
    fixture.deliver().await;
    (fixture.receivers.newly_sent().len(), fixture.delivery(endpoint, &event).await)
}

#[tokio::test]
async fn subscribing_takes_the_scopes_to_read_what_is_heard() {
    let fixture = WebhookFixture::new().await;
    let (caller, _) = client(&fixture.app, &["merchant:admin", "locations:read", "tickets:read"]).await;
    let refused = |position: usize| format!("422 rule_violation event_types[{position}] scope_not_held");
    for (event_types, refusal) in [
        (vec!["*"], refused(0)),
        (vec!["location.*", "booking.created"], refused(1)),
        (vec!["member.*"], refused(0)),
        // A comment on a ticket takes more than the scope of its area.
        (vec!["ticket.*", "ticket_comment.*"], refused(1)),
        // `merchant:admin` is no scope to read.
        (vec!["webhook_endpoint.disabled"], refused(0)),
        (vec!["location.*", "ticket.created"], "201 ".to_owned()),
    ] {
        let answer = caller.post("/webhook-endpoints", json!({"url": HOOK, "event_types": event_types})).await;
        assert_eq!(answer.refusal(), refusal, "{event_types:?}");
    }
    let everything = fixture.endpoint(HOOK, &["*"]).await;
    assert_eq!(everything["client_id"], json!(fixture.app.client.client_id));
}

#[tokio::test]
async fn changing_what_is_sent_or_where_takes_the_scopes_to_read_it() {
    let fixture = WebhookFixture::new().await;
    let everything = path("webhook-endpoints", &fixture.endpoint(HOOK, &["*"]).await);
    let (caller, _) = client(&fixture.app, &["merchant:admin", "locations:read"]).await;
    let own = fixture.app.client.client_id.clone();
    let elsewhere = json!({"url": "https://elsewhere.example.com/"});
    let refused = "422 rule_violation event_types[0] scope_not_held";
    assert_eq!(caller.put(&everything, elsewhere.clone()).await.refusal(), refused);
    assert_eq!(caller.put(&everything, json!({"event_types": ["*"]})).await.refusal(), refused);
    let described = caller.put(&everything, json!({"description": "All of it"})).await;
    assert_eq!((described.status, &described.body["data"]["client_id"]), (200, &json!(own)));
    let narrower = json!({"event_types": ["location.*"]});
    let narrowed = caller.put(&everything, narrower).await;
    assert_eq!((narrowed.status, &narrowed.body["data"]["client_id"]), (200, &json!(caller.client.client_id)));
    assert_eq!(caller.put(&everything, elsewhere).await.status, 200);
}

#[tokio::test]
async fn an_endpoint_hears_what_the_scopes_of_its_client_still_allow() {
    let fixture = WebhookFixture::new().await;
    let scopes = ["merchant:admin", "locations:read", "bookings:read"];
    let (caller, address) = client(&fixture.app, &scopes).await;
    let endpoint = subscribed(&caller, &["location.*", "booking.*"]).await;
    assert_eq!(told(&fixture, &endpoint, "booking.created").await.0, 1);
    let fewer = json!({"scopes": ["merchant:admin", "locations:read"]});
    assert_eq!(fixture.app.put(&address, fewer).await.status, 200);
    let (sent, delivery) = told(&fixture, &endpoint, "booking.created").await;
    assert_eq!((sent, &delivery["status"]), (0, &json!("cancelled")));
    assert_eq!(delivery["cancelled_reason"], "scope_not_held");
    assert_eq!(told(&fixture, &endpoint, "location.created").await.0, 1);
    // A replay is no way around.
    let again = format!("{}/replay", path("webhook-deliveries", &delivery));
    assert_eq!(fixture.app.post(&again, json!({})).await.status, 200);
    fixture.deliver().await;
    assert_eq!(fixture.receivers.newly_sent().len(), 0);
    // Somebody who may read it takes over, and what was cancelled is sent.
    let taken_over = json!({"event_types": ["location.*", "booking.*"]});
    assert_eq!(fixture.app.put(&path("webhook-endpoints", &endpoint), taken_over).await.status, 200);
    assert_eq!(fixture.app.post(&again, json!({})).await.status, 200);
    fixture.deliver().await;
    assert_eq!(fixture.receivers.newly_sent().len(), 1);
}

#[tokio::test]
async fn an_endpoint_whose_client_ended_hears_nothing() {
    for end in ["revoke", "delete", "expiry", "operator"] {
        let fixture = WebhookFixture::new().await;
        let (caller, address) = client(&fixture.app, &["merchant:admin", "locations:read"]).await;
        let endpoint = subscribed(&caller, &["location.*"]).await;
        assert_eq!(told(&fixture, &endpoint, "location.created").await.0, 1, "{end}");
        match end {
            "revoke" => drop(fixture.app.post(&format!("{address}/revoke"), json!({})).await),
            "delete" => drop(fixture.app.delete(&address).await),
            "expiry" => {
                let soon = fixture.app.clock.now().plus(Duration::hours(1));
                assert_eq!(fixture.app.put(&address, json!({"expires_at": soon})).await.status, 200);
                fixture.app.clock.advance(Duration::hours(2));
            }
            _ => {
                let id = ClientId::parse(&caller.client.client_id).expect("a client id");
                provisioning::revoke_client(&fixture.app.context, id).await.expect("a client");
            }
        }
        let (sent, delivery) = told(&fixture, &endpoint, "location.updated").await;
        assert_eq!((sent, &delivery["cancelled_reason"]), (0, &json!("scope_not_held")), "{end}");
    }
}

#[tokio::test]
async fn what_waits_is_not_sent_once_the_scope_is_lost() {
    let fixture = WebhookFixture::new().await;
    let (caller, address) = client(&fixture.app, &["merchant:admin", "locations:read"]).await;
    let endpoint = subscribed(&caller, &["location.*"]).await;
    let event = fixture.publish("location.created").await;
    assert_eq!(fixture.app.put(&address, json!({"scopes": ["merchant:admin"]})).await.status, 200);
    fixture.deliver().await;
    assert_eq!(fixture.receivers.newly_sent().len(), 0);
    assert_eq!(fixture.delivery(&endpoint, &event).await["cancelled_reason"], "scope_not_held");
    // A test says what the endpoint is, and nothing else.
    let test = format!("{}/test", path("webhook-endpoints", &endpoint));
    assert_eq!(fixture.app.post(&test, json!({})).await.status, 201);
    fixture.deliver().await;
    assert_eq!(fixture.receivers.newly_sent().len(), 1);
}
