//! Change an authenticator that is in use: new recovery codes, and the end of it.

use records::{Authenticator, Member, authenticator::AuthenticatorStatus, member::MemberRole};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Committed, Data, PathId, retry};
use store::Record;
use values::{ApiError, ErrorCode, Id, ShortText};
use work::auth::Standpoint;

use super::{
    answers::CodesShown,
    asked::{own_member, require_right, require_scopes_of},
    recovery::with_new_codes,
};

/// A code of an authenticator or one of its recovery codes.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CodeGiven {
    /// The six digits that the app shows, or a recovery code.
    code: ShortText,
}

/// What shows that who removes an authenticator has it.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Removal {
    /// The six digits that the app shows, or a recovery code: the member's own removal needs one.
    code: Option<ShortText>,
}

/// Makes new recovery codes in place of those of before.
pub async fn renew_recovery_codes(
    call: Call,
    PathId(id): PathId<Authenticator>,
    Body(input): Body<CodeGiven>,
) -> Result<Committed<Data<CodesShown>>, ApiError> {
    retry(&call, || renew_once(&call, id, input.code.as_str())).await
}

async fn renew_once(call: &Call, id: Id<Authenticator>, code: &str) -> Result<Committed<Data<CodesShown>>, ApiError> {
    let before = call.get_for_change(id).await?;
    own_member(call, before.body.member_id, "id").await?;
    if before.body.status() == AuthenticatorStatus::Pending {
        return Err(ApiError::conflict(ErrorCode::InvalidState, "the authenticator is not confirmed"));
    }
    let body = require_right(call, &before, code).await?;
    let (body, codes) = with_new_codes(call, id, body)?;
    let after = call.next_version(&before, body, None);
    let mut transaction = call.transaction();
    transaction.replace(&before, &after);
    call.commit(transaction, Data(CodesShown { authenticator: after, codes })).await
}

/// Removes an authenticator, which ends the member's sessions.
pub async fn remove(
    call: Call,
    PathId(id): PathId<Authenticator>,
    Body(input): Body<Removal>,
) -> Result<Committed<Data<Record<Authenticator>>>, ApiError> {
    retry(&call, || remove_once(&call, id, input.code.as_ref().map(ShortText::as_str))).await
}

async fn remove_once(
    call: &Call,
    id: Id<Authenticator>,
    code: Option<&str>,
) -> Result<Committed<Data<Record<Authenticator>>>, ApiError> {
    let before = call.get_for_change(id).await?;
    let member = call.store.find(call.tenant(), before.body.member_id).await?.ok_or_else(ApiError::not_found)?;
    let is_own = call.caller.member() == Some(member.id);
    // A code of somebody who may not help is not looked at: nobody guesses those of others, or uses up their tries.
    if !is_own {
        require_help(call, &member)?;
    } else if before.body.status() == AuthenticatorStatus::Active {
        let code = code.ok_or_else(|| {
            let message = "removing one's own authenticator takes a code of it, or a recovery code";
            ApiError::rule("code", "second_factor_required", message)
        })?;
        require_right(call, &before, code).await?;
    }
    let mut transaction = call.transaction();
    transaction.remove(&before);
    if member.body.has_authenticator {
        let sessions_ended_at = Some(call.received());
        let after = Member { has_authenticator: false, sessions_ended_at, ..member.body.clone() };
        transaction.replace(&member, &call.next_version(&member, after, None));
    }
    call.commit(transaction, Data(before)).await
}

/// Refuses whoever may not help this member without a code of the app.
fn require_help(call: &Call, member: &Record<Member>) -> Result<(), ApiError> {
    let may = match call.caller.standpoint() {
        None => return require_scopes_of(call, member.body.role),
        Some(Standpoint::Operator(_)) => member.body.role != MemberRole::Owner || call.caller.acts_as_owner(),
        Some(Standpoint::Anonymous | Standpoint::Customer(_) | Standpoint::Manager(_)) => false,
    };
    if may { Ok(()) } else { Err(ApiError::new(ErrorCode::Forbidden, "only an owner removes that of an owner")) }
}
