//! Once a merchant has an active owner, it always has one; and nobody gives a role that may more than they.

use records::{Member, member::MemberRole};
use shared::api::Call;
use store::Transaction;
use values::{ApiError, ErrorCode, Scope};
use work::auth::{Caller, scopes_of};

/// Updates the counter of active owners for a change of a member; refuses the change that would lose the last one.
///
/// # Errors
/// 403 where a person who is no owner makes one, or changes one, and where a client gives a role whose scopes it has not.
pub fn count(
    call: &Call,
    transaction: &mut Transaction,
    before: Option<&Member>,
    after: &Member,
) -> Result<(), ApiError> {
    let is_owner = |member: &Member| member.role == MemberRole::Owner;
    if call.caller.person.is_some() && !call.caller.acts_as_owner() && (is_owner(after) || before.is_some_and(is_owner))
    {
        return Err(ApiError::new(ErrorCode::Forbidden, "only an owner makes owners, and changes them"));
    }
    check_given(&call.caller, before, after)?;
    match (before.is_some_and(Member::is_active_owner), after.is_active_owner()) {
        (false, true) => transaction.add(&Member::owners(), 1),
        (true, false) => transaction.subtract_down_to(&Member::owners(), 1, 1, last_owner()),
        (true, true) | (false, false) => {}
    }
    Ok(())
}

/// Refuses a client, or a session, that lets somebody sign in as staff who may more than it: by a role, or by the
/// address to which codes go. `merchant:admin` is no scope of pages, so it is not asked of their sessions.
fn check_given(caller: &Caller, before: Option<&Member>, after: &Member) -> Result<(), ApiError> {
    let is_given = before.is_none_or(|before| before.role != after.role || before.email != after.email);
    if !is_given || after.role == MemberRole::Member {
        return Ok(());
    }
    let is_asked = |scope: &Scope| caller.person.is_none() || *scope != Scope::MERCHANT_ADMIN;
    let asked = scopes_of(Some(after.role));
    match asked.iter().filter(is_asked).find(|scope| !caller.scopes.allow(*scope)) {
        None => Ok(()),
        Some(scope) => {
            let message = format!("the caller does not hold {scope}, which the member's role has");
            Err(ApiError::new(ErrorCode::Forbidden, message))
        }
    }
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
