//! The clock of the demo data: it stands where it was set.

use std::sync::atomic::{AtomicI64, Ordering};

use values::{Clock, Timestamp};

/// A clock that moves only when it is set.
#[derive(Debug)]
pub struct StoppedClock(AtomicI64);

impl StoppedClock {
    /// A clock at this instant.
    #[must_use]
    pub fn new(instant: Timestamp) -> Self {
        Self(AtomicI64::new(instant.millis()))
    }

    /// Sets the clock to this instant, at which it stands.
    pub fn set(&self, instant: Timestamp) {
        self.0.store(instant.millis(), Ordering::SeqCst);
    }
}

impl Clock for StoppedClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.0.load(Ordering::SeqCst)).unwrap_or(Timestamp::EPOCH)
    }
}
