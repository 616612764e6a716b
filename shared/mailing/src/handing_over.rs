//! How a notice and a letter come to the function that writes and sends: by a queue, and by the sweep where the queue
//! has lost them.

use store::{Entity, Record};
use values::{ApiError, Kind as _};
use work::{UnitOfWork, queue::WorkMessage, queue::WorkQueue};

use crate::{letter::Letter, notice::LetterNotice};

/// The message by which the queue knows a notice.
#[must_use]
pub fn notice_message(work: &UnitOfWork, notice: &Record<LetterNotice>) -> WorkMessage {
    message(work, notice, 0)
}

/// The message by which the queue knows a letter in its present turn.
#[must_use]
pub fn letter_message(work: &UnitOfWork, letter: &Record<Letter>) -> WorkMessage {
    message(work, letter, letter.body.turn)
}

fn message<E: Entity>(work: &UnitOfWork, record: &Record<E>, turn: i64) -> WorkMessage {
    WorkMessage {
        merchant: work.tenant().merchant(),
        record: record.id.uuid(),
        group: record.id.uuid(),
        turn,
        waits: 0,
        kind: Some(E::KIND.as_str().to_owned()),
    }
}

/// Whether a message names a letter, and not a notice.
#[must_use]
pub fn names_letter(message: &WorkMessage) -> bool {
    message.kind.as_deref() == Some(Letter::KIND.as_str())
}

/// Hands letters that are to be sent now to the queue, after the commit that stored them. What cannot be handed over is
/// due, and the sweep hands it over some minutes later.
///
/// # Errors
/// 503 when the queue cannot be reached.
pub async fn hand_over(queue: &WorkQueue, work: &UnitOfWork, letters: &[Record<Letter>]) -> Result<(), ApiError> {
    let is_now = |letter: &&Record<Letter>| letter.body.next_attempt_at.is_some_and(|at| at <= work.now);
    let messages: Vec<WorkMessage> = letters.iter().filter(is_now).map(|letter| letter_message(work, letter)).collect();
    if messages.is_empty() { Ok(()) } else { queue.send(&messages, 0).await }
}
