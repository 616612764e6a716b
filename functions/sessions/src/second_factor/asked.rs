//! When a second factor is asked for, and what is given.

use records::{
    Authenticator, Member,
    member::{MemberRole, MemberStatus},
    merchant::Merchant,
    session::SessionSecondFactor,
};
use shared::api::Call;
use store::{Record, Transaction, transaction::version_conflict};
use values::{ApiError, ErrorCode, Id, Scopes};
use work::{auth::scopes_of, sealed};

use super::{
    judge::{Judged, judge},
    totp,
};

/// What a sign-in has of a second factor.
pub enum Given {
    /// What the session has of it then.
    Session(SessionSecondFactor),
    /// The code was wrong.
    Wrong,
}

/// Takes the second factor of a sign-in by a letter. A code that is right is used up in `transaction`, and a wrong one is
/// counted in it.
///
/// # Errors
/// 422 `second_factor_required` where a code is needed and none is given; 429 after too many wrong ones.
pub async fn take(
    call: &Call,
    transaction: &mut Transaction,
    member: &Record<Member>,
    code: Option<&str>,
) -> Result<Given, ApiError> {
    if !member.body.has_authenticator {
        return Ok(Given::Session(without_authenticator(call, member.body.role).await?));
    }
    let Some(code) = code.filter(|code| !code.is_empty()) else {
        let message = "the member has an authenticator: a code of it is asked for, or a recovery code";
        return Err(ApiError::rule(FIELD, "second_factor_required", message));
    };
    let id = member.id.cast::<Authenticator>();
    let before = call.store.find(call.tenant(), id).await?.ok_or_else(version_conflict)?;
    let (after, given) = match judge_code(call, &before, code).await? {
        Judged::Wrong(after) => (after, Given::Wrong),
        Judged::Right(after) => (after, Given::Session(SessionSecondFactor::Given)),
    };
    transaction.replace(&before, &call.next_version(&before, after, None));
    Ok(given)
}

/// The field in which a sign-in has the code of an authenticator.
pub const FIELD: &str = "second_factor_code";

async fn without_authenticator(call: &Call, role: MemberRole) -> Result<SessionSecondFactor, ApiError> {
    // Customers have nothing that takes one, so nothing is read for them.
    if role == MemberRole::Member {
        return Ok(SessionSecondFactor::NotRequired);
    }
    Ok(second_factor_of(&call.read_merchant().await?.body, role))
}

/// What a session has of a second factor whose member has no authenticator.
#[must_use]
pub fn second_factor_of(merchant: &Merchant, role: MemberRole) -> SessionSecondFactor {
    let mut staff = merchant.sign_in_settings.second_factor_roles.iter();
    match staff.find(|staff| MemberRole::from(**staff) == role) {
        Some(_) => SessionSecondFactor::Missing,
        None => SessionSecondFactor::NotRequired,
    }
}

/// The authenticator after a code of it that is right.
///
/// # Errors
/// 422 `wrong_code` on `code` for a wrong one, which is counted at once; 429 while too many keep it closed; 409
/// `version_conflict` when another request was faster.
pub async fn require_right(call: &Call, before: &Record<Authenticator>, code: &str) -> Result<Authenticator, ApiError> {
    match judge_code(call, before, code).await? {
        Judged::Right(after) => Ok(after),
        Judged::Wrong(after) => {
            let mut transaction = call.transaction();
            transaction.replace(before, &call.next_version(before, after, None));
            call.store.commit(transaction).await?;
            Err(wrong("code"))
        }
    }
}

/// Judges a code of an authenticator.
///
/// # Errors
/// 429 while too many wrong codes keep it closed.
async fn judge_code(call: &Call, before: &Record<Authenticator>, code: &str) -> Result<Judged, ApiError> {
    let key = sealed::open(&call.secrets, &before.id.to_string(), &before.body.key).await?;
    let key = totp::bytes_of(&key).ok_or_else(|| ApiError::internal("the key of an authenticator is none"))?;
    judge((before.id, &before.body), &key, code, call.received())
}

/// The refusal of a wrong code.
#[must_use]
pub fn wrong(field: &str) -> ApiError {
    let message = "the code is wrong, was used, or is too old";
    ApiError::rule(field, "wrong_code", message)
}

/// The active member, whose own matter this is: nobody else's session sets up a second factor for them, and no client that
/// may less than they.
///
/// # Errors
/// 403 for a session of somebody else, and a client without the scopes of the member's role; 422 on `field`
/// `reference_not_found` where there is no such member, `member_not_active` where they cannot sign in.
pub async fn own_member(call: &Call, id: Id<Member>, field: &str) -> Result<Record<Member>, ApiError> {
    if call.caller.person.is_some() && call.caller.member() != Some(id) {
        let message = "a second factor is set up by the member alone";
        return Err(ApiError::new(ErrorCode::Forbidden, message));
    }
    let member = call.require_reference(id, field).await?;
    if call.caller.person.is_none() {
        require_scopes_of(call, member.body.role)?;
    }
    if member.body.status != MemberStatus::Active {
        let message = "only an active member signs in: this one is blocked or was anonymised";
        return Err(ApiError::rule(field, "member_not_active", message));
    }
    Ok(member)
}

/// Refuses a client that lacks a scope of a role: it must not decide how those sign in who have it.
///
/// # Errors
/// 403.
pub fn require_scopes_of(call: &Call, role: MemberRole) -> Result<(), ApiError> {
    // Of customers every client with `members:sessions` can begin sessions anyway.
    let asked = if role == MemberRole::Member { Scopes::default() } else { scopes_of(Some(role)) };
    match asked.iter().find(|scope| !call.caller.scopes.allow(*scope)) {
        None => Ok(()),
        Some(scope) => {
            let message = format!("the client does not hold {scope}, which the member's role has");
            Err(ApiError::new(ErrorCode::Forbidden, message))
        }
    }
}
