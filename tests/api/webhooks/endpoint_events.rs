//! What is told of endpoints themselves: enough to know that one was disabled, no address and no secret, and nothing
//! without end.

use serde_json::{Value, json};
use tests::{OutboxFixture, Receiver, Receivers, WebhookFixture, location};

use super::{HOOK, path};

const WATCH: &str = "https://watch.example.com/";

async fn fixtures() -> (OutboxFixture, WebhookFixture) {
    let outbox = OutboxFixture::new().await;
    let webhooks = WebhookFixture { app: outbox.app.clone(), receivers: Receivers::default() };
    (outbox, webhooks)
}

async fn types(outbox: &mut OutboxFixture, endpoint: &Value) -> Vec<String> {
    outbox.types(&format!("object_id={}", endpoint["id"].as_str().expect("an id"))).await
}

#[tokio::test]
async fn that_an_endpoint_was_disabled_is_told_to_another_without_address_and_secret() {
    let (mut outbox, fixture) = fixtures().await;
    let dead = fixture.endpoint("https://dead.example.com/?key=canary", &["location.created"]).await;
    fixture.endpoint(WATCH, &["webhook_endpoint.*"]).await;
    fixture.receivers.set("https://dead.example.com/?key=canary", Receiver::Answers(410));
    location(&fixture.app).await;
    outbox.consume().await;
    fixture.deliver().await;
    outbox.consume().await;
    drop(fixture.receivers.newly_sent());
    fixture.deliver().await;
    let sent = fixture.receivers.newly_sent();
    assert_eq!(sent.len(), 1, "{sent:?}");
    let body: Value = serde_json::from_str(&sent[0].body).expect("JSON");
    assert_eq!((sent[0].url.as_str(), &body["type"]), (WATCH, &json!("webhook_endpoint.disabled")));
    assert_eq!(
        (&body["data"]["object_id"], &body["data"]["object"]["disabled_reason"]),
        (&dead["id"], &json!("gone"))
    );
    assert!(!sent[0].body.contains("canary") && !sent[0].body.contains("secret"), "{}", sent[0].body);
}

#[tokio::test]
async fn what_is_done_with_an_endpoint_is_told() {
    let (mut outbox, fixture) = fixtures().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    let own = path("webhook-endpoints", &endpoint);
    fixture.app.put(&own, json!({"url": "https://hooks.example.com/other"})).await;
    for action in ["rotate", "disable", "enable"] {
        let answer = fixture.app.post(&format!("{own}/{action}"), json!({})).await;
        assert_eq!(answer.status, 200, "{action}: {}", answer.text);
    }
    fixture.app.delete(&own).await;
    let told = ["created", "updated", "rotated", "disabled", "enabled", "deleted"];
    let told: Vec<String> = told.iter().map(|action| format!("webhook_endpoint.{action}")).collect();
    assert_eq!(types(&mut outbox, &endpoint).await, told);
    let listed = json!(outbox.events("object_type=webhook_endpoint").await).to_string();
    assert!(!listed.contains("hooks.example.com") && !listed.contains("secret"), "{listed}");
}

#[tokio::test]
async fn an_endpoint_that_fails_and_recovers_makes_no_events_that_would_be_sent_to_it() {
    let (mut outbox, fixture) = fixtures().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    fixture.receivers.set(HOOK, Receiver::Answers(500));
    location(&fixture.app).await;
    outbox.consume().await;
    let before = fixture.app.get("/webhook-deliveries").await.body["pagination"]["total"].clone();
    for _ in 0..6 {
        fixture.pass(chrono::Duration::hours(2)).await;
        outbox.consume().await;
    }
    let shown = async || fixture.app.get(&path("webhook-endpoints", &endpoint)).await.body["data"].clone();
    assert!(!shown().await["failing_since"].is_null());
    fixture.receivers.set(HOOK, Receiver::Answers(200));
    for _ in 0..6 {
        fixture.pass(chrono::Duration::hours(2)).await;
        outbox.consume().await;
    }
    assert!(shown().await["failing_since"].is_null());
    assert_eq!(fixture.app.get("/webhook-deliveries").await.body["pagination"]["total"], before);
    assert_eq!(types(&mut outbox, &endpoint).await, ["webhook_endpoint.created"]);
}
