//! Webhooks with a receiver that does what a test says: events are stored as the consumer of the stream stores them,
//! and the queue is worked off when the test says so.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use deliver::{Courier, Deliverer, Outgoing, Returned, WhenIdle};
use futures_util::future::BoxFuture;
use records::{
    LoggedEvent,
    logged_event::{EventActor, EventActorType, JsonText},
};
use serde_json::{Value, json};
use store::Record;
use testing::{TestApp, calls};
use tokio::sync::Semaphore;
use values::Id;
use webhooks::{
    DeliveriesOfEvents,
    records::delivery::{AttemptError, WebhookDelivery},
};
use work::UnitOfWork;

/// Workers of the queue.
const WORKERS: usize = 30;

/// What a receiver does.
#[derive(Clone, Debug)]
pub enum Receiver {
    /// It answers this status.
    Answers(u16),
    /// It answers when the semaphore lets it.
    Hangs(Arc<Semaphore>),
}

/// Receivers by address; one that nobody spoke of answers 200.
#[derive(Clone, Default)]
pub struct Receivers {
    by_address: Arc<Mutex<HashMap<String, Receiver>>>,
    sent: Arc<Mutex<Vec<Outgoing>>>,
    begun: Arc<AtomicUsize>,
}

impl Receivers {
    /// From now on the receiver at this address does this.
    pub fn set(&self, url: &str, receiver: Receiver) {
        self.by_address.lock().unwrap_or_else(PoisonError::into_inner).insert(url.to_owned(), receiver);
    }

    /// What was sent so far, in the order of the answers.
    #[must_use]
    pub fn sent(&self) -> Vec<Outgoing> {
        self.lock().clone()
    }

    /// What was sent since this was asked last.
    #[must_use]
    pub fn newly_sent(&self) -> Vec<Outgoing> {
        std::mem::take(&mut *self.lock())
    }

    /// How many attempts came so far, whether they are answered or not.
    #[must_use]
    pub fn begun(&self) -> usize {
        self.begun.load(Ordering::SeqCst)
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Outgoing>> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Courier for Receivers {
    fn send(&self, outgoing: Outgoing) -> BoxFuture<'_, Returned> {
        let receiver = self.by_address.lock().unwrap_or_else(PoisonError::into_inner).get(&outgoing.url).cloned();
        self.begun.fetch_add(1, Ordering::SeqCst);
        Box::pin(async move {
            let status = match receiver {
                None => 200,
                Some(Receiver::Answers(status)) => status,
                Some(Receiver::Hangs(until)) => until.acquire().await.map_or(200, |_| 200),
            };
            self.lock().push(outgoing);
            let error = (!(200..300).contains(&status)).then_some(AttemptError::Status);
            Returned { status: Some(status), error, body: format!("status {status}"), duration_ms: 7 }
        })
    }
}

/// The service with receivers.
pub struct WebhookFixture {
    /// The service under test, called as a client of its merchant.
    pub app: TestApp,
    /// Receivers, which answer as a test says.
    pub receivers: Receivers,
}

impl WebhookFixture {
    /// With a new service.
    pub async fn new() -> Self {
        Self { app: crate::app().await, receivers: Receivers::default() }
    }

    /// Makes an endpoint that hears these types; the answer's data, with the secret.
    pub async fn endpoint(&self, url: &str, event_types: &[&str]) -> Value {
        let body = json!({"url": url, "event_types": event_types});
        TestApp::made(&self.app.post("/webhook-endpoints", body).await)
    }

    /// Stores an event of this type with its deliveries, in one transaction, and hands them over.
    pub async fn publish(&self, event_type: &str) -> Record<LoggedEvent> {
        self.publish_as(&self.app, event_type, json!({"id": "1", "title": "Standup"})).await
    }

    /// The same of another merchant, or about another object.
    pub async fn publish_as(&self, app: &TestApp, event_type: &str, object: Value) -> Record<LoggedEvent> {
        published(app, event_type, &object).await
    }

    /// A deliverer that sends to the receivers.
    #[must_use]
    pub fn deliverer(&self) -> Deliverer {
        Deliverer::new(self.app.context.clone(), Arc::new(self.receivers.clone()))
    }

    /// Does what the queue has to be done now.
    pub async fn deliver(&self) {
        calls::called_by("deliver", deliver::work(&self.deliverer(), &self.app.queue, WORKERS, WhenIdle::Return)).await;
    }

    /// Lets time pass, and does what is due and what the queue has.
    pub async fn pass(&self, time: chrono::Duration) {
        self.app.clock.advance(time);
        crate::sweep(&self.app.context).await;
        self.deliver().await;
    }

    /// The delivery of an event to an endpoint.
    pub async fn delivery(&self, endpoint: &Value, event: &Record<LoggedEvent>) -> Value {
        let id = endpoint["id"].as_str().and_then(Id::parse).unwrap_or_else(|| Id::new(event.id.uuid()));
        let id = WebhookDelivery::id_of(id, event.id);
        self.app.get(&format!("/webhook-deliveries/{id}")).await.body["data"].clone()
    }
}

/// Stores an event with its deliveries, as the consumer of the stream does, and hands them over.
///
/// # Panics
/// When the store refuses it.
#[expect(clippy::expect_used, reason = "a test without its event cannot go on")]
pub async fn published(app: &TestApp, event_type: &str, object: &Value) -> Record<LoggedEvent> {
    let work = UnitOfWork::scheduled(&app.context, app.tenant(), "outbox");
    let event = work.new_record(event(&work, event_type, object), None);
    let deliveries = DeliveriesOfEvents { queue: app.context.queue.clone() };
    event_history::write(&work, &deliveries, vec![event.clone()]).await.expect("a commit");
    event
}

fn event(work: &UnitOfWork, event_type: &str, object: &Value) -> LoggedEvent {
    LoggedEvent {
        event_type: event_type.to_owned(),
        object_type: event_type.split('.').next().unwrap_or_default().to_owned(),
        object_id: work.ids.next(),
        object_version: 1,
        object: JsonText::of(object),
        previous_attributes: JsonText::empty(),
        actor: Some(EventActor { id: None, r#type: EventActorType::Schedule, client_id: None }),
        request_id: Some(work.request_id.clone()),
        occurred_at: work.now,
        people: Vec::new(),
        expanded: JsonText::absent(),
        location_ids: Vec::new(),
    }
}
