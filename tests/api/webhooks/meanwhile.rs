//! What happens while an attempt is on its way, and what a success means for an endpoint.

use std::sync::Arc;

use chrono::Duration;
use deliver::Attempted;
use serde_json::json;
use shared::testing::Fault;
use tests::{Receiver, WebhookFixture};
use tokio::sync::Semaphore;

use super::{HOOK, path};

/// Makes the attempt that waits in the queue, and does something while the receiver thinks about it.
async fn attempted_while(fixture: &WebhookFixture, meanwhile: impl Future<Output = ()>) {
    let gate = Arc::new(Semaphore::new(0));
    fixture.receivers.set(HOOK, Receiver::Hangs(Arc::clone(&gate)));
    let message = fixture.app.queue.take().expect("a message");
    let deliverer = fixture.deliverer();
    let acts = async {
        while fixture.receivers.begun() == 0 {
            tokio::task::yield_now().await;
        }
        meanwhile.await;
        gate.add_permits(1_000);
    };
    let (attempted, ()) = tokio::join!(deliverer.attempt(&message), acts);
    assert_eq!(attempted, Ok(Attempted::Sent { is_success: true }));
}

#[tokio::test]
async fn a_success_is_written_down_although_the_test_clock_cannot_be_read_after_it() {
    let app = tests::app().await.sandbox().await;
    let fixture = WebhookFixture { app, ..WebhookFixture::new().await };
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    let event = fixture.publish("booking.created").await;
    // The SDK repeats a call five times: the next one fails for good.
    attempted_while(&fixture, async { fixture.app.faults.after_for("*", 0, 5, Fault::DropBefore) }).await;
    fixture.app.faults.clear();
    let delivery = fixture.delivery(&endpoint, &event).await;
    assert_eq!((delivery["status"].as_str(), delivery["attempt_count"].as_i64()), (Some("delivered"), Some(1)));
}

#[tokio::test]
async fn a_success_whose_endpoint_was_deleted_meanwhile_is_delivered() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    let event = fixture.publish("booking.created").await;
    let deleted = async {
        assert_eq!(fixture.app.delete(&path("webhook-endpoints", &endpoint)).await.status, 200);
    };
    attempted_while(&fixture, deleted).await;
    let delivery = fixture.delivery(&endpoint, &event).await;
    assert_eq!((delivery["status"].as_str(), delivery["delivered_at"].is_null()), (Some("delivered"), false));
}

#[tokio::test]
async fn a_replay_that_is_asked_for_while_an_attempt_is_on_its_way_is_sent_after_it() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    let event = fixture.publish("booking.created").await;
    let replayed = async {
        let delivery = fixture.delivery(&endpoint, &event).await;
        let answer = fixture.app.post(&(path("webhook-deliveries", &delivery) + "/replay"), json!({})).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
    };
    attempted_while(&fixture, replayed).await;
    let delivery = fixture.delivery(&endpoint, &event).await;
    assert_eq!((delivery["status"].as_str(), delivery["attempt_count"].as_i64()), (Some("pending"), Some(1)));
    fixture.deliver().await;
    let delivery = fixture.delivery(&endpoint, &event).await;
    assert_eq!((delivery["status"].as_str(), delivery["attempt_count"].as_i64()), (Some("delivered"), Some(2)));
    assert_eq!(fixture.receivers.sent().len(), 2);
}

#[tokio::test]
async fn a_replay_that_succeeds_ends_the_time_in_which_nothing_did() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    let mut events = Vec::new();
    fixture.receivers.set(HOOK, Receiver::Answers(500));
    for _ in 0..3 {
        events.push(fixture.publish("booking.created").await);
        fixture.deliver().await;
    }
    let shown = async || fixture.app.get(&path("webhook-endpoints", &endpoint)).await.body["data"].clone();
    assert!(!shown().await["failing_since"].is_null());
    fixture.receivers.set(HOOK, Receiver::Answers(200));
    for event in &events {
        let delivery = fixture.delivery(&endpoint, event).await;
        fixture.app.post(&(path("webhook-deliveries", &delivery) + "/replay"), json!({})).await;
    }
    fixture.deliver().await;
    assert!(shown().await["failing_since"].is_null());
    fixture.app.clock.advance(Duration::days(6));
    fixture.receivers.set(HOOK, Receiver::Answers(503));
    fixture.publish("booking.created").await;
    fixture.deliver().await;
    assert_eq!(shown().await["status"], "enabled");
}

#[tokio::test]
async fn a_rotation_overlaps_by_real_time_however_far_the_test_clock_is_ahead() {
    let app = tests::app().await.sandbox().await;
    let fixture = WebhookFixture { app, ..WebhookFixture::new().await };
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    let advanced = fixture.app.post("/test-clock", json!({"advance_to": "2026-12-01T09:00:00Z"})).await;
    assert!(advanced.status < 300, "{}", advanced.text);
    fixture.app.post(&(path("webhook-endpoints", &endpoint) + "/rotate"), json!({"overlap_hours": 48})).await;
    fixture.publish("booking.created").await;
    fixture.deliver().await;
    let sent = fixture.receivers.newly_sent();
    assert_eq!(sent[0].headers[2].1.split(' ').count(), 2, "{:?}", sent[0].headers[2]);
}
