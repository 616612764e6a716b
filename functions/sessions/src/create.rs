//! Begin a session for a member, or for nobody.

use records::{Member, member::MemberStatus};
use schemars::JsonSchema;
use serde::Deserialize;
use shared::api::{Body, Call, Committed, Created};
use values::{ApiError, ErrorCode, Id, Scopes};
use work::auth::scopes_of;

use crate::{
    issue::{Issued, new_session},
    rate,
};

/// How long a session that a client begins lasts, in minutes, where it does not say.
const DEFAULT_MINUTES: i64 = 15;
/// How long the session of somebody who has not signed in lasts, in minutes.
const ANONYMOUS_MINUTES: i64 = 60;

/// For whom a session is begun, and for how long.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSession {
    /// Member who acts in the session.
    member_id: Id<Member>,
    /// What the session may do at most; everything that the client and the member's role may when left out.
    #[serde(default)]
    #[schemars(length(min = 1, max = 100), extend("uniqueItems" = true))]
    scopes: Option<Scopes>,
    /// Minutes after which its token stops working.
    #[serde(default = "default_minutes")]
    #[schemars(range(min = 1, max = 60))]
    expires_in_minutes: i64,
}

const fn default_minutes() -> i64 {
    DEFAULT_MINUTES
}

/// Begins a session for a member. Only a client does: nobody makes sessions for others by a session of their own.
pub async fn create(call: Call, Body(input): Body<NewSession>) -> Result<Committed<Created<Issued>>, ApiError> {
    if call.caller.person.is_some() {
        return Err(ApiError::new(ErrorCode::Forbidden, "only an API client begins sessions for members"));
    }
    let asked = input.scopes.unwrap_or_else(|| call.caller.scopes.in_parts());
    if let Some(position) = asked.iter().position(|scope| !call.caller.scopes.allow(scope)) {
        let message = "the calling client does not hold the scope itself";
        return Err(ApiError::rule(format!("scopes[{position}]"), "scope_not_held", message));
    }
    let member = call.require_reference(input.member_id, "member_id").await?;
    if member.body.status != MemberStatus::Active {
        let message = "only an active member acts: this one is blocked or was anonymised";
        return Err(ApiError::rule("member_id", "member_not_active", message));
    }
    let of_role = scopes_of(Some(member.body.fields.role));
    let scopes = asked.iter().filter(|scope| of_role.allow(*scope)).collect();
    let issued = new_session(&call, Some(member.id), &scopes, input.expires_in_minutes)?;
    let mut transaction = call.transaction();
    let refusal = ApiError::rule("member_id", "member_not_active", "the member was blocked at this moment");
    transaction.require_still(&member, "status", &member.body.status, refusal);
    transaction.create(&issued.session);
    call.commit(transaction, Created(issued)).await
}

/// Begins a session of somebody who has not signed in, for what is public.
pub async fn create_anonymous(call: Call) -> Result<Committed<Created<Issued>>, ApiError> {
    rate::count_anonymous(&call).await?;
    let of_nobody = scopes_of(None);
    let scopes = call.caller.scopes.iter().filter(|scope| of_nobody.allow(*scope)).collect();
    let issued = new_session(&call, None, &scopes, ANONYMOUS_MINUTES)?;
    let mut transaction = call.transaction();
    transaction.create(&issued.session);
    call.commit(transaction, Created(issued)).await
}
