//! Replays: somebody asks for an event once more.

use chrono::Duration;
use serde_json::{Value, json};
use tests::{Receiver, WebhookFixture};

use super::{HOOK, path};

#[tokio::test]
async fn a_replay_sends_the_same_event_again_signed_with_the_present_secret() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    let event = fixture.publish("booking.created").await;
    fixture.deliver().await;
    let first = fixture.receivers.newly_sent().remove(0);
    fixture.app.post(&(path("webhook-endpoints", &endpoint) + "/rotate"), json!({})).await;
    let delivery = fixture.delivery(&endpoint, &event).await;
    let replayed = fixture.app.post(&(path("webhook-deliveries", &delivery) + "/replay"), json!({})).await;
    assert_eq!((replayed.status, replayed.body["data"]["status"].as_str()), (200, Some("pending")));
    fixture.deliver().await;
    let again = fixture.receivers.newly_sent().remove(0);
    assert_eq!((&again.headers[0], &again.body), (&first.headers[0], &first.body));
    assert_ne!(again.headers[2], first.headers[2]);
    let delivery = fixture.delivery(&endpoint, &event).await;
    assert_eq!((delivery["status"].as_str(), delivery["attempt_count"].as_i64()), (Some("delivered"), Some(2)));
}

#[tokio::test]
async fn failures_of_a_replay_are_not_held_against_the_endpoint() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    let event = fixture.publish("booking.created").await;
    fixture.deliver().await;
    fixture.receivers.set(HOOK, Receiver::Answers(500));
    let delivery = fixture.delivery(&endpoint, &event).await;
    fixture.app.post(&(path("webhook-deliveries", &delivery) + "/replay"), json!({})).await;
    for _ in 0..6 {
        fixture.pass(Duration::hours(3)).await;
    }
    assert!(fixture.receivers.sent().len() > 4);
    let shown = fixture.app.get(&path("webhook-endpoints", &endpoint)).await.body["data"].clone();
    assert_eq!((shown["failing_since"].is_null(), shown["status"].as_str()), (true, Some("enabled")), "{shown}");
}

#[tokio::test]
async fn nothing_is_replayed_to_an_endpoint_that_is_disabled_or_deleted() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    let event = fixture.publish("booking.created").await;
    fixture.deliver().await;
    let delivery = path("webhook-deliveries", &fixture.delivery(&endpoint, &event).await) + "/replay";
    let all = path("webhook-endpoints", &endpoint) + "/replay-failed";
    fixture.app.post(&(path("webhook-endpoints", &endpoint) + "/disable"), json!({})).await;
    let since = json!({"since": "2026-11-21T00:00:00Z"});
    assert_eq!(fixture.app.post(&delivery, json!({})).await.refusal(), "409 invalid_state");
    assert_eq!(fixture.app.post(&all, since.clone()).await.refusal(), "409 invalid_state");
    fixture.app.delete(&path("webhook-endpoints", &endpoint)).await;
    assert_eq!(fixture.app.post(&delivery, json!({})).await.refusal(), "409 invalid_state");
    assert_eq!(fixture.app.post(&all, since).await.status, 404);
}

/// Replays some of what failed after a delivery; what is answered.
async fn replayed_after(fixture: &WebhookFixture, endpoint: &Value, after: &Value) -> Value {
    // The answer's `next` is null when none is left: a loop may send it as it is.
    let body = json!({"since": "2026-11-21T09:30:00Z", "after": after});
    let answer = fixture.app.post(&(path("webhook-endpoints", endpoint) + "/replay-failed"), body).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.body["data"].clone()
}

/// Disables the endpoint, so that everything that waits is cancelled, and enables it again.
async fn all_cancelled(fixture: &WebhookFixture, endpoint: &Value) {
    fixture.app.post(&(path("webhook-endpoints", endpoint) + "/disable"), json!({})).await;
    fixture.deliver().await;
    fixture.app.post(&(path("webhook-endpoints", endpoint) + "/enable"), json!({})).await;
}

#[tokio::test]
async fn what_comes_to_nothing_again_meanwhile_is_not_replayed_twice() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    fixture.app.clock.advance(Duration::hours(1));
    for _ in 0..60 {
        fixture.publish("booking.created").await;
    }
    all_cancelled(&fixture, &endpoint).await;
    let first = replayed_after(&fixture, &endpoint, &Value::Null).await;
    assert_eq!((&first["replayed"], &first["is_complete"]), (&json!(50), &json!(false)));
    all_cancelled(&fixture, &endpoint).await;
    let second = replayed_after(&fixture, &endpoint, &first["next"]).await;
    assert_eq!(second, json!({"replayed": 10, "is_complete": true, "next": null}));
    fixture.deliver().await;
    let delivered = fixture.app.get("/webhook-deliveries?status=delivered").await;
    assert_eq!(delivered.body["pagination"]["total"], 10);
}

#[tokio::test]
async fn all_that_failed_since_an_instant_is_replayed_however_much_it_is() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    fixture.publish("invoice.paid").await;
    fixture.app.clock.advance(Duration::hours(1));
    for _ in 0..119 {
        fixture.publish("booking.created").await;
    }
    // Everything that waits is cancelled.
    fixture.app.post(&(path("webhook-endpoints", &endpoint) + "/disable"), json!({})).await;
    fixture.deliver().await;
    fixture.app.post(&(path("webhook-endpoints", &endpoint) + "/enable"), json!({})).await;
    let mut answers: Vec<Value> = Vec::new();
    for _ in 0..3 {
        let after = answers.last().map_or(Value::Null, |answer| answer["next"].clone());
        answers.push(replayed_after(&fixture, &endpoint, &after).await);
    }
    assert!(answers[2]["next"].is_null(), "{answers:?}");
    answers.push(replayed_after(&fixture, &endpoint, &Value::Null).await);
    let told: Vec<(i64, bool)> = answers
        .iter()
        .map(|told| (told["replayed"].as_i64().expect("a number"), told["is_complete"] == true))
        .collect();
    assert_eq!(told, [(50, false), (50, false), (19, true), (0, true)]);
    for _ in 0..30 {
        fixture.pass(Duration::minutes(3)).await;
    }
    assert_eq!(fixture.receivers.sent().len(), 119);
    let left = fixture.app.get("/webhook-deliveries?status=cancelled").await;
    assert_eq!(left.body["pagination"]["total"], 1);
}
