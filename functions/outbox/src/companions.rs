//! What is stored along with events: deliveries of webhooks, and notices of letters; and the sums of reports, which
//! follow from changes.

use event_history::{Companion, FollowUp};
use futures_util::future::BoxFuture;
use mailing::{LetterNotice, is_told, notice_message};
use records::LoggedEvent;
use store::{Record, Transaction};
use uuid::Uuid;
use values::{ApiError, KindName};
use webhooks::DeliveriesOfEvents;
use work::{Context, UnitOfWork, mailbox::Mailbox};

use crate::summing;

/// All of them.
pub struct Companions {
    deliveries: DeliveriesOfEvents,
    mailbox: Mailbox,
}

impl Companions {
    /// Those of this process.
    #[must_use]
    pub fn of(context: &Context) -> Self {
        Self { deliveries: DeliveriesOfEvents { queue: context.queue.clone() }, mailbox: context.mailbox.clone() }
    }

    /// Adds the notices of the events about which letters are written, where this deployment sends any.
    fn add_notices(
        &self,
        work: &UnitOfWork,
        events: &[Record<LoggedEvent>],
        transaction: &mut Transaction,
    ) -> Vec<Record<LetterNotice>> {
        let is_told = |event: &&Record<LoggedEvent>| {
            is_told(&event.body.event_type) && self.mailbox.since <= event.body.occurred_at
        };
        let told = events.iter().filter(|_| self.mailbox.sends()).filter(is_told);
        let notice = |event: &Record<LoggedEvent>| {
            let body = LetterNotice::handed_over(work.now);
            Record { id: LetterNotice::id_of(event.id), ..work.new_record(body, None) }
        };
        let notices: Vec<Record<LetterNotice>> = told.map(notice).collect();
        for notice in &notices {
            transaction.begin(notice);
        }
        notices
    }
}

impl Companion for Companions {
    fn join<'a>(
        &'a self,
        work: &'a UnitOfWork,
        events: &'a [Record<LoggedEvent>],
        transaction: &'a mut Transaction,
    ) -> BoxFuture<'a, Result<FollowUp, ApiError>> {
        Box::pin(async move {
            let notices = self.add_notices(work, events, transaction);
            let delivering = self.deliveries.join(work, events, transaction).await?;
            let messages: Vec<_> = notices.iter().map(|notice| notice_message(work, notice)).collect();
            let queue = self.mailbox.queue.clone();
            let follow_up: FollowUp = Box::pin(async move {
                delivering.await;
                if !messages.is_empty() {
                    // What is not handed over is due, and the sweep hands it over.
                    drop(queue.send(&messages, 0).await);
                }
            });
            Ok(follow_up)
        })
    }

    fn looks_at(&self) -> &'static [KindName] {
        &summing::KINDS
    }

    fn look<'a>(
        &'a self,
        work: &'a UnitOfWork,
        changed: &'a [(KindName, Uuid)],
    ) -> BoxFuture<'a, Result<(), ApiError>> {
        Box::pin(summing::sum(work, changed))
    }
}
