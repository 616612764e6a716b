//! What happens when a process dies, a call fails, or a message comes twice or never: an event is sent at least once.

use chrono::Duration;
use deliver::Attempted;
use testing::Fault;
use tests::WebhookFixture;

use super::HOOK;

#[tokio::test]
async fn an_attempt_that_dies_at_any_of_its_calls_is_made_again() {
    for call in 0..12 {
        for fault in [Fault::DropBefore, Fault::DropAfter] {
            let fixture = WebhookFixture::new().await;
            let endpoint = fixture.endpoint(HOOK, &["*"]).await;
            let event = fixture.publish("booking.created").await;
            // The SDK repeats a call five times: it fails for good.
            fixture.app.faults.after_for("*", call, 5, fault.clone());
            fixture.deliver().await;
            fixture.app.faults.clear();
            for _ in 0..3 {
                fixture.pass(Duration::minutes(5)).await;
            }
            let sent = fixture.receivers.sent();
            // Once, and once more for each time that it died after it had sent; it has died twice at the most.
            assert!((1..=3).contains(&sent.len()), "call {call} {fault:?}: sent {} times", sent.len());
            assert!(sent.iter().all(|sent| sent.headers[0].1 == event.id.to_string()));
            assert_eq!(fixture.delivery(&endpoint, &event).await["status"], "delivered", "call {call} {fault:?}");
        }
    }
}

#[tokio::test]
async fn a_message_that_comes_twice_sends_once() {
    let fixture = WebhookFixture::new().await;
    fixture.endpoint(HOOK, &["*"]).await;
    fixture.publish("booking.created").await;
    let message = fixture.app.queue.take(usize::MAX).expect("a message");
    let deliverer = fixture.deliverer();
    assert_eq!(deliverer.attempt(&message).await, Ok(Attempted::Sent { is_success: true }));
    assert_eq!(deliverer.attempt(&message).await, Ok(Attempted::Outdated));
    assert_eq!(fixture.receivers.sent().len(), 1);
}

#[tokio::test]
async fn two_workers_with_the_same_message_send_once() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    let event = fixture.publish("booking.created").await;
    let message = fixture.app.queue.take(usize::MAX).expect("a message");
    let deliverer = fixture.deliverer();
    let (one, other) = tokio::join!(deliverer.attempt(&message), deliverer.attempt(&message));
    assert!(one.is_ok() && other.is_ok());
    assert_eq!(fixture.receivers.sent().len(), 1);
    assert_eq!(fixture.delivery(&endpoint, &event).await["attempt_count"], 1);
}

#[tokio::test]
async fn a_message_that_is_lost_is_handed_over_again() {
    let fixture = WebhookFixture::new().await;
    let endpoint = fixture.endpoint(HOOK, &["*"]).await;
    let event = fixture.publish("booking.created").await;
    assert!(fixture.app.queue.take(usize::MAX).is_some());
    fixture.pass(Duration::minutes(4)).await;
    assert!(fixture.receivers.sent().is_empty());
    fixture.pass(Duration::minutes(1)).await;
    assert_eq!(fixture.delivery(&endpoint, &event).await["status"], "delivered");
    assert_eq!(fixture.receivers.sent().len(), 1);
}

#[tokio::test]
async fn the_same_events_looked_at_again_make_the_same_deliveries() {
    let fixture = WebhookFixture::new().await;
    fixture.endpoint(HOOK, &["*"]).await;
    let event = fixture.publish("booking.created").await;
    let work = work::UnitOfWork::scheduled(&fixture.app.context, fixture.app.tenant(), "outbox");
    let again = webhooks::build_deliveries(&work, std::slice::from_ref(&event)).await.expect("deliveries");
    let mut transaction = work.transaction();
    transaction.create(&again[0]);
    assert!(work.store.commit(transaction).await.is_err(), "the delivery is there already");
    fixture.deliver().await;
    assert_eq!(fixture.receivers.sent().len(), 1);
}
