//! Makes sessions and their tokens.

use chrono::Duration;
use records::{Member, Session, SessionToken, session::SessionSecondFactor};
use schemars::JsonSchema;
use serde::Serialize;
use shared::api::{Call, Shown};
use store::{Entity, Record, record::RecordView};
use values::{ApiError, Id, Scopes, Secret, Timestamp};

/// A session with the token that was just made for it.
#[derive(Clone, Debug)]
pub struct Issued {
    /// The session.
    pub session: Record<Session>,
    /// Its token: session, person and secret.
    pub token: Secret,
    /// The part of the token that is a secret.
    pub secret: Secret,
}

/// Session with its new token.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "IssuedSession")]
pub struct IssuedView {
    /// Sent as the bearer token, with the `client_id` of the API client in `X-Client-ID` as always. It is shown once.
    pub token: String,
    /// Session that the token is of.
    #[serde(flatten)]
    pub session: <Session as Entity>::View,
}

impl Shown for Issued {
    type View = RecordView<IssuedView>;

    fn show(&self, now: Timestamp) -> Self::View {
        let record = self.session.view(now);
        RecordView {
            id: record.id,
            body: IssuedView { token: self.token.reveal().to_owned(), session: record.body },
            metadata: record.metadata,
            version: record.version,
            created_at: record.created_at,
            updated_at: record.updated_at,
        }
    }

    fn version(&self) -> Option<i64> {
        Some(self.session.version)
    }

    fn location(&self) -> Option<String> {
        Some(format!("{}/{}", Session::PATH, self.session.id))
    }

    fn secrets(&self) -> Vec<Secret> {
        vec![self.secret.clone()]
    }
}

/// A new session of the calling client for a member, or for nobody, with a token that works for `minutes`.
///
/// # Errors
/// 500 when the system has no randomness to give.
pub fn new_session(call: &Call, member: Option<Id<Member>>, scopes: &Scopes, minutes: i64) -> Result<Issued, ApiError> {
    let (id, secret) = (call.ids.next(), call.ids.secret()?);
    let token = SessionToken { session: id, member }.with(&secret);
    let session = Session {
        member_id: member,
        api_client_id: call.caller.client,
        scopes: scopes.sorted(),
        digest: token.digest(),
        token_expires_at: call.now.plus(Duration::minutes(minutes)),
        second_factor: SessionSecondFactor::NotRequired,
        refresh: None,
        end: None,
    };
    Ok(Issued { session: call.new_record_of(id, session, None), token, secret })
}
