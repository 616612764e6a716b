//! Verifies the token of a session. Session, client and person are read in one step, none of them after another.

use std::sync::Arc;

use super::{
    caller::Caller,
    failed::invalid_token,
    person::{ManagerActs, Person, SignedIn, scopes_of},
};
use records::{
    ClientId, Member, Session, SessionToken,
    api_client::{ApiClient, ApiClientStatus},
    member::{MemberRole, MemberStatus},
    session::SessionSecondFactor,
};
use store::{Record, Store};
use values::{ApiError, Scopes, SecretDigest, Tenant, Timestamp};

/// The caller whose session has this token, and until when that is known to hold. `None` when it is refused, for
/// whatever reason.
///
/// # Errors
/// 503 when the store cannot be read.
pub(super) async fn verify_session(
    store: &Store,
    (tenant, id): (Tenant, ClientId),
    (token, digest): (SessionToken, &SecretDigest),
    now: Timestamp,
) -> Result<Option<(Caller, Timestamp)>, ApiError> {
    let reading_member = async {
        match token.member {
            Some(member) => store.find(&tenant, member).await,
            None => Ok(None),
        }
    };
    let (session, client, member) =
        tokio::join!(store.find(&tenant, token.session), store.find(&tenant, id.client()), reading_member);
    let (Some(session), Some(client), member) = (session?, client?, member?) else { return Ok(None) };
    let is_live = client.body.status(now) == ApiClientStatus::Active;
    let is_accepted = session.body.accepts(digest, now) && session.body.api_client_id == client.id && is_live;
    if !is_accepted || !may_act(&session, member.as_ref()) {
        return Ok(None);
    }
    Ok(Some((caller_of_session(tenant, &session, &client, member), session.body.token_expires_at)))
}

/// Whether the person of a session may act now: an active member whose sessions were not ended since.
#[must_use]
pub fn may_act(session: &Record<Session>, member: Option<&Record<Member>>) -> bool {
    match (session.body.member_id, member) {
        (None, None) => true,
        (Some(id), Some(member)) => {
            let is_later = member.body.sessions_ended_at.is_none_or(|ended_at| ended_at < session.created_at);
            member.id == id && member.body.status == MemberStatus::Active && is_later
        }
        (None, Some(_)) | (Some(_), None) => false,
    }
}

/// The caller that a session makes of its person, with what client and person may do by now.
pub(super) fn caller_of_session(
    tenant: Tenant,
    session: &Record<Session>,
    client: &Record<ApiClient>,
    member: Option<Record<Member>>,
) -> Caller {
    let role = |member: &Record<Member>| role_in(&session.body, member.body.fields.role);
    let of_role = scopes_of(member.as_ref().map(role));
    let held = &client.body.fields.scopes;
    let scopes: Scopes =
        session.body.scopes.iter().filter(|scope| held.allow(*scope) && of_role.allow(*scope)).collect();
    let member = member.map(|member| SignedIn {
        id: member.id,
        role: role(&member),
        location_ids: member.body.fields.location_ids,
        companies: member.body.companies,
    });
    let person = Some(Arc::new(Person { session: session.id, member, acts: ManagerActs::default() }));
    Caller { scopes: Arc::new(scopes), person, is_public: false, ..Caller::of_client(tenant, client) }
}

/// As what a member acts in a session: staff without the second factor that their role requires are customers.
fn role_in(session: &Session, role: MemberRole) -> MemberRole {
    match session.second_factor {
        SessionSecondFactor::Missing => MemberRole::Member,
        SessionSecondFactor::NotRequired | SessionSecondFactor::Given | SessionSecondFactor::ByIssuer => role,
    }
}

/// The refusal of a token, the same for every cause.
#[must_use]
pub fn refused() -> ApiError {
    invalid_token()
}
