//! The answer of a request whose effect is written: whatever happens after that, this is what the client is told.

use std::sync::{Arc, Mutex, PoisonError};

use super::reply::Answer;

/// Where an operation leaves its answer when it commits, outside of the operation, which may not come to its end.
#[derive(Clone, Debug, Default)]
pub struct CommittedAnswer(Arc<Mutex<Option<Answer>>>);

impl CommittedAnswer {
    /// This is the answer.
    pub fn set(&self, answer: &Answer) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(answer.clone());
    }

    /// The answer, once there is one.
    #[must_use]
    pub fn get(&self) -> Option<Answer> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
