//! Deciding anew when a record that many requests share, such as a calendar, changed between reading and writing it.
//! The client's own record did not change, so it could do nothing but send the same again.

use super::Call;
use crate::{
    error::{ApiError, ErrorCode},
    retry::DECISION_ATTEMPTS_MAX,
};

/// Runs `attempt`, which reads, decides and commits, until no other writer comes in between. Between two attempts it
/// pauses, so an attempt that finds something closed for a moment need not wait itself: it fails with a
/// `version_conflict`.
///
/// # Errors
/// What the attempt refuses; 503 when others came in between every time: nothing happened, and trying again is right.
pub async fn retried<T, F: Future<Output = Result<T, ApiError>>>(
    call: &Call,
    mut attempt: impl FnMut() -> F,
) -> Result<T, ApiError> {
    for failed in 1..=DECISION_ATTEMPTS_MAX {
        match attempt().await {
            Err(error) if error.code == ErrorCode::VersionConflict => call.store.pause(failed).await,
            settled => return settled,
        }
    }
    Err(ApiError::unavailable("others kept changing what the operation decides on"))
}
