//! The deliverer of a process that has its queue in its own memory: on a developer's machine and in tests.

use std::time::Duration;

use futures_util::{StreamExt as _, stream::FuturesUnordered};
use work::queue::{InProcessQueue, WorkMessage};

use crate::attempt::Deliverer;

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

/// Does the work of a queue with so many workers.
pub async fn work(deliverer: &Deliverer, queue: &InProcessQueue, workers: usize, when_idle: WhenIdle) {
    let mut at_work = FuturesUnordered::new();
    loop {
        while at_work.len() < workers
            && let Some(message) = queue.take(deliverer.of_merchant_max())
        {
            at_work.push(deliver_one(deliverer, queue, message));
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

async fn deliver_one(deliverer: &Deliverer, queue: &InProcessQueue, message: WorkMessage) {
    if deliverer.attempt(&message).await.is_err() {
        queue.put(std::slice::from_ref(&message), BACK_AFTER_SECONDS);
    }
    queue.done(&message);
}
