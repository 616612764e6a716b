//! The clock of the machine that runs the process.

use chrono::Utc;

use values::{Clock, Timestamp};

/// The wall clock of the machine that runs the process.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the wall clock")]
    fn now(&self) -> Timestamp {
        // If the machine's clock is before 1970, no request to DynamoDB can be signed either; any instant will do.
        Timestamp::new(Utc::now()).unwrap_or(Timestamp::EPOCH)
    }
}
