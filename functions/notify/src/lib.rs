//! Writes and sends letters to people (`docs/areas/letters.md`).
//!
//! A **message** of the queue names a notice or a letter. Of a notice the areas are asked who is told what of its event
//! ([`sources`]), and a letter is stored for each reader. A letter is made from the records as they are when it leaves,
//! worded in its reader's language, and taken to the server for outgoing mail by a **courier**: Amazon SES, SMTP, or one
//! that keeps it on this machine.
//!
//! It is a package of its own because letters are made apart from requests; beside the sweep and the outbox it is the
//! one under `functions` that names areas.

mod attempt;
mod contents;
mod courier;
mod digest;
mod due;
mod feedback;
mod kept;
mod letterhead;
mod mime;
mod notifier;
mod ready;
mod schedule;
mod ses;
mod smtp;
mod smtp_answer;
mod sources;
mod suppressing;
mod working;
mod writing;

use std::sync::Arc;

use work::{
    Context,
    queue::{InProcessQueue, WhenIdle, serve},
};

pub use self::{
    attempt::Attempted,
    courier::{Courier, Outgoing, Taken},
    due::due_work,
    feedback::note as note_feedback,
    kept::Keeper,
    letterhead::Writer,
    notifier::Notifier,
    ready::find_own,
    ses::SesCourier,
    smtp::{SmtpCourier, SmtpServer},
    sources::sources,
};

/// Letters that are written or sent at the same moment in a process that has its queue in its own memory.
const WORKERS: usize = 20;
/// Of these, the most of one merchant: so that one who writes to everybody delays nobody's code.
const OF_MERCHANT_MAX: usize = 8;

/// The notifier of a deployment: letters leave by Amazon SES, or are kept where there is none.
#[must_use]
pub fn notifier(context: Context) -> Notifier {
    let courier: Arc<dyn Courier> = match &context.mailbox.service {
        Some(service) => Arc::new(SesCourier(Arc::clone(service))),
        None => Arc::new(Keeper(context.mailbox.clone())),
    };
    Notifier { context, sources: sources(), courier }
}

/// Does the work of a queue in the memory of this process.
pub async fn serve_letters(notifier: &Notifier, queue: &InProcessQueue, when_idle: WhenIdle) {
    let work = |message| {
        let notifier = notifier.clone();
        async move { notifier.work(&message).await }
    };
    serve(queue, (WORKERS, OF_MERCHANT_MAX), when_idle, work).await;
}
