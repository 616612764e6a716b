//! What happens when two requests want the same thing of a benefit at the same moment: one of them tries again.

use shared::{ApiError, ErrorCode, api::Call};

/// Attempts at an operation, the first included. Of those that meet one always succeeds, so 16 of them need 16 at most.
const ATTEMPTS_MAX: u32 = 16;

/// Attempts of one operation.
#[derive(Debug, Default)]
pub struct Contention {
    failed: u32,
}

/// The refusal of a condition that reading again may satisfy.
#[must_use]
pub fn contended() -> ApiError {
    ApiError::unavailable("too many changes of one benefit at the same moment")
}

impl Contention {
    /// Whether the operation that ended with `error` is to be tried again; then it has waited a moment.
    pub async fn allows_another(&mut self, call: &Call, error: &ApiError) -> bool {
        self.failed += 1;
        let met = *error == contended() || error.code == ErrorCode::VersionConflict;
        if !met || self.failed >= ATTEMPTS_MAX {
            return false;
        }
        call.store.pause(self.failed).await;
        true
    }
}
