//! Does the work of a message: writes the letters of an event, or sends one.

use futures_util::future::BoxFuture;
use mailing::{hand_over, names_letter};
use serde_json::json;
use values::{ApiError, Id};
use work::{Context, UnitOfWork, queue::WorkMessage, unit_of_work::read_shown_time};

use crate::{
    attempt::{Attempted, attempt},
    notifier::{NAME, Notifier},
    writing,
};

/// Letters of one event that are sent at once; the queue has the others, so that no event delays those of others.
const SENT_AT_ONCE_MAX: usize = 3;

impl Notifier {
    /// Does what a message asks for.
    ///
    /// # Errors
    /// 503 when the store or a secret cannot be used: the message comes back.
    #[must_use]
    pub fn work<'a>(&'a self, message: &'a WorkMessage) -> BoxFuture<'a, Result<(), ApiError>> {
        Box::pin(self.do_work(message))
    }

    async fn do_work(&self, message: &WorkMessage) -> Result<(), ApiError> {
        if !self.context.mailbox.sends() {
            return Ok(());
        }
        let tenant = message.tenant();
        let store = self.context.store.metered();
        let context = Context { store, ..self.context.clone() };
        let now = read_shown_time(&context.store, &tenant, context.clock.now()).await?;
        let work = UnitOfWork::scheduled_at(&context, tenant, NAME, now);
        let done = self.do_work_of_merchant(&work, message).await;
        let usage = context.store.usage();
        context.log.write(&json!({"level": "info", "message": NAME, "record": message.record,
            "is_done": done.is_ok(), "calls": usage.calls, "units": usage.units}));
        done
    }

    async fn do_work_of_merchant(&self, work: &UnitOfWork, message: &WorkMessage) -> Result<(), ApiError> {
        if names_letter(message) {
            return Box::pin(attempt(self, work, (Id::new(message.record), message.turn))).await.map(drop);
        }
        let asked = (work, &*self.context.secrets, &*self.sources);
        // On the heap: what the areas read would not fit the stack of a thread.
        let letters = Box::pin(writing::write(asked, Id::new(message.record))).await?;
        let (first, others) = letters.split_at(letters.len().min(SENT_AT_ONCE_MAX));
        // What is not in the queue is due some minutes later, and the sweep hands it over.
        drop(hand_over(&self.context.mailbox.queue, work, others).await);
        for letter in first {
            let attempted: Result<Attempted, ApiError> =
                Box::pin(attempt(self, work, (letter.id, letter.body.turn))).await;
            if attempted.is_err() {
                drop(hand_over(&self.context.mailbox.queue, work, std::slice::from_ref(letter)).await);
            }
        }
        Ok(())
    }
}
