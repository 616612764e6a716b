//! A queue in the memory of a process: on a developer's machine and in tests. It is fair as the real one is: the
//! merchant with the fewest messages at work is served first, and of its groups the one with the fewest.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use chrono::Duration;
use tokio::sync::Notify;
use uuid::Uuid;

use super::WorkMessage;
use values::{Clock, Timestamp};

/// A message that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// The message, as it was sent.
    pub message: WorkMessage,
    /// Before this instant nobody sees it.
    pub not_before: Timestamp,
}

/// The queue. Clones are the same.
#[derive(Clone)]
pub struct InProcessQueue {
    clock: Arc<dyn Clock>,
    waiting: Arc<Mutex<VecDeque<Waiting>>>,
    /// How many messages are at work, by merchant and by group.
    at_work: Arc<Mutex<HashMap<Uuid, usize>>>,
    filled: Arc<Notify>,
}

impl InProcessQueue {
    /// An empty queue that goes by this clock.
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, waiting: Arc::default(), at_work: Arc::default(), filled: Arc::default() }
    }

    /// Puts messages in, each to be seen after so many seconds.
    pub fn put(&self, messages: &[WorkMessage], delay_seconds: i64) {
        let not_before = self.clock.now().plus(Duration::seconds(delay_seconds));
        self.lock().extend(messages.iter().cloned().map(|message| Waiting { message, not_before }));
        self.filled.notify_one();
    }

    /// Takes the next message, if one may be seen now whose merchant has fewer than `of_merchant_max` at work;
    /// [`Self::done`] says that its work has ended.
    #[must_use]
    pub fn take(&self, of_merchant_max: usize) -> Option<WorkMessage> {
        let now = self.clock.now();
        let mut at_work = self.at_work.lock().unwrap_or_else(PoisonError::into_inner);
        let mut waiting = self.lock();
        let number = |id: Uuid| at_work.get(&id).copied().unwrap_or(0);
        let seen = waiting.iter().enumerate().filter(|(_, waiting)| waiting.not_before <= now);
        let free = seen.filter(|(_, waiting)| number(waiting.message.merchant.uuid()) < of_merchant_max);
        let least_at_work = |(position, waiting): &(usize, &Waiting)| {
            (number(waiting.message.merchant.uuid()), number(waiting.message.group), *position)
        };
        let (position, _) = free.min_by_key(least_at_work)?;
        let message = waiting.remove(position)?.message;
        for id in counted(&message) {
            *at_work.entry(id).or_default() += 1;
        }
        Some(message)
    }

    /// The work of a message has ended.
    pub fn done(&self, message: &WorkMessage) {
        let mut at_work = self.at_work.lock().unwrap_or_else(PoisonError::into_inner);
        for id in counted(message) {
            if let Some(count) = at_work.get_mut(&id) {
                *count -= 1;
                if *count == 0 {
                    at_work.remove(&id);
                }
            }
        }
    }

    /// Waits until something was put in since the last wait.
    pub async fn wait_until_filled(&self) {
        self.filled.notified().await;
    }

    /// What waits, in the order in which it came.
    #[must_use]
    pub fn waiting(&self) -> Vec<Waiting> {
        self.lock().iter().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Waiting>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Under which ids a message is counted while it is at work.
const fn counted(message: &WorkMessage) -> [Uuid; 2] {
    [message.merchant.uuid(), message.group]
}
