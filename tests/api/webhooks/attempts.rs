//! Attempts: when they are repeated, and what a receiver that fails means for others.

use std::sync::Arc;

use chrono::Duration;
use serde_json::json;
use tests::{Receiver, WebhookFixture};
use tokio::sync::Semaphore;

use super::{HOOK, path};

#[tokio::test]
async fn an_attempt_that_fails_is_repeated_for_more_than_a_day_and_then_given_up() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    let event = fixture.publish("booking.created").await;
    fixture.receivers.set(HOOK, Receiver::Answers(500));
    fixture.deliver().await;
    let mut waited = Duration::zero();
    for _ in 0..2_000 {
        if fixture.delivery(&endpoint, &event).await["status"] != "pending" {
            break;
        }
        fixture.pass(Duration::minutes(20)).await;
        waited += Duration::minutes(20);
    }
    let delivery = fixture.delivery(&endpoint, &event).await;
    assert_eq!((delivery["status"].as_str(), delivery["attempt_count"].as_i64()), (Some("failed"), Some(9)));
    assert!(delivery["next_attempt_at"].is_null());
    assert!(Duration::hours(24) <= waited, "{waited}");
    let ids: Vec<String> = fixture.receivers.sent().iter().map(|sent| sent.headers[0].1.clone()).collect();
    assert!(ids.len() == 9 && ids.iter().all(|id| *id == event.id.to_string()));
}

#[tokio::test]
async fn a_first_repetition_comes_after_seconds_through_the_queue() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    fixture.receivers.set(HOOK, Receiver::Answers(503));
    let event = fixture.publish("booking.created").await;
    fixture.deliver().await;
    fixture.receivers.set(HOOK, Receiver::Answers(204));
    assert_eq!(fixture.receivers.sent().len(), 1);
    // No sweep has run: the message waits in the queue.
    fixture.app.clock.advance(Duration::seconds(6));
    fixture.deliver().await;
    assert_eq!(fixture.delivery(&endpoint, &event).await["status"], "delivered");
}

#[tokio::test]
async fn a_receiver_that_is_gone_is_disabled_at_once() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    fixture.receivers.set(HOOK, Receiver::Answers(410));
    fixture.publish("booking.created").await;
    fixture.deliver().await;
    let shown = fixture.app.get(&path("webhook-endpoints", &endpoint)).await.body["data"].clone();
    assert_eq!((shown["status"].as_str(), shown["disabled_reason"].as_str()), (Some("disabled"), Some("gone")));
    fixture.publish("booking.created").await;
    fixture.pass(Duration::hours(1)).await;
    assert_eq!(fixture.receivers.sent().len(), 1);
}

#[tokio::test]
async fn an_endpoint_at_which_nothing_succeeds_for_five_days_is_disabled_and_says_why() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    fixture.receivers.set(HOOK, Receiver::Answers(500));
    let path = path("webhook-endpoints", &endpoint);
    let mut last = json!({});
    for day in 0..12 {
        fixture.publish("booking.created").await;
        for _ in 0..4 {
            fixture.pass(Duration::hours(6)).await;
        }
        last = fixture.app.get(&path).await.body["data"].clone();
        if last["status"] == "disabled" {
            break;
        }
        assert!(day < 6, "{last}");
        if day >= 1 {
            assert!(!last["failing_since"].is_null(), "{day} {last}");
        }
    }
    assert_eq!((last["status"].as_str(), last["disabled_reason"].as_str()), (Some("disabled"), Some("failing")));
    let sent = fixture.receivers.sent().len();
    fixture.pass(Duration::days(2)).await;
    fixture.pass(Duration::days(2)).await;
    assert_eq!(fixture.receivers.sent().len(), sent);
    let waiting = fixture.app.get("/webhook-deliveries?status=pending").await;
    assert_eq!(waiting.body["pagination"]["total"], 0, "{}", waiting.text);
}

#[tokio::test]
async fn a_failing_endpoint_gets_one_attempt_at_a_time_and_everything_once_it_works_again() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    fixture.receivers.set(HOOK, Receiver::Answers(500));
    for _ in 0..3 {
        fixture.publish("booking.created").await;
        fixture.deliver().await;
    }
    let shown = fixture.app.get(&path("webhook-endpoints", &endpoint)).await.body["data"].clone();
    assert!(!shown["failing_since"].is_null(), "{shown}");
    let attempts = fixture.receivers.newly_sent().len();
    assert_eq!(attempts, 3);
    for _ in 0..20 {
        fixture.publish("booking.created").await;
    }
    fixture.deliver().await;
    assert_eq!(fixture.receivers.newly_sent().len(), 0, "new deliveries wait for the next probe");
    for _ in 0..6 {
        fixture.pass(Duration::hours(2)).await;
        assert!(fixture.receivers.newly_sent().len() <= 1, "more than one probe");
    }
    fixture.receivers.set(HOOK, Receiver::Answers(200));
    for _ in 0..30 {
        fixture.pass(Duration::hours(2)).await;
    }
    let delivered = fixture.app.get("/webhook-deliveries?status=delivered").await;
    assert_eq!(delivered.body["pagination"]["total"], 23);
    let shown = fixture.app.get(&path("webhook-endpoints", &endpoint)).await.body["data"].clone();
    assert!(shown["failing_since"].is_null(), "{shown}");
}

#[tokio::test]
async fn a_test_event_does_not_wait_for_a_failing_endpoint() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    fixture.receivers.set(HOOK, Receiver::Answers(500));
    for _ in 0..3 {
        fixture.publish("booking.created").await;
        fixture.deliver().await;
    }
    fixture.receivers.set(HOOK, Receiver::Answers(200));
    let test = fixture.app.post(&(path("webhook-endpoints", &endpoint) + "/test"), json!({})).await;
    fixture.deliver().await;
    let delivery = fixture.app.get(&path("webhook-deliveries", &test.body["data"])).await;
    assert_eq!(delivery.body["data"]["status"], "delivered");
    assert_eq!(fixture.receivers.sent().len(), 4);
}

#[tokio::test]
async fn one_receiver_of_ten_that_hangs_delays_none_of_the_others() {
    const EVENTS: usize = 20;
    let fixture = WebhookFixture::new().await;
    let address = |number: usize| format!("https://receiver-{number}.example.com/");
    for number in 0..10 {
        fixture.endpoint(&address(number), &["*"]).await;
    }
    let gate = Arc::new(Semaphore::new(0));
    fixture.receivers.set(&address(0), Receiver::Hangs(Arc::clone(&gate)));
    for _ in 0..EVENTS {
        fixture.publish("booking.created").await;
    }
    let others = async {
        while fixture.receivers.sent().len() < 9 * EVENTS {
            tokio::task::yield_now().await;
        }
        let sent = fixture.receivers.sent();
        gate.add_permits(1_000);
        sent
    };
    let (sent, ()) = tokio::join!(others, fixture.deliver());
    // The controlled clock has not moved: everything to the nine came before anything to the one that hangs.
    assert_eq!(sent.len(), 9 * EVENTS);
    assert!(sent.iter().all(|sent| sent.url != address(0)));
    for _ in 0..40 {
        fixture.pass(Duration::minutes(3)).await;
    }
    assert_eq!(fixture.receivers.sent().len(), 10 * EVENTS);
}
