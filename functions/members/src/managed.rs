//! What those who run some locations may do about members (`docs/areas/members.md`, 30): they make and change plain
//! members who belong to their locations alone. By what a person signs in, and what the person may do, is not theirs.

use records::{Member, member::MemberRole};
use shared::api::Call;
use values::{ApiError, ErrorCode};
use work::auth::{SignedIn, Standpoint};

/// Refuses a new member, or a change of one, who is not theirs to make or to change.
///
/// # Errors
/// 403 with the reason.
pub fn check(call: &Call, before: Option<&Member>, after: &Member) -> Result<(), ApiError> {
    let Some(Standpoint::Manager(person)) = call.caller.standpoint() else { return Ok(()) };
    for member in before.into_iter().chain([after]) {
        if member.role != MemberRole::Member {
            return Err(forbidden("only admins and owners make and change those who run the place"));
        }
        if !is_theirs_alone(person, member) {
            return Err(forbidden("the member belongs to a location that the person does not run, or to none"));
        }
    }
    if before.is_some_and(|before| before.email != after.email) {
        return Err(forbidden("only admins and owners change the e-mail by which somebody signs in"));
    }
    Ok(())
}

/// A new member as one who runs a single location makes it without naming that.
pub fn at_only_location(call: &Call, member: &mut Member) {
    if let Some(Standpoint::Manager(person)) = call.caller.standpoint()
        && member.location_ids.is_empty()
        && let [only] = person.location_ids.as_slice()
    {
        member.fields.location_ids.push(*only);
    }
}

/// Whether a member belongs to locations that a person runs, and to no other.
pub fn is_theirs_alone(person: &SignedIn, member: &Member) -> bool {
    let places = &member.location_ids;
    !places.is_empty() && places.iter().all(|place| person.location_ids.contains(place))
}

fn forbidden(message: &'static str) -> ApiError {
    ApiError::new(ErrorCode::Forbidden, message)
}
