//! Carries out an operation on a series, after its request was answered with 202 (`docs/areas/bookings.md`, 65 to 68).
//!
//! Each step is one transaction that also writes the series, which so says what is done. A step that finds the series
//! in another state than it needs does nothing; a step whose process died is done again by the next message or the
//! sweep.

mod change;
mod finish;
mod make;
mod undo;
mod write;

use std::time::Duration;

use shared::api::{Call, retry};
use store::Record;
use values::{ApiError, ErrorCode, Id, operation::is_final};

use super::{
    record::{BookingSeries, SeriesState, SeriesStatus},
    resume,
};

/// With less time than this left no other step is begun in the same process.
const STEP_TIME: Duration = Duration::from_secs(4);

/// Does what is left to be done for a series: the next step of its operation, or what a request did not come to.
///
/// # Errors
/// 503 when that cannot be done now; it stays due.
pub async fn due(call: &Call, id: Id<BookingSeries>) -> Result<bool, ApiError> {
    let found = call.store.find(&call.caller.tenant, id).await?;
    if found.is_none_or(|series| series.body.open_operation().is_none()) {
        return resume::resume(call, id.cast()).await;
    }
    while let Some(series) = retry(call, move || step(call, id)).await? {
        if call.hasten(&series).await.is_ok() || call.time_left() < STEP_TIME {
            break;
        }
    }
    Ok(true)
}

/// Does the next step; the series after it, when steps are left.
async fn step(call: &Call, id: Id<BookingSeries>) -> Result<Option<Record<BookingSeries>>, ApiError> {
    let Some(series) = call.store.find(&call.caller.tenant, id).await? else { return Ok(None) };
    let Some(operation) = series.body.open_operation() else { return Ok(None) };
    let after = match &operation.change {
        Some(changing) => change::step_or_end(call, &series, operation, changing).await?,
        None => match making(call, &series).await {
            Err(error) if is_given_up(&series, &error, call) => {
                let body = series.body.given_up(operation, Some(&error), call.now);
                write::written(call, call.transaction(), &series, body).await?
            }
            stepped => stepped?,
        },
    };
    Ok(after.body.open_operation().is_some().then_some(after))
}

/// The next step of making a series, of finishing or of undoing it.
async fn making(call: &Call, series: &Record<BookingSeries>) -> Result<Record<BookingSeries>, ApiError> {
    let no_operation = || ApiError::internal("a series without an operation");
    let operation = series.body.open_operation().ok_or_else(no_operation)?;
    match (series.body.state, series.body.status(call.now)) {
        (SeriesState::Failed, _) => undo::step(call, series, operation).await,
        // Its bookings hold their time no longer.
        (_, SeriesStatus::Failed) => Err(ApiError::new(ErrorCode::ServiceUnavailable, "it was not done within a day")),
        (SeriesState::Forming, _) if operation.is_passed() => make::stand(call, series, operation).await,
        (SeriesState::Forming, _) => make::step(call, series, operation).await,
        (SeriesState::Active | SeriesState::Cancelled, _) => finish::step(call, series, operation).await,
    }
}

/// Whether a series that is being made does not come about because of an error.
fn is_given_up(series: &Record<BookingSeries>, error: &ApiError, call: &Call) -> bool {
    let is_forming = series.body.state == SeriesState::Forming;
    is_forming && (is_final(error) || series.body.status(call.now) == SeriesStatus::Failed)
}
