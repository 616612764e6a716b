//! The period that a question about a resource's time is about.

use values::{ApiError, Period, Timestamp};

/// The period from `from` to `to`, at most so many days.
///
/// # Errors
/// 422 naming `to`.
pub fn period_of(from: Timestamp, to: Timestamp, days_max: i64) -> Result<Period, ApiError> {
    let backwards = || ApiError::rule("to", "to_not_after_from", "to must be after from");
    let period = Period::new(from, to).ok_or_else(backwards)?;
    // An hour more: local days are longer together when the clocks go back.
    if period.minutes() > (days_max * 24 + 1) * 60 {
        return Err(ApiError::rule("to", "period_too_long", format!("from and to are at most {days_max} days apart")));
    }
    Ok(period)
}
