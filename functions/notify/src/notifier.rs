//! What writing and sending letters takes.

use std::sync::Arc;

use mailing::{Letter, LetterSources, letter_message};
use store::Record;
use work::{Context, UnitOfWork};

use crate::courier::Courier;

/// What stands in `request_id` of the records that are written here.
pub const NAME: &str = "notify";
/// Longest pause that a message spends in the queue; what waits longer is handed over by the sweep.
const PAUSE_IN_QUEUE_SECONDS_MAX: i64 = 900;
/// Writes and sends letters.
#[derive(Clone)]
pub struct Notifier {
    /// The process.
    pub context: Context,
    /// Who says what is told to whom.
    pub sources: Arc<LetterSources>,
    /// Who takes letters to the server for outgoing mail.
    pub courier: Arc<dyn Courier>,
}

impl Notifier {
    /// Hands a letter that was not accepted to the queue, if it is to be tried again soon.
    pub async fn send_later(&self, work: &UnitOfWork, letter: &Record<Letter>) {
        let pause = letter.body.next_attempt_at.map_or(0, |at| at.seconds() - work.now.seconds());
        if (0..=PAUSE_IN_QUEUE_SECONDS_MAX).contains(&pause) {
            drop(self.context.mailbox.queue.send(&[letter_message(work, letter)], pause).await);
        }
    }
}
