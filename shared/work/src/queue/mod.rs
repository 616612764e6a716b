//! Work that another process does soon: a message names a record of a merchant, and what is to be done is read from the
//! record itself.
//!
//! A message may come more than once and, when the queue cannot be reached, not at all. So the record says when the
//! sweep looks at it in any case, and whoever has a message looks whether it still holds.

mod in_process;
mod serving;
mod sqs;

use std::{fmt, sync::Arc};

use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub use self::{
    in_process::{InProcessQueue, Waiting},
    serving::{WhenIdle, serve},
    sqs::SqsQueue,
};
use crate::observer;
use values::{ApiError, Id, KindName, MerchantReference, tenant::Tenant};

/// Longest delay of a message, in seconds (a quota of Amazon SQS). What waits longer is due in the table.
pub const DELAY_SECONDS_MAX: i64 = 900;

/// A message that asks for work on one record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkMessage {
    /// Whose record it is.
    pub merchant: Id<MerchantReference>,
    /// Identifier of the record with the work to do.
    pub record: Uuid,
    /// Among the messages of a merchant, those of one group do not keep those of others waiting.
    pub group: Uuid,
    /// Which turn of the record's work is meant: a message of an earlier one is out of date.
    pub turn: i64,
    /// How often it was put back because its group was busy.
    #[serde(default)]
    pub waits: u32,
    /// Kind of the record, where the queue has records of several kinds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
}

impl WorkMessage {
    /// Name of the queue that has such messages.
    fn queue_name(&self) -> &'static str {
        match self.kind.as_deref() {
            None => "queue",
            Some(kind) if [KindName::Letter.as_str(), KindName::LetterNotice.as_str()].contains(&kind) => {
                "letter_queue"
            }
            Some(kind) if kind == KindName::OutsideCalendarState.as_str() => "calendar_queue",
            Some(_) => "due_queue",
        }
    }

    /// Whose record it is. Only processes of this service write to the queue, so the merchant is one that a credential
    /// was verified for.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "a message is about its own merchant's record")]
    pub const fn tenant(&self) -> Tenant {
        Tenant::of(self.merchant)
    }
}

/// The queue of a process.
#[derive(Clone)]
pub enum WorkQueue {
    /// None: whatever waits is found by the sweep of a process that has one.
    None,
    /// A queue of Amazon SQS, whose messages a function receives.
    Sqs(Arc<SqsQueue>),
    /// In the memory of this process, which does the work itself.
    InProcess(InProcessQueue),
}

impl WorkQueue {
    /// Puts messages into the queue, each to be seen after `delay_seconds`, at most [`DELAY_SECONDS_MAX`].
    ///
    /// # Errors
    /// 503 when the queue cannot be reached, or there is none; some of the messages may be in it all the same.
    pub async fn send(&self, messages: &[WorkMessage], delay_seconds: i64) -> Result<(), ApiError> {
        observer::tell("sqs:SendMessage", messages.first().map_or("queue", WorkMessage::queue_name));
        match self {
            Self::None => Err(ApiError::unavailable("this function has no such queue: its URL is not set")),
            Self::Sqs(queue) => queue.send(messages, delay_seconds.clamp(0, DELAY_SECONDS_MAX)).await,
            Self::InProcess(queue) => {
                queue.put(messages, delay_seconds);
                Ok(())
            }
        }
    }
}

impl fmt::Debug for WorkQueue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("work queue")
    }
}
