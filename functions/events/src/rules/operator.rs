//! What only those who run the space decide about an event.

use shared::api::Call;
use values::{ApiError, ErrorCode, Scope};

/// Refuses a client that may not decide for the operator.
///
/// # Errors
/// 403 naming the field that says so.
pub fn require(call: &Call, field: &str) -> Result<(), ApiError> {
    // Those who run some locations have the scope also where they are customers.
    if call.caller.scopes.allow(Scope::EVENTS_MANAGE) && !call.caller.sees_as_customer() {
        return Ok(());
    }
    let message = format!("deciding this for the operator needs the scope {}", Scope::EVENTS_MANAGE);
    Err(ApiError::new(ErrorCode::Forbidden, message).at(field, "scope_missing"))
}
