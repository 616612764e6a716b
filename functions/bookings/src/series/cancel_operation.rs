//! Cancels what is carried out for a series.

use shared::api::{Call, ChangesOrAccepts, OrAccepted, retry};
use values::{ApiError, ErrorCode, Id, operation::OperationStatus};

use super::record::{BookingSeries, SeriesState};

/// Cancels the operation on a series: what has been made is taken back, in steps. A change of bookings that are there
/// is only cancelled before its first step.
///
/// # Errors
/// 404, 412; 409 `invalid_state` when none is carried out, or when it cannot be taken back any more.
pub async fn cancel_operation(call: &Call, id: Id<BookingSeries>) -> ChangesOrAccepts<BookingSeries> {
    let (answer, after) = retry(call, move || async move {
        let series = call.get_for_change(id).await?;
        let after = call.next_version(&series, cancelled(call, &series.body)?, None);
        let mut transaction = call.transaction();
        transaction.replace(&series, &after);
        Ok((call.commit(transaction, OrAccepted::Accepted(after.clone())).await?, after))
    })
    .await?;
    drop(call.hasten(&after).await);
    Ok(answer)
}

/// The series with its operation cancelled.
fn cancelled(call: &Call, series: &BookingSeries) -> Result<BookingSeries, ApiError> {
    let refused = || ApiError::conflict(ErrorCode::InvalidState, "the series has no operation that can be cancelled");
    let operation = series.open_operation().ok_or_else(refused)?;
    if operation.change.is_some() && operation.progress.state == OperationStatus::Queued {
        let progress = operation.progress.given_up(None, call.now).undone(call.now);
        return Ok(BookingSeries { operation: Some(operation.ended(progress)), ..series.clone() });
    }
    let is_made = series.state == SeriesState::Forming;
    is_made.then(|| series.given_up(operation, None, call.now)).ok_or_else(refused)
}
