//! A range of instants that a request asks for.

use values::{ApiError, Timestamp};

/// Refuses a range that ends before it begins.
pub fn check(from: Option<Timestamp>, to: Option<Timestamp>) -> Result<(), ApiError> {
    if let (Some(from), Some(to)) = (from, to)
        && to < from
    {
        return Err(ApiError::rule("to", "end_before_start", "to must not be before from"));
    }
    Ok(())
}
