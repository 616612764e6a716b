//! When a second factor is asked for, and what is given.

use records::{Authenticator, Member, member::MemberRole, merchant::Merchant, session::SessionSecondFactor};
use shared::api::Call;
use store::{Record, Transaction, transaction::version_conflict};
use values::{ApiError, ErrorCode, Id};
use work::sealed;

use super::{
    judge::{Judged, judge},
    totp,
};

/// What a sign-in has of a second factor.
pub enum Given {
    /// What the session has of it then.
    Session(SessionSecondFactor),
    /// The code was wrong, which is stored.
    Wrong,
}

/// Takes the second factor of a sign-in by a letter. A code that is right is used up in `transaction`; a wrong one is
/// stored at once.
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
    let Some(code) = code else {
        let message = "the member has an authenticator: a code of it is asked for, or a recovery code";
        return Err(ApiError::rule(FIELD, "second_factor_required", message));
    };
    let id = member.id.cast::<Authenticator>();
    let before = call.store.find(call.tenant(), id).await?.ok_or_else(version_conflict)?;
    match judge_code(call, &before, code).await? {
        Judged::Wrong(_) => Ok(Given::Wrong),
        Judged::Right(after) => {
            transaction.replace(&before, &call.next_version(&before, after, None));
            Ok(Given::Session(SessionSecondFactor::Given))
        }
    }
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

/// Judges a code of an authenticator; a wrong one is stored at once.
///
/// # Errors
/// 429 while too many wrong codes keep it closed; 409 `version_conflict` when another request was faster.
pub async fn judge_code(call: &Call, before: &Record<Authenticator>, code: &str) -> Result<Judged, ApiError> {
    let key = sealed::open(&call.secrets, &before.id.to_string(), &before.body.key).await?;
    let key = totp::bytes_of(&key).ok_or_else(|| ApiError::internal("the key of an authenticator is none"))?;
    let judged = judge((before.id, &before.body), &key, code, call.received())?;
    if let Judged::Wrong(after) = &judged {
        let mut transaction = call.transaction();
        transaction.replace(before, &call.next_version(before, after.clone(), None));
        call.store.commit(transaction).await?;
    }
    Ok(judged)
}

/// The refusal of a wrong code.
#[must_use]
pub fn wrong(field: &str) -> ApiError {
    let message = "the code is wrong, was used, or is too old";
    ApiError::rule(field, "wrong_code", message)
}

/// The live member, whose own matter this is: nobody else's session sets up a second factor for them.
///
/// # Errors
/// 403 for a session of somebody else; 422 `reference_not_found` on `field` where there is no such member.
pub async fn own_member(call: &Call, id: Id<Member>, field: &str) -> Result<Record<Member>, ApiError> {
    if call.caller.person.is_some() && call.caller.member() != Some(id) {
        let message = "a second factor is set up by the member alone";
        return Err(ApiError::new(ErrorCode::Forbidden, message));
    }
    call.require_reference(id, field).await
}
