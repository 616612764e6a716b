//! The workers of a process that has its queue in its own memory: on a developer's machine and in tests.

use std::time::Duration;

use futures_util::{StreamExt as _, stream::FuturesUnordered};
use values::ApiError;

use super::{InProcessQueue, WorkMessage};

/// After how many seconds a message comes back whose work failed, as a message of Amazon SQS does that was not deleted.
const BACK_AFTER_SECONDS: i64 = 60;
/// How often a queue is looked at whose messages are to be seen later.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// What to do when nothing is at work and no message may be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhenIdle {
    /// Return, whether or not messages are to be seen later.
    Return,
    /// Wait for more, for ever.
    Wait,
}

/// Does the work of a queue with so many workers, of which one merchant has `of_merchant_max` at most.
pub async fn serve<F: Future<Output = Result<(), ApiError>>>(
    queue: &InProcessQueue,
    (workers, of_merchant_max): (usize, usize),
    when_idle: WhenIdle,
    work: impl Fn(WorkMessage) -> F,
) {
    let mut at_work = FuturesUnordered::new();
    loop {
        while at_work.len() < workers
            && let Some(message) = queue.take(of_merchant_max)
        {
            at_work.push(work_one(queue, message.clone(), work(message)));
        }
        if at_work.is_empty() && when_idle == WhenIdle::Return {
            return;
        }
        tokio::select! {
            Some(()) = at_work.next(), if !at_work.is_empty() => {}
            () = queue.wait_until_filled() => {}
            () = tokio::time::sleep(LOOK_AGAIN), if when_idle == WhenIdle::Wait => {}
        }
    }
}

async fn work_one(queue: &InProcessQueue, message: WorkMessage, working: impl Future<Output = Result<(), ApiError>>) {
    if working.await.is_err() {
        queue.put(std::slice::from_ref(&message), BACK_AFTER_SECONDS);
    }
    queue.done(&message);
}
