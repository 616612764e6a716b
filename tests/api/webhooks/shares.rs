//! One merchant's slow receivers leave room for the receivers of others, and one endpoint's for those of the merchant's
//! other endpoints.

use std::sync::Arc;

use deliver::{Attempted, Deliverer};
use futures_util::future::join_all;
use serde_json::json;
use testing::TestApp;
use tests::{Receiver, WebhookFixture};
use tokio::sync::Semaphore;
use work::queue::WorkMessage;

/// What a merchant has under way at most, of the fifty attempts that are made at once.
const SHARE: usize = 20;

fn address(number: usize) -> String {
    format!("https://slow-{number}.example.com/")
}

/// So many endpoints of the merchant under test that hang until the semaphore lets them.
async fn hanging(fixture: &WebhookFixture, endpoints: usize) -> Arc<Semaphore> {
    let gate = Arc::new(Semaphore::new(0));
    for number in 0..endpoints {
        fixture.endpoint(&address(number), &["*"]).await;
        fixture.receivers.set(&address(number), Receiver::Hangs(Arc::clone(&gate)));
    }
    gate
}

/// An endpoint of the other merchant, which answers at once.
async fn quick_stranger(fixture: &WebhookFixture) -> TestApp {
    let stranger = fixture.app.as_client(&fixture.app.stranger);
    let body = json!({"url": "https://quick.example.com/", "event_types": ["*"]});
    let _ = TestApp::made(&stranger.post("/webhook-endpoints", body).await);
    stranger
}

/// Everything that the queue has, as a function is invoked with it: all at once, whoever's it is.
fn messages(fixture: &WebhookFixture) -> Vec<WorkMessage> {
    std::iter::from_fn(|| fixture.app.queue.take(usize::MAX)).collect()
}

async fn attempted(deliverer: &Deliverer, messages: &[WorkMessage]) -> Vec<Attempted> {
    let outcomes = join_all(messages.iter().map(|message| deliverer.attempt(message))).await;
    outcomes.into_iter().map(|outcome| outcome.expect("an outcome")).collect()
}

#[tokio::test]
async fn one_merchants_slow_receivers_take_a_share_of_the_attempts_and_the_rest_waits() {
    let fixture = WebhookFixture::new().await;
    let gate = hanging(&fixture, 15).await;
    for _ in 0..2 {
        fixture.publish("booking.created").await;
    }
    let (deliverer, all) = (fixture.deliverer(), messages(&fixture));
    assert_eq!(all.len(), 30);
    let (outcomes, ()) = tokio::join!(attempted(&deliverer, &all), async {
        while fixture.app.queue.waiting().len() < 30 - SHARE {
            tokio::task::yield_now().await;
        }
        assert!(fixture.receivers.begun() <= SHARE, "{} are under way", fixture.receivers.begun());
        gate.add_permits(1_000);
    });
    for message in &all {
        fixture.app.queue.done(message);
    }
    let waiting = outcomes.iter().filter(|outcome| **outcome == Attempted::Waiting).count();
    assert_eq!(waiting, 30 - SHARE);
    for _ in 0..3 {
        fixture.pass(chrono::Duration::seconds(20)).await;
    }
    assert_eq!(fixture.receivers.sent().len(), 30);
}

#[tokio::test]
async fn one_merchants_slow_receivers_do_not_delay_anothers_event() {
    let fixture = WebhookFixture::new().await;
    let gate = hanging(&fixture, 20).await;
    let stranger = quick_stranger(&fixture).await;
    for _ in 0..5 {
        fixture.publish("booking.created").await;
    }
    fixture.publish_as(&stranger, "booking.created", json!({"id": "1"})).await;
    let quick = async {
        while !fixture.receivers.sent().iter().any(|sent| sent.url == "https://quick.example.com/") {
            tokio::task::yield_now().await;
        }
        let begun = fixture.receivers.begun();
        gate.add_permits(1_000);
        begun
    };
    // The clock stands: what came, came while all receivers of the first merchant hung.
    let (begun, ()) = tokio::join!(quick, fixture.deliver());
    assert!(begun <= SHARE + 1, "{begun} were under way");
}

#[tokio::test]
async fn an_endpoint_has_half_of_its_merchants_share() {
    let fixture = WebhookFixture::new().await;
    let app = fixture.app.reconfigured(|config| config.deliveries_at_once = 10).await;
    let fixture = WebhookFixture { app, ..fixture };
    let gate = hanging(&fixture, 1).await;
    for _ in 0..5 {
        fixture.publish("booking.created").await;
    }
    let (deliverer, all) = (fixture.deliverer(), messages(&fixture));
    let (outcomes, ()) = tokio::join!(attempted(&deliverer, &all), async {
        while fixture.app.queue.waiting().len() < 3 {
            tokio::task::yield_now().await;
        }
        gate.add_permits(1_000);
    });
    let sent = outcomes.iter().filter(|outcome| **outcome == Attempted::Sent { is_success: true }).count();
    assert_eq!(sent, 2);
}

#[tokio::test]
async fn a_place_of_a_process_that_died_is_free_after_half_a_minute() {
    let fixture = WebhookFixture::new().await;
    let gate = hanging(&fixture, 20).await;
    fixture.publish("booking.created").await;
    let (deliverer, all) = (fixture.deliverer(), messages(&fixture));
    let died = tokio::select! {
        _ = attempted(&deliverer, &all) => false,
        () = async {
            while fixture.receivers.begun() < SHARE {
                tokio::task::yield_now().await;
            }
        } => true,
    };
    assert!(died);
    gate.add_permits(1_000);
    let other = "https://other.example.com/";
    fixture.app.clock.advance(chrono::Duration::seconds(29));
    let path = format!("/webhook-endpoints/{}", all[0].group);
    assert_eq!(fixture.app.put(&path, json!({"url": other})).await.status, 200);
    let test = fixture.app.post(&format!("{path}/test"), json!({})).await;
    assert_eq!(test.status, 201);
    let asked = messages(&fixture);
    assert_eq!(attempted(&deliverer, &asked).await, [Attempted::Waiting]);
    fixture.app.clock.advance(chrono::Duration::seconds(2));
    let asked = messages(&fixture);
    assert_eq!(attempted(&deliverer, &asked).await, [Attempted::Sent { is_success: true }]);
}
