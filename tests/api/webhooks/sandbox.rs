//! Deliveries of a sandbox merchant go by its test clock, however far that is ahead of real time.

use chrono::Duration;
use records::SandboxClock;
use serde_json::{Value, json};
use testing::TestApp;
use tests::{OutboxFixture, Receivers, WebhookFixture, location};
use values::Clock;
use work::{UnitOfWork, unit_of_work::read_sandbox_clock};

use super::{HOOK, path};

/// A sandbox merchant with an endpoint, and the consumer of its stream.
async fn sandbox() -> (OutboxFixture, WebhookFixture, Value) {
    let outbox = OutboxFixture::new().await;
    let app = outbox.app.sandbox().await;
    let fixture = WebhookFixture { app, receivers: Receivers::default() };
    let endpoint = fixture.endpoint(HOOK, &["location.*"]).await;
    (outbox, fixture, endpoint)
}

async fn advance(app: &TestApp, to: &str) {
    let advanced = app.post("/test-clock", json!({"advance_to": to})).await;
    assert!(advanced.status < 300, "{}", advanced.text);
}

async fn listed(app: &TestApp) -> Vec<Value> {
    let page = app.get("/webhook-deliveries").await;
    let deliveries = page.body["data"].as_array().expect("a list").clone();
    assert_eq!(page.body["pagination"]["total"], deliveries.len());
    deliveries
}

#[tokio::test]
async fn months_ahead_of_real_time_deliveries_are_listed_got_and_replayed() {
    let (mut outbox, fixture, endpoint) = sandbox().await;
    let app = &fixture.app;
    advance(app, "2027-03-01T09:00:00Z").await;
    location(app).await;
    outbox.consume().await;
    let waiting = listed(app).await;
    assert_eq!(waiting.len(), 1);
    assert_eq!(waiting[0]["next_attempt_at"], "2027-03-01T09:00:00.000Z");
    fixture.deliver().await;
    let delivery = listed(app).await.remove(0);
    assert_eq!(delivery["status"], "delivered");
    let own = path("webhook-deliveries", &delivery);
    assert_eq!(app.get(&own).await.status, 200);
    assert_eq!(app.post(&(own.clone() + "/replay"), json!({})).await.status, 200);
    app.post(&(path("webhook-endpoints", &endpoint) + "/disable"), json!({})).await;
    fixture.deliver().await;
    app.post(&(path("webhook-endpoints", &endpoint) + "/enable"), json!({})).await;
    let all = path("webhook-endpoints", &endpoint) + "/replay-failed";
    let replayed = app.post(&all, json!({"since": "2027-03-01T00:00:00Z"})).await;
    assert_eq!(replayed.body["data"]["replayed"], 1, "{}", replayed.text);
    fixture.deliver().await;
    advance(app, "2027-04-02T09:00:00Z").await;
    assert!(listed(app).await.is_empty());
    assert_eq!(app.get(&own).await.status, 404);
    let replayed = app.post(&(own + "/replay"), json!({})).await;
    assert_eq!(replayed.status, 404, "{}", replayed.text);
}

#[tokio::test]
async fn a_receiver_hears_what_a_test_clock_has_passed_a_year_ago() {
    let (mut outbox, fixture, _) = sandbox().await;
    location(&fixture.app).await;
    advance(&fixture.app, "2027-11-20T09:00:00Z").await;
    outbox.consume().await;
    fixture.deliver().await;
    assert_eq!(fixture.receivers.sent().len(), 1);
    assert!(listed(&fixture.app).await.is_empty());
}

#[tokio::test]
async fn a_test_clock_that_is_advanced_hands_over_a_delivery_that_was_lost_on_its_way() {
    let (mut outbox, fixture, _) = sandbox().await;
    location(&fixture.app).await;
    outbox.consume().await;
    let queue = &fixture.app.queue;
    let lost = queue.take(usize::MAX).expect("a message");
    queue.done(&lost);
    assert!(queue.waiting().is_empty());
    advance(&fixture.app, "2026-12-01T09:00:00Z").await;
    assert!(!queue.waiting().is_empty());
    fixture.deliver().await;
    assert_eq!(listed(&fixture.app).await[0]["status"], "delivered");
    assert_eq!(fixture.receivers.sent().len(), 1);
}

/// Writes the merchant's test clock past every rule.
async fn set(app: &TestApp, clock: SandboxClock) {
    let work = UnitOfWork::scheduled(&app.context, app.tenant(), "test");
    let before = read_sandbox_clock(&work.store, work.tenant()).await.expect("a store").expect("a clock");
    let mut transaction = work.transaction();
    transaction.replace(&before, &work.next_version(&before, clock, None));
    work.store.commit(transaction).await.expect("a commit");
}

#[tokio::test]
async fn what_meets_a_test_clock_while_it_is_advanced_is_sent_two_seconds_later() {
    let (_, fixture, _) = sandbox().await;
    let app = &fixture.app;
    fixture.publish("location.created").await;
    let real = app.clock.now();
    let month = real.plus(Duration::days(30));
    set(app, SandboxClock::standing(month, real)).await;
    fixture.deliver().await;
    assert!(fixture.receivers.sent().is_empty());
    let waiting = app.queue.waiting();
    assert_eq!((waiting.len(), waiting[0].not_before), (1, real.plus(Duration::seconds(2))));
    assert_eq!(waiting[0].message.waits, 0);
    set(app, SandboxClock::running(month, real)).await;
    app.clock.advance(Duration::seconds(2));
    fixture.deliver().await;
    assert_eq!(fixture.receivers.sent().len(), 1);
    assert_eq!(listed(app).await[0]["delivered_at"], "2026-12-21T09:00:02.000Z");
}
