//! A consumer of the stream that lags: an endpoint hears what happens while it is there, and nothing of before.

use chrono::Duration;
use serde_json::{Value, json};
use tests::{OutboxFixture, Receivers, WebhookFixture, floor, location};

use super::{HOOK, path};

async fn fixtures() -> (OutboxFixture, WebhookFixture) {
    let outbox = OutboxFixture::new().await;
    let webhooks = WebhookFixture { app: outbox.app.clone(), receivers: Receivers::default() };
    (outbox, webhooks)
}

/// Types of what was sent since this was asked last, in their order.
async fn heard(outbox: &mut OutboxFixture, fixture: &WebhookFixture) -> Vec<String> {
    outbox.consume().await;
    fixture.deliver().await;
    let types = fixture.receivers.newly_sent().into_iter().filter_map(|sent| {
        let body: Value = serde_json::from_str(&sent.body).ok()?;
        body["type"].as_str().map(str::to_owned)
    });
    let mut types: Vec<String> = types.collect();
    types.sort();
    types
}

#[tokio::test]
async fn an_endpoint_does_not_hear_what_happened_before_it_was_made() {
    let (mut outbox, fixture) = fixtures().await;
    let place = location(&fixture.app).await;
    fixture.app.clock.advance(Duration::seconds(1));
    fixture.endpoint(HOOK, &["location.*", "floor.*"]).await;
    floor(&fixture.app, &place).await;
    assert_eq!(heard(&mut outbox, &fixture).await, ["floor.created"]);
}

#[tokio::test]
async fn an_endpoint_does_not_hear_what_happened_while_it_was_disabled() {
    let (mut outbox, fixture) = fixtures().await;
    let place = location(&fixture.app).await;
    let endpoint = fixture.endpoint(HOOK, &["floor.*", "location.*"]).await;
    let own = path("webhook-endpoints", &endpoint);
    assert!(heard(&mut outbox, &fixture).await.len() <= 1);
    assert_eq!(fixture.app.post(&format!("{own}/disable"), json!({})).await.status, 200);
    floor(&fixture.app, &place).await;
    fixture.app.clock.advance(Duration::seconds(1));
    assert_eq!(fixture.app.post(&format!("{own}/enable"), json!({})).await.status, 200);
    assert_eq!(heard(&mut outbox, &fixture).await, Vec::<String>::new());
    location(&fixture.app).await;
    assert_eq!(heard(&mut outbox, &fixture).await, ["location.created"]);
}

#[tokio::test]
async fn an_endpoint_does_not_hear_what_happened_before_it_had_the_type_nor_what_it_has_no_more() {
    let (mut outbox, fixture) = fixtures().await;
    let endpoint = fixture.endpoint(HOOK, &["floor.*"]).await;
    let own = path("webhook-endpoints", &endpoint);
    let (place, other) = (location(&fixture.app).await, location(&fixture.app).await);
    floor(&fixture.app, &place).await;
    fixture.app.clock.advance(Duration::seconds(1));
    let widened = fixture.app.put(&own, json!({"event_types": ["*"]})).await;
    assert_eq!(widened.status, 200, "{}", widened.text);
    fixture.app.clock.advance(Duration::seconds(1));
    drop(location(&fixture.app).await);
    assert_eq!(
        heard(&mut outbox, &fixture).await,
        ["floor.created", "location.created", "webhook_endpoint.updated"]
    );
    floor(&fixture.app, &other).await;
    fixture.app.clock.advance(Duration::seconds(1));
    let narrowed = fixture.app.put(&own, json!({"event_types": ["location.*"]})).await;
    assert_eq!(narrowed.status, 200, "{}", narrowed.text);
    drop(location(&fixture.app).await);
    assert_eq!(heard(&mut outbox, &fixture).await, ["location.created"]);
}

#[tokio::test]
async fn the_endpoint_of_a_sandbox_merchant_hears_what_goes_by_real_time_while_its_test_clock_is_ahead() {
    let (mut outbox, mut fixture) = fixtures().await;
    fixture.app = fixture.app.sandbox().await;
    let advanced = fixture.app.post("/test-clock", json!({"advance_to": "2027-03-01T09:00:00Z"})).await;
    assert!(advanced.status < 300, "{}", advanced.text);
    outbox.consume().await;
    fixture.endpoint(HOOK, &["api_client.*", "location.*"]).await;
    let client = json!({"name": "Kiosk", "scopes": ["locations:read"]});
    assert_eq!(fixture.app.post("/api-clients", client).await.status, 201);
    location(&fixture.app).await;
    assert_eq!(heard(&mut outbox, &fixture).await, ["api_client.created", "location.created"]);
}
