//! Whether the policy of resources allows a booking, and who may set it aside.

use scheduling::{
    Resource,
    booking::{BookingRequest, policy},
};
use shared::api::Call;
use values::{ApiError, ErrorCode, Id, Scope};

/// Only some clients may set policy aside.
pub fn check_override(call: &Call, is_override: bool) -> Result<(), ApiError> {
    if is_override && !call.caller.scopes.allow(Scope::BOOKINGS_OVERRIDE) {
        let message = format!("override needs the scope {}", Scope::BOOKINGS_OVERRIDE);
        return Err(ApiError::new(ErrorCode::Forbidden, message).at("override", "scope_missing"));
    }
    Ok(())
}

/// Refuses a booking that breaks the policy of the resource or of an additional one. The refusal is that of the first
/// broken rule, and it names all of them.
pub fn check_policy(
    request: &BookingRequest<'_>,
    others: &[(Id<Resource>, &Resource)],
    is_override: bool,
) -> Result<(), ApiError> {
    let all = policy::violations_of_all(request, others);
    let mut broken = all.into_iter().filter(|violation| !is_override || !violation.is_overridable());
    let Some(first) = broken.next() else { return Ok(()) };
    let mut error = first.into_error();
    for violation in broken {
        error = error.and(violation.field, violation.reason, violation.message);
    }
    Err(error)
}
