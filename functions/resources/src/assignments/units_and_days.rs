//! How many units are assigned, and for which days.

use values::{ApiError, Day};

/// An assignment ends on or after its first day.
pub fn check_days(start: Day, end: Option<Day>) -> Result<(), ApiError> {
    if end.is_some_and(|end| end < start) {
        return Err(ApiError::rule("end_date", "end_before_start", "end_date must not be before start_date"));
    }
    Ok(())
}

/// What `units` and `entire` say together: a number of units, or none for all of them; `unsaid` when they say nothing.
pub fn units_of(units: Option<u32>, entire: Option<bool>, unsaid: Option<u32>) -> Result<Option<u32>, ApiError> {
    match (units, entire) {
        (Some(_), Some(true)) => {
            Err(ApiError::rule("units", "entire_has_no_units", "the entire resource has no number of units"))
        }
        (None, Some(true)) => Ok(None),
        (Some(units), Some(false) | None) => Ok(Some(units)),
        (None, Some(false)) => Ok(unsaid.or(Some(1))),
        (None, None) => Ok(unsaid),
    }
}
