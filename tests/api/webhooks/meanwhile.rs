//! What happens while an attempt is on its way, and what a success means for an endpoint.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use chrono::Duration;
use deliver::Attempted;
use serde_json::json;
use testing::{Fault, Seen};
use tests::{Receiver, WebhookFixture};
use tokio::sync::Semaphore;
use values::Id;
use webhooks::records::{endpoint::WebhookEndpoint, endpoint_state::state_of};
use work::UnitOfWork;

use super::{HOOK, path};

/// Makes the attempt that waits in the queue, and does something while the receiver thinks about it.
async fn attempted_while(fixture: &WebhookFixture, meanwhile: impl Future<Output = ()>) {
    let gate = Arc::new(Semaphore::new(0));
    fixture.receivers.set(HOOK, Receiver::Hangs(Arc::clone(&gate)));
    let message = fixture.app.queue.take(usize::MAX).expect("a message");
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

/// By which calls a change is stored.
const WRITES: [&str; 2] = ["PutItem", "TransactWriteItems"];

/// Writes down how it goes with the endpoint, as an attempt does.
async fn written_down(fixture: &WebhookFixture, endpoint: &serde_json::Value) {
    let work = UnitOfWork::scheduled(&fixture.app.context, fixture.app.tenant(), "deliver");
    let id = endpoint["id"].as_str().and_then(Id::<WebhookEndpoint>::parse).expect("an id");
    let state = work.get(state_of(id)).await.expect("a state");
    let before = work.get(id).await.expect("an endpoint");
    let mut transaction = work.transaction();
    transaction
        .replace(&state, &work.next_version(&state, state.body.clone().failed(work.now, Duration::hours(1)), None));
    let failing = WebhookEndpoint { failing_since: Some(work.now), ..before.body.clone() };
    transaction.replace(&before, &work.next_version(&before, failing, None));
    work.store.commit(transaction).await.expect("a commit");
}

#[tokio::test]
async fn an_endpoint_is_changed_although_an_attempt_writes_down_how_it_goes_at_that_moment() {
    for (action, status) in [("", 200), ("/rotate", 200), ("/disable", 200), ("delete", 200)] {
        let fixture = WebhookFixture::new().await;
        let endpoint = fixture.endpoint(HOOK, &["*"]).await;
        let own = path("webhook-endpoints", &endpoint);
        drop(fixture.app.faults.seen());
        // The change is decided, and a while on its way.
        for write in WRITES {
            fixture.app.faults.next(write, 1, Fault::Late(300));
        }
        let app = fixture.app.clone();
        let answered = AtomicBool::new(false);
        let changed = async {
            let answer = match action {
                "" => app.put(&own, json!({"description": "Mail"})).await,
                "delete" => app.delete(&own).await,
                action => app.post(&format!("{own}{action}"), json!({})).await,
            };
            assert_eq!(answer.status, status, "{action}: {}", answer.text);
            answered.store(true, Ordering::SeqCst);
        };
        let meanwhile = async {
            let is_write = |seen: &Seen| WRITES.contains(&seen.operation.as_str());
            while !answered.load(Ordering::SeqCst) && !app.faults.seen().iter().any(is_write) {
                tokio::task::yield_now().await;
            }
            assert!(!answered.load(Ordering::SeqCst), "{action}");
            fixture.app.faults.clear();
            written_down(&fixture, &endpoint).await;
        };
        tokio::join!(changed, meanwhile);
    }
}
