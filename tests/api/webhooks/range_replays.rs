//! Events of a range of time are sent again, some or all, whether or not they were ever to be sent there.

use chrono::Duration;
use serde_json::{Value, json};
use testing::TestResponse;
use tests::{Receiver, WebhookFixture, accepted, hastened};

use super::{HOOK, path};

async fn asked(fixture: &WebhookFixture, endpoint: &Value, body: Value) -> TestResponse {
    fixture.app.post(&(path("webhook-endpoints", endpoint) + "/replay"), body).await
}

/// Does all steps, and sends what they hand over; the replay as the endpoint shows it, and the types that were sent.
async fn carried_out(fixture: &WebhookFixture, endpoint: &Value) -> (Value, Vec<String>) {
    hastened(&fixture.app.context).await;
    fixture.deliver().await;
    let shown = fixture.app.get(&path("webhook-endpoints", endpoint)).await.body["data"]["replay"].clone();
    let sent = fixture.receivers.newly_sent().into_iter().map(|sent| {
        let body: Value = serde_json::from_str(&sent.body).expect("JSON");
        body["type"].as_str().expect("a type").to_owned()
    });
    let mut sent: Vec<String> = sent.collect();
    sent.sort();
    (shown, sent)
}

fn counts(replay: &Value) -> (&str, i64, i64, i64) {
    let number = |field: &str| replay[field].as_i64().expect("a number");
    (replay["status"].as_str().expect("a status"), number("total"), number("done"), number("sent"))
}

/// An endpoint, to which some events were delivered.
async fn told() -> (WebhookFixture, Value) {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["booking.*", "floor.created"]).await;
    for event_type in ["booking.created", "booking.cancelled", "floor.created", "floor.deleted"] {
        fixture.publish(event_type).await;
        fixture.app.clock.advance(Duration::minutes(1));
    }
    fixture.deliver().await;
    assert_eq!(fixture.receivers.newly_sent().len(), 3);
    (fixture, endpoint)
}

#[tokio::test]
async fn the_events_of_a_range_that_a_pattern_names_are_sent_again() {
    let (fixture, endpoint) = told().await;
    let answer = asked(&fixture, &endpoint, json!({"from": "2026-11-21T00:00:00Z"})).await;
    assert_eq!(
        (answer.status, counts(&answer.body["data"]["replay"])),
        (202, ("queued", 3, 0, 0)),
        "{}",
        answer.text
    );
    let (replay, sent) = carried_out(&fixture, &endpoint).await;
    assert_eq!(counts(&replay), ("succeeded", 3, 3, 3));
    assert_eq!(sent, ["booking.cancelled", "booking.created", "floor.created"]);
    accepted(
        &asked(&fixture, &endpoint, json!({"from": "2026-11-21T00:00:00Z", "event_types": ["booking.cancelled"]}))
            .await,
        202,
    );
    let (replay, sent) = carried_out(&fixture, &endpoint).await;
    assert_eq!((counts(&replay), sent), (("succeeded", 1, 1, 1), vec!["booking.cancelled".to_owned()]));
    assert_eq!(replay["event_types"], json!(["booking.cancelled"]));
    // Nothing in the range is answered at once.
    let nothing = json!({"from": "2026-11-21T00:00:00Z", "to": "2026-11-21T00:00:01Z"});
    let answer = asked(&fixture, &endpoint, nothing).await;
    assert_eq!((answer.status, counts(&answer.body["data"]["replay"])), (200, ("succeeded", 0, 0, 0)));
}

#[tokio::test]
async fn a_range_begins_with_its_first_instant_and_ends_before_its_last() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    let mut at = Vec::new();
    for _ in 0..3 {
        fixture.app.clock.advance(Duration::seconds(10));
        at.push(fixture.publish("booking.created").await.body.occurred_at);
    }
    fixture.deliver().await;
    drop(fixture.receivers.newly_sent());
    accepted(&asked(&fixture, &endpoint, json!({"from": at[1], "to": at[2]})).await, 202);
    let (replay, sent) = carried_out(&fixture, &endpoint).await;
    assert_eq!((counts(&replay), sent.len()), (("succeeded", 1, 1, 1), 1));
}

#[tokio::test]
async fn what_happened_while_the_endpoint_was_disabled_is_sent_when_it_is_asked_for() {
    let fixture = WebhookFixture::new().await;
    fixture.publish("booking.created").await;
    let endpoint = fixture.endpoint(HOOK, &["booking.*"]).await;
    let own = path("webhook-endpoints", &endpoint);
    fixture.app.clock.advance(Duration::minutes(1));
    fixture.publish("booking.confirmed").await;
    fixture.deliver().await;
    accepted(&fixture.app.post(&(own.clone() + "/disable"), json!({})).await, 200);
    fixture.publish("booking.cancelled").await;
    accepted(&fixture.app.post(&(own + "/enable"), json!({})).await, 200);
    fixture.app.clock.advance(Duration::minutes(1));
    assert_eq!(fixture.receivers.newly_sent().len(), 1);
    let missing = json!({"from": "2026-11-21T00:00:00Z", "which": "missing"});
    accepted(&asked(&fixture, &endpoint, missing.clone()).await, 202);
    let (replay, sent) = carried_out(&fixture, &endpoint).await;
    assert_eq!(
        (counts(&replay), sent),
        (("succeeded", 3, 3, 2), vec!["booking.cancelled".to_owned(), "booking.created".to_owned()])
    );
    // They have deliveries now, which lists count.
    accepted(&asked(&fixture, &endpoint, missing).await, 202);
    assert_eq!(counts(&carried_out(&fixture, &endpoint).await.0), ("succeeded", 3, 3, 0));
    let listed = fixture.app.get("/webhook-deliveries").await;
    assert_eq!(listed.body["pagination"]["total"], 3);
}

#[tokio::test]
async fn only_what_was_not_delivered_is_sent_when_that_is_asked_for() {
    let (fixture, endpoint) = told().await;
    let own = path("webhook-endpoints", &endpoint);
    fixture.publish("booking.no_show").await;
    accepted(&fixture.app.post(&(own.clone() + "/disable"), json!({})).await, 200);
    fixture.deliver().await;
    accepted(&fixture.app.post(&(own + "/enable"), json!({})).await, 200);
    // What waits for its next attempt is on its way, and stays so.
    fixture.receivers.set(HOOK, Receiver::Answers(500));
    fixture.publish("booking.completed").await;
    fixture.deliver().await;
    fixture.receivers.set(HOOK, Receiver::Answers(204));
    fixture.app.clock.advance(Duration::seconds(1));
    drop(fixture.receivers.newly_sent());
    accepted(
        &asked(&fixture, &endpoint, json!({"from": "2026-11-21T00:00:00Z", "which": "undelivered"})).await,
        202,
    );
    let (replay, sent) = carried_out(&fixture, &endpoint).await;
    assert_eq!((counts(&replay), sent), (("succeeded", 5, 5, 1), vec!["booking.no_show".to_owned()]));
}

#[tokio::test]
async fn many_are_sent_in_steps_each_once() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    for number in 0..100 {
        fixture.publish(if number % 3 == 0 { "floor.created" } else { "booking.created" }).await;
        fixture.app.clock.advance(Duration::seconds(1));
    }
    accepted(&fixture.app.post(&(path("webhook-endpoints", &endpoint) + "/disable"), json!({})).await, 200);
    fixture.deliver().await;
    accepted(&fixture.app.post(&(path("webhook-endpoints", &endpoint) + "/enable"), json!({})).await, 200);
    let body = json!({"from": "2026-11-21T00:00:00Z", "event_types": ["floor.*", "booking.created"]});
    accepted(&asked(&fixture, &endpoint, body.clone()).await, 202);
    assert_eq!(asked(&fixture, &endpoint, body).await.refusal(), "409 invalid_state");
    hastened(&fixture.app.context).await;
    for _ in 0..30 {
        fixture.pass(Duration::minutes(1)).await;
    }
    let mut sent: Vec<String> =
        fixture.receivers.newly_sent().into_iter().map(|sent| sent.headers[0].1.clone()).collect();
    sent.sort();
    sent.dedup();
    assert_eq!(sent.len(), 100);
    let replay = fixture.app.get(&path("webhook-endpoints", &endpoint)).await.body["data"]["replay"].clone();
    assert_eq!(counts(&replay), ("succeeded", 100, 100, 100));
}

#[tokio::test]
async fn a_replay_goes_on_by_the_sweep_where_the_queue_lost_it_and_ends_when_the_endpoint_is_disabled() {
    let (fixture, endpoint) = told().await;
    let body = json!({"from": "2026-11-21T00:00:00Z"});
    accepted(&asked(&fixture, &endpoint, body.clone()).await, 202);
    fixture.pass(Duration::minutes(1)).await;
    assert_eq!(fixture.receivers.newly_sent().len(), 3);
    accepted(&asked(&fixture, &endpoint, body).await, 202);
    accepted(&fixture.app.post(&(path("webhook-endpoints", &endpoint) + "/disable"), json!({})).await, 200);
    let (replay, sent) = carried_out(&fixture, &endpoint).await;
    assert_eq!((counts(&replay), sent.len()), (("cancelled", 3, 0, 0), 0));
    assert!(!replay["ended_at"].is_null());
}

#[tokio::test]
async fn an_endpoint_of_some_locations_is_sent_nothing_else_by_a_replay() {
    let mut outbox = tests::OutboxFixture::new().await;
    let app = outbox.app.clone();
    let fixture = WebhookFixture { app: app.clone(), receivers: tests::Receivers::default() };
    let (here, there) = (tests::location(&app).await, tests::location(&app).await);
    tests::floor(&app, &here).await;
    tests::floor(&app, &there).await;
    outbox.consume().await;
    app.clock.advance(Duration::minutes(1));
    let body = json!({"url": HOOK, "event_types": ["floor.*"], "location_ids": [here]});
    let endpoint = testing::TestApp::made(&app.post("/webhook-endpoints", body).await);
    accepted(&asked(&fixture, &endpoint, json!({"from": "2026-11-21T00:00:00Z"})).await, 202);
    let (replay, sent) = carried_out(&fixture, &endpoint).await;
    assert_eq!((counts(&replay), sent.len()), (("succeeded", 2, 2, 1), 1));
}

#[tokio::test]
async fn a_preview_tells_how_many_and_sends_nothing() {
    let (fixture, endpoint) = told().await;
    let own = path("webhook-endpoints", &endpoint);
    let body = json!({"from": "2026-01-01T00:00:00Z", "event_types": ["booking.*"]});
    let preview = fixture.app.post(&(own.clone() + "/replay-preview"), body).await;
    assert_eq!(preview.status, 200, "{}", preview.text);
    let told = &preview.body["data"];
    assert_eq!((&told["total"], &told["limit"], &told["which"]), (&json!(2), &json!(10_000), &json!("all")));
    // What is older than thirty days has no deliveries any more.
    assert_eq!(told["from"], "2026-10-22T00:00:00.000Z");
    assert!(fixture.app.get(&own).await.body["data"]["replay"].is_null());
    assert_eq!(carried_out(&fixture, &endpoint).await.1.len(), 0);
}

#[tokio::test]
async fn what_cannot_be_sent_again_is_refused() {
    let (fixture, endpoint) = told().await;
    let refused = async |body: Value| asked(&fixture, &endpoint, body).await.refusal();
    let from = "2026-11-21T00:00:00Z";
    assert_eq!(refused(json!({"from": from, "to": from})).await, "422 rule_violation to not_after_from");
    assert_eq!(refused(json!({"from": "2030-01-01T00:00:00Z"})).await, "422 rule_violation to not_after_from");
    let unknown = json!({"from": from, "event_types": ["booking.*", "nothing.*"]});
    assert_eq!(refused(unknown).await, "422 rule_violation event_types[1] unknown_event_type");
    let unlisted = json!({"from": from, "event_types": ["booking.*", "member.*"]});
    assert_eq!(refused(unlisted).await, "422 rule_violation event_types[1] not_listed");
    accepted(&fixture.app.post(&(path("webhook-endpoints", &endpoint) + "/disable"), json!({})).await, 200);
    assert_eq!(refused(json!({"from": from})).await, "409 invalid_state");
    fixture.app.delete(&path("webhook-endpoints", &endpoint)).await;
    assert_eq!(asked(&fixture, &endpoint, json!({"from": from})).await.status, 404);
}

#[tokio::test]
async fn a_replay_ends_with_the_endpoint_also_where_that_is_enabled_again_at_once() {
    let (fixture, endpoint) = told().await;
    accepted(&asked(&fixture, &endpoint, json!({"from": "2026-11-21T00:00:00Z"})).await, 202);
    let own = path("webhook-endpoints", &endpoint);
    let disabled = fixture.app.post(&(own.clone() + "/disable"), json!({})).await;
    assert_eq!(disabled.body["data"]["replay"]["status"], "cancelled", "{}", disabled.text);
    accepted(&fixture.app.post(&(own + "/enable"), json!({})).await, 200);
    let (shown, sent) = carried_out(&fixture, &endpoint).await;
    assert_eq!((counts(&shown), sent), (("cancelled", 3, 0, 0), Vec::new()));
}

#[tokio::test]
async fn a_pattern_counts_for_what_the_endpoint_lists_of_it() {
    let (fixture, endpoint) = told().await;
    let body = json!({"from": "2026-11-21T00:00:00Z", "event_types": ["floor.*"]});
    let preview = path("webhook-endpoints", &endpoint) + "/replay-preview";
    let previewed = fixture.app.post(&preview, body.clone()).await;
    let told = &previewed.body["data"];
    assert_eq!((&told["total"], &told["event_types"]), (&json!(1), &json!(["floor.created"])), "{}", previewed.text);
    accepted(&asked(&fixture, &endpoint, body).await, 202);
    let (shown, sent) = carried_out(&fixture, &endpoint).await;
    assert_eq!((counts(&shown), sent), (("succeeded", 1, 1, 1), vec!["floor.created".to_owned()]));
    let later = json!({"from": "2027-01-01T00:00:00Z", "to": "2027-01-02T00:00:00Z"});
    let refused = asked(&fixture, &endpoint, later).await;
    assert_eq!(refused.refusal(), "422 rule_violation to not_after_from", "{}", refused.text);
}
