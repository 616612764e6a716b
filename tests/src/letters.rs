//! Letters with a server for outgoing mail that does what a test says: events are consumed, and letters written and
//! sent, when the test says so.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
};

use futures_util::future::BoxFuture;
use notify::{Courier, Notifier, Outgoing, Taken};
use records::LoggedEvent;
use serde_json::Value;
use store::List;
use testing::{TestApp, calls};
use work::{UnitOfWork, queue::WhenIdle};

use crate::OutboxFixture;

/// Events of which the names are looked at.
const EVENTS_CHECKED: usize = 20;

/// A server for outgoing mail.
#[derive(Clone, Default)]
pub struct MailServer {
    answers: Arc<Mutex<VecDeque<Taken>>>,
    taken: Arc<Mutex<Vec<Outgoing>>>,
    is_elsewhere: bool,
}

impl MailServer {
    /// A server that is not on this machine.
    #[must_use]
    pub fn elsewhere() -> Self {
        Self { is_elsewhere: true, ..Self::default() }
    }

    /// What it says to the next letter; it accepts all that nobody spoke of.
    pub fn next(&self, answer: Taken) {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).push_back(answer);
    }

    /// The letters that came since this was asked last, in their order.
    #[must_use]
    pub fn newly_taken(&self) -> Vec<Outgoing> {
        std::mem::take(&mut *self.taken.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Courier for MailServer {
    fn take(&self, outgoing: Outgoing) -> BoxFuture<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).push(outgoing);
        let answer = self.answers.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        Box::pin(std::future::ready(answer.unwrap_or_else(|| Taken::Accepted("250 accepted".to_owned()))))
    }

    fn takes_of_sandboxes(&self) -> bool {
        !self.is_elsewhere
    }
}

/// The service with the consumer of its stream and a server for outgoing mail.
pub struct LetterFixture {
    /// The service with its stream.
    pub outbox: OutboxFixture,
    /// The server for outgoing mail.
    pub server: MailServer,
}

impl LetterFixture {
    /// A service with two new merchants.
    pub async fn new() -> Self {
        Self { outbox: OutboxFixture::new().await, server: MailServer::default() }
    }

    /// The service under test, called as a client of its first merchant.
    #[must_use]
    pub const fn app(&self) -> &TestApp {
        &self.outbox.app
    }

    /// Consumes what was written, writes and sends what waits; the letters that the server got by that.
    pub async fn posted(&mut self) -> Vec<Outgoing> {
        self.outbox.consume().await;
        self.check_names().await;
        self.send().await;
        self.server.newly_taken()
    }

    /// Templates may have every name that a letter of the log has something for.
    ///
    /// # Panics
    /// When the area fills another name.
    #[expect(clippy::expect_used, reason = "a test without its store cannot go on")]
    async fn check_names(&self) {
        let app = self.app();
        let work = UnitOfWork::scheduled_at(&app.context, app.tenant(), "test", app.context.clock.now());
        let list = List::<LoggedEvent>::live();
        let events = work.store.all(work.tenant(), &list, EVENTS_CHECKED).await.expect("events").records;
        for event in events.iter().filter(|event| mailing::is_told(&event.body.event_type)) {
            let page = notify::sources().drafts(&work, event, None).await.expect("letters");
            for draft in page.drafts {
                let named = wording::example(draft.letter);
                let others: Vec<_> = draft.facts.keys().filter(|name| !named.contains_key(*name)).collect();
                assert!(others.is_empty(), "{:?} has {others:?}, which no template may name", draft.letter);
            }
        }
    }

    /// Writes and sends what waits.
    pub async fn send(&self) {
        send_letters(self.app(), Arc::new(self.server.clone())).await;
    }

    /// The letters of a filter such as `letter=booking_confirmed`, newest first.
    ///
    /// # Panics
    /// When the list is not answered.
    #[expect(clippy::expect_used, reason = "a list without data is no list")]
    pub async fn listed(&self, filter: &str) -> Vec<Value> {
        let answer = self.app().get(&format!("/letters?per_page=100&{filter}")).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.body["data"].as_array().expect("a list").clone()
    }
}

/// Writes and sends the letters that wait in a service by this courier.
pub async fn send_letters(app: &TestApp, courier: Arc<dyn Courier>) {
    let notifier = Notifier { context: app.context.clone(), sources: notify::sources(), courier };
    calls::called_by("notify", notify::serve_letters(&notifier, &app.letter_queue, WhenIdle::Return)).await;
}

/// Writes the letters that wait in a service, and keeps them in its mailbox.
pub async fn keep_letters(app: &TestApp) {
    send_letters(app, Arc::new(notify::Keeper(app.context.mailbox.clone()))).await;
}
