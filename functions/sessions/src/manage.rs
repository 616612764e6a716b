//! See and end sessions.

use records::{Member, Session, session::SessionEndReason};
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
    let members: Vec<Id<Member>> = page.data.iter().filter_map(|session| session.body.member_id).collect();
    let members = call.store.find_all(call.tenant(), &members).await?;
    for session in &mut page.data {
        let member = members.iter().find(|member| Some(member.id) == session.body.member_id);
        *session = with_end(session.clone(), member);
    }
    Ok(page)
}

/// The session.
pub async fn get(call: Call, PathId(id): PathId<Session>) -> Shows<Session> {
    let session = call.get(id).await?;
    let member = match session.body.member_id {
        Some(member) => call.store.find(call.tenant(), member).await?,
        None => None,
    };
    Ok(Data(with_end(session, member.as_ref())))
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

/// The session with the end that ending all sessions of its member was for it.
fn with_end(session: Record<Session>, member: Option<&Record<Member>>) -> Record<Session> {
    let ended_at = member.and_then(|member| member.body.sessions_ended_at);
    match ended_at {
        Some(at) if session.created_at <= at && session.body.end.is_none() => {
            let body = session.body.clone().ended(SessionEndReason::MemberEnded, at);
            Record { body, ..session }
        }
        _ => session,
    }
}
