//! When something is booked, held or blocked: from a start to an end after it, and no longer than any booking.

use scheduling::booking::policy;
use values::{ApiError, Period, Timestamp};

/// The period from start to end, which comes after it.
pub fn period_of(start: Timestamp, end: Timestamp) -> Result<Period, ApiError> {
    let backwards = || ApiError::rule("end_time", "end_not_after_start", "end must be after start");
    let period = Period::new(start, end).ok_or_else(backwards)?;
    policy::check_length(period)?;
    Ok(period)
}
