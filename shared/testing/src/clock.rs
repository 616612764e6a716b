//! The clock of a test.

use std::sync::atomic::{AtomicI64, Ordering};

use values::{Clock, Timestamp};

/// A clock that moves only when a test says so.
#[derive(Debug)]
pub struct TestClock(pub(super) AtomicI64);

impl TestClock {
    /// Moves the clock by a duration.
    pub fn advance(&self, by: chrono::Duration) {
        self.0.fetch_add(by.num_milliseconds(), Ordering::SeqCst);
    }

    /// Sets the clock to an instant, also an earlier one.
    pub fn set(&self, now: Timestamp) {
        self.0.store(now.millis(), Ordering::SeqCst);
    }
}

impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.0.load(Ordering::SeqCst)).unwrap_or(Timestamp::EPOCH)
    }
}
