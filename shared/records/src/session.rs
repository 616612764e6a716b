//! Session: a time in which a person acts by a token, through one API client.

use chrono::Duration;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Member, api_client::ApiClient};
use store::{Entity, Index, IndexBy, Indexes};
use values::{Id, Kind, KindName, Scopes, SecretDigest, Timestamp};

/// For how many days a session that is over is still listed.
const KEPT_DAYS: i64 = 7;

/// A session as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// Member who acts; null where nobody has signed in.
    pub member_id: Option<Id<Member>>,
    /// API client through which it is used.
    pub api_client_id: Id<ApiClient>,
    /// What it may do at most; less where the client or the person may do less by now.
    pub scopes: Scopes,
    /// SHA-256 of its token.
    pub digest: SecretDigest,
    /// When the token stops working.
    pub token_expires_at: Timestamp,
    /// What it has of the second factor that the member's role may require.
    #[serde(default)]
    pub second_factor: SessionSecondFactor,
    /// What prolongs it, where somebody signed in for longer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refresh: Option<Refresh>,
    /// When and why it was ended before its time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<EndedSession>,
}

/// What a session has of a second factor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SessionSecondFactor {
    /// None was asked for, or an API client began the session.
    #[default]
    NotRequired,
    /// A code of the member's authenticator, or a recovery code, was given.
    Given,
    /// The member signed in by an issuer that the merchant requires of the role: it is the issuer's matter.
    ByIssuer,
    /// The member's role requires one and the member has no authenticator: they act as a customer, and can set one up.
    Missing,
}

/// What is kept of the refresh tokens of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refresh {
    /// SHA-256 of what all of them have in common.
    pub family: SecretDigest,
    /// SHA-256 of what only the one has that has not been used.
    pub once: SecretDigest,
    /// From what the next one and its token are made, together with the present one: of no use without it.
    pub salt: String,
    /// The one that was used last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used: Option<UsedRefresh>,
    /// When nothing prolongs the session any more.
    pub expires_at: Timestamp,
}

/// The refresh token that was used last, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsedRefresh {
    /// SHA-256 of what only this one has.
    pub once: SecretDigest,
    /// When it was used first.
    pub at: Timestamp,
}

/// When and why a session was ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndedSession {
    /// Instant from which its token is refused.
    pub at: Timestamp,
    /// Why it was ended.
    pub reason: SessionEndReason,
}

/// Why a session was ended before its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SessionEndReason {
    /// Somebody ended it: the person by signing out, or a client.
    Requested,
    /// One of its refresh tokens was used again long after the first time, so somebody else has it.
    RefreshReused,
    /// All sessions of the member were ended: on request, or because the member was blocked, anonymised or got another
    /// role.
    MemberEnded,
    /// The API client through which it was used was revoked.
    ClientRevoked,
    /// The member has set up an authenticator elsewhere, of which this session had no code.
    SecondFactorSetUp,
}

/// Whether a session works.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SessionStatus {
    /// Its token is accepted, or a refresh token of it would be.
    Active,
    /// Its time is over.
    Expired,
    /// It was ended.
    Ended,
}

impl Session {
    /// Index of the sessions of a member.
    pub const BY_MEMBER: IndexBy<Self, Id<Member>> = IndexBy::new(Index::Third, "customer");

    /// Until when it works, if nobody ends it.
    #[must_use]
    pub fn expires_at(&self) -> Timestamp {
        self.refresh.as_ref().map_or(self.token_expires_at, |refresh| refresh.expires_at.max(self.token_expires_at))
    }

    /// Whether it works at `now`.
    #[must_use]
    pub fn status(&self, now: Timestamp) -> SessionStatus {
        if self.end.is_some() {
            SessionStatus::Ended
        } else if self.expires_at() <= now {
            SessionStatus::Expired
        } else {
            SessionStatus::Active
        }
    }

    /// The same, ended for this reason.
    #[must_use]
    pub fn ended(self, reason: SessionEndReason, at: Timestamp) -> Self {
        Self { end: Some(EndedSession { at, reason }), ..self }
    }

    /// Whether a token with this digest is accepted at `now`: every check is made, so that a refusal's time tells nothing.
    #[must_use]
    pub fn accepts(&self, digest: &SecretDigest, now: Timestamp) -> bool {
        [self.digest.matches(digest), self.end.is_none(), now < self.token_expires_at] == [true; 3]
    }
}

impl Kind for Session {
    const KIND: KindName = KindName::Session;
}

impl Entity for Session {
    const VISIBILITY: values::Visibility = values::Visibility::own(&["member_id"]);
    const PATH: &'static str = "/sessions";
    type View = SessionView;

    fn view(&self, now: Timestamp) -> SessionView {
        SessionView {
            member_id: self.member_id,
            api_client_id: self.api_client_id,
            scopes: self.scopes.clone(),
            second_factor: self.second_factor,
            status: self.status(now),
            token_expires_at: self.token_expires_at,
            expires_at: self.expires_at(),
            ended_at: self.end.map(|end| end.at),
            end_reason: self.end.map(|end| end.reason),
        }
    }

    fn expires_at(&self) -> Option<Timestamp> {
        Some(Self::expires_at(self).plus(Duration::days(KEPT_DAYS)))
    }

    fn indexes(&self, id: Id<Self>) -> Indexes {
        match &self.member_id {
            Some(member) => Indexes::default().by(&Self::BY_MEMBER, member, id),
            None => Indexes::default(),
        }
    }
}

/// Session: a time in which a person acts by a token.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Session")]
pub struct SessionView {
    /// Member who acts; null where nobody has signed in.
    pub member_id: Option<Id<Member>>,
    /// API client through which it is used.
    pub api_client_id: Id<ApiClient>,
    /// What it may do at most; less where the client or the person may do less by now.
    pub scopes: Scopes,
    /// What it has of a second factor. Where one is `missing`, a member of staff acts as a customer.
    pub second_factor: SessionSecondFactor,
    /// Whether it works: active, expired or ended.
    pub status: SessionStatus,
    /// When the present token stops working.
    pub token_expires_at: Timestamp,
    /// When the session is over, if nobody ends it before: later than the token where a refresh token prolongs it.
    pub expires_at: Timestamp,
    /// When it was ended; null unless somebody did.
    pub ended_at: Option<Timestamp>,
    /// Why it was ended; null unless it was.
    pub end_reason: Option<SessionEndReason>,
}
