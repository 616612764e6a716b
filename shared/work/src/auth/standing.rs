//! Whoever asked for work that goes on after their request: read anew for each part of it, so that nobody's work goes on
//! who may not act any more.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    caller::Caller,
    session::{caller_of_session, may_act},
};
use records::{
    Member, Session,
    api_client::{ApiClient, ApiClientStatus},
    session::SessionStatus,
};
use store::Store;
use values::{ApiError, Id, Tenant, Timestamp};

/// Who asked, as it is stored with the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StandingRequester {
    /// API client that asked, or through which a person did.
    pub api_client_id: Id<ApiClient>,
    /// Session of the person who asked; null where the client did.
    pub session_id: Option<Id<Session>>,
    /// Member who asked; null where nobody had signed in.
    pub member_id: Option<Id<Member>>,
}

impl StandingRequester {
    /// Who sent a request.
    #[must_use]
    pub fn of(caller: &Caller) -> Self {
        let session_id = caller.person.as_ref().map(|person| person.session);
        Self { api_client_id: caller.client, session_id, member_id: caller.member() }
    }
}

/// They as a caller with what they may do now, at `now` in real time; none when they may not act any more: the client was
/// revoked or has expired, the session is over, or its person is blocked.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn find_standing(
    store: &Store,
    tenant: &Tenant,
    who: &StandingRequester,
    now: Timestamp,
) -> Result<Option<Caller>, ApiError> {
    let client = store.find(tenant, who.api_client_id).await?;
    let Some(client) = client.filter(|client| client.body.status(now) == ApiClientStatus::Active) else {
        return Ok(None);
    };
    let Some(session) = who.session_id else { return Ok(Some(Caller::of_client(tenant.clone(), &client))) };
    let reading_member = async {
        match who.member_id {
            Some(member) => store.find(tenant, member).await,
            None => Ok(None),
        }
    };
    let (session, member) = tokio::join!(store.find(tenant, session), reading_member);
    let (Some(session), member) = (session?, member?) else { return Ok(None) };
    let is_active = session.body.status(now) == SessionStatus::Active && may_act(&session, member.as_ref());
    Ok(is_active.then(|| caller_of_session(tenant.clone(), &session, &client, member)))
}
