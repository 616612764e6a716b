//! Lists of registrations and of entries at a location.

use records::Location;
use values::{ApiError, Id};

/// Refuses a location alone: no index has what is at one, so that all would be looked through.
///
/// # Errors
/// 422 on `event_id`.
pub fn require_narrower(location: Option<Id<Location>>, is_narrower: bool) -> Result<(), ApiError> {
    if location.is_none() || is_narrower {
        return Ok(());
    }
    let message = "at a location, the registrations and entries of an event or of a customer are listed";
    Err(ApiError::rule("event_id", "required_with_location", message))
}
