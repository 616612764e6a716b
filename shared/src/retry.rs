//! Repeating an operation whose transaction met another writer: for records that many requests share, such as a book
//! of assignments, where the client's own record did not change and it could do nothing but send the same again.

use crate::error::{ApiError, ErrorCode};

/// Attempts, the first included. Of writers that meet, one always gets through, so this many can meet.
const ATTEMPTS_MAX: u32 = 20;
/// A client that sent `If-Match` is told 412 where others are told 409. What it names is looked at again in the next
/// attempt, so that a 412 that stays is true.
const MISMATCHES_MAX: u32 = 3;

/// Runs `attempt`, which reads, decides and commits, until no other writer comes in between.
///
/// # Errors
/// What the attempt refuses; 503 when others came in between every time: nothing happened, and trying again is right.
pub async fn retried<T, F: Future<Output = Result<T, ApiError>>>(attempt: impl Fn() -> F) -> Result<T, ApiError> {
    let mut mismatches = 0;
    for _ in 1..ATTEMPTS_MAX {
        match attempt().await {
            Err(error) if error.code == ErrorCode::VersionConflict => {}
            Err(error) if error.code == ErrorCode::VersionMismatch && mismatches < MISMATCHES_MAX => mismatches += 1,
            settled => return settled,
        }
    }
    attempt().await.map_err(|error| match error.code {
        ErrorCode::VersionConflict => ApiError::unavailable("others kept changing what the operation decides on"),
        _ => error,
    })
}
