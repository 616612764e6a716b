//! See and end sessions.

use std::slice;

use records::{
    Member, Session,
    api_client::ApiClient,
    session::{EndedSession, SessionEndReason},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shared::api::{Body, Call, Changes, Committed, Data, Listing, Lists, PathId, Shown, Shows};
use store::{List, Record};
use values::{ApiError, Id, Timestamp};

/// Filters of the list.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SessionFilter {
    /// Only sessions of this member.
    member_id: Option<Id<Member>>,
}

/// Whose sessions are ended.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfMember {
    /// Member whose sessions end, whatever client they are used through.
    member_id: Id<Member>,
}

/// Since when no session of a member is accepted.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct EndedSessions {
    /// Member whose sessions were ended.
    pub member_id: Id<Member>,
    /// Sessions that were begun until then are over.
    pub ended_at: Timestamp,
}

impl Shown for EndedSessions {
    type View = Self;

    fn show(&self, _now: Timestamp) -> Self {
        self.clone()
    }
}

/// Lists sessions, newest first.
pub async fn list(call: Call, Listing { filter, paging }: Listing<SessionFilter>) -> Lists<Session> {
    let sessions = List::first_of([Session::BY_MEMBER.asked(filter.member_id.as_ref())]);
    let mut page = call.page(sessions, paging).await?;
    end_with_others(&call, &mut page.data).await?;
    Ok(page)
}

/// The session.
pub async fn get(call: Call, PathId(id): PathId<Session>) -> Shows<Session> {
    let mut session = call.get(id).await?;
    end_with_others(&call, slice::from_mut(&mut session)).await?;
    Ok(Data(session))
}

/// Ends a session. Within a minute, no process accepts its token any more. Ending one that is over changes nothing.
pub async fn end(call: Call, PathId(id): PathId<Session>) -> Changes<Session> {
    let mut update = call.update(id).await?;
    if update.present.end.is_none() {
        update.after = update.after.ended(SessionEndReason::Requested, call.now);
    }
    update.commit().await
}

/// Ends all sessions of a member, however many there are: those of before are not accepted any more.
pub async fn end_all(call: Call, Body(input): Body<OfMember>) -> Result<Committed<Data<EndedSessions>>, ApiError> {
    let member = call.require_reference(input.member_id, "member_id").await?;
    let mut update = call.update_of(member)?;
    update.after.sessions_ended_at = Some(call.now);
    update.commit_answering(Data(EndedSessions { member_id: input.member_id, ended_at: call.now })).await
}

/// Gives sessions the end that they have by something else: that all sessions of their member were ended, or that their
/// API client was revoked. Neither is written to the sessions, however many there are.
async fn end_with_others(call: &Call, sessions: &mut [Record<Session>]) -> Result<(), ApiError> {
    let members: Vec<Id<Member>> = sessions.iter().filter_map(|session| session.body.member_id).collect();
    let clients: Vec<Id<ApiClient>> = sessions.iter().map(|session| session.body.api_client_id).collect();
    let (members, clients) = tokio::join!(
        call.store.find_all_any(call.tenant(), &members),
        call.store.find_all_any(call.tenant(), &clients)
    );
    let (members, clients) = (members?, clients?);
    for session in sessions.iter_mut().filter(|session| session.body.end.is_none()) {
        let member = members.iter().find(|member| Some(member.id) == session.body.member_id);
        let client = clients.iter().find(|client| client.id == session.body.api_client_id);
        session.body.end = first_end(session, member, client);
    }
    Ok(())
}

/// Whichever ended a session first.
fn first_end(
    session: &Record<Session>,
    member: Option<&Record<Member>>,
    client: Option<&Record<ApiClient>>,
) -> Option<EndedSession> {
    let by_member = member.and_then(|member| member.body.sessions_ended_at).filter(|at| session.created_at <= *at);
    let by_member = by_member.map(|at| EndedSession { at, reason: SessionEndReason::MemberEnded });
    let by_client = client.and_then(|client| client.body.revoked_at);
    let by_client = by_client.map(|at| EndedSession { at, reason: SessionEndReason::ClientRevoked });
    by_member.into_iter().chain(by_client).min_by_key(|end| end.at)
}
