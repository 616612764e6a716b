//! Once a merchant has an active owner, it always has one.

use records::{Member, member::MemberRole};
use shared::api::Call;
use store::Transaction;
use values::{ApiError, ErrorCode};
use work::auth::Standpoint;

/// Updates the counter of active owners for a change of a member; refuses the change that would lose the last one.
///
/// # Errors
/// 403 where a person who is no owner makes one, or changes one.
pub fn count(
    call: &Call,
    transaction: &mut Transaction,
    before: Option<&Member>,
    after: &Member,
) -> Result<(), ApiError> {
    let is_owner = |member: &Member| member.role == MemberRole::Owner;
    let acts_as_owner = match call.caller.standpoint() {
        Some(Standpoint::Operator(member)) => member.role == MemberRole::Owner,
        None | Some(_) => call.caller.person.is_none(),
    };
    if !acts_as_owner && (is_owner(after) || before.is_some_and(is_owner)) {
        return Err(ApiError::new(ErrorCode::Forbidden, "only an owner makes owners, and changes them"));
    }
    match (before.is_some_and(Member::is_active_owner), after.is_active_owner()) {
        (false, true) => transaction.add(&Member::owners(), 1),
        (true, false) => transaction.subtract_down_to(&Member::owners(), 1, 1, last_owner()),
        (true, true) | (false, false) => {}
    }
    Ok(())
}

/// Refuses at once what would lose the last one: before anything is done that is not taken back.
///
/// # Errors
/// 409 `last_owner`.
pub async fn judge_leaving(call: &Call, member: &Member) -> Result<(), ApiError> {
    if member.is_active_owner() && call.store.read_counter(call.tenant(), &Member::owners()).await? <= 1 {
        return Err(last_owner());
    }
    Ok(())
}

fn last_owner() -> ApiError {
    let message = "the last active owner can be neither demoted nor blocked nor deleted";
    ApiError::conflict(ErrorCode::InvalidState, message).at("role", "last_owner")
}
