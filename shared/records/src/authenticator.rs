//! Authenticator: an app of a member that shows codes, with which they sign in besides what a letter says.

use chrono::Duration;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Member;
use store::Entity;
use values::{Id, Kind, KindName, SealedText, SecretDigest, Timestamp};

/// For how many minutes a key is shown and not confirmed, before it is forgotten.
pub const SET_UP_MINUTES: i64 = 30;
/// How many wrong codes in a row close it for a while.
pub const TRIES_MAX: u8 = 10;
/// For how many minutes it is then closed; twice as long each further time, until a right code.
const CLOSED_MINUTES: i64 = 15;
/// Longest for which it is closed, in minutes: a day.
const CLOSED_MINUTES_MAX: i64 = 24 * 60;
/// How often the time is doubled at most.
const DOUBLED_MAX: u32 = 7;

/// An authenticator as it is stored, under the id of its member: a member has one at most.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Authenticator {
    /// Member whose it is.
    pub member_id: Id<Member>,
    /// The key that the app shares with the service, encrypted for this record.
    pub key: SealedText,
    /// When a code of it was given for the first time; before that nobody is asked for one.
    #[serde(default)]
    pub confirmed_at: Option<Timestamp>,
    /// When a key that is not confirmed is forgotten.
    pub set_up_until: Timestamp,
    /// The step of time whose code was given last: codes of it and of earlier ones are used up.
    pub last_step: u64,
    /// Wrong codes since the last right one.
    pub wrong_tries: u8,
    /// How often it was closed since the last right code.
    #[serde(default)]
    pub closed_times: u32,
    /// Until when no code is looked at, after too many wrong ones.
    #[serde(default)]
    pub closed_until: Option<Timestamp>,
    /// SHA-256 of the recovery codes that were not used.
    pub recovery_codes: Vec<SecretDigest>,
}

/// Whether an authenticator is asked for codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AuthenticatorStatus {
    /// Its key was shown, and no code of it was given yet: it is not asked for any.
    Pending,
    /// Whoever signs in by a letter is asked for a code of it.
    Active,
}

impl Authenticator {
    /// Whether it is asked for codes.
    #[must_use]
    pub const fn status(&self) -> AuthenticatorStatus {
        match self.confirmed_at {
            None => AuthenticatorStatus::Pending,
            Some(_) => AuthenticatorStatus::Active,
        }
    }

    /// For how many seconds no code is looked at.
    #[must_use]
    pub fn closed_seconds(&self, now: Timestamp) -> Option<u16> {
        let until = self.closed_until.filter(|until| now < *until)?;
        let seconds = (until.millis() - now.millis()).div_euclid(1_000) + 1;
        Some(u16::try_from(seconds).unwrap_or(u16::MAX))
    }

    /// The same after a wrong code.
    #[must_use]
    pub fn after_wrong_code(self, now: Timestamp) -> Self {
        let wrong_tries = self.wrong_tries + 1;
        if wrong_tries < TRIES_MAX {
            return Self { wrong_tries, ..self };
        }
        let minutes = (CLOSED_MINUTES << self.closed_times.min(DOUBLED_MAX)).min(CLOSED_MINUTES_MAX);
        let closed_times = self.closed_times.saturating_add(1);
        Self { wrong_tries: 0, closed_times, closed_until: Some(now.plus(Duration::minutes(minutes))), ..self }
    }
}

impl Kind for Authenticator {
    const KIND: KindName = KindName::Authenticator;
}

/// An app of a member that shows the codes of a second factor.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Authenticator")]
pub struct AuthenticatorView {
    /// Member whose it is; the authenticator has the same id.
    pub member_id: Id<Member>,
    /// Whether it is asked for codes: active, or pending until a code of it was given.
    pub status: AuthenticatorStatus,
    /// When a code of it was given for the first time; null before that.
    pub confirmed_at: Option<Timestamp>,
    /// Until when a pending one can be confirmed; null for an active one.
    pub set_up_until: Option<Timestamp>,
    /// How many recovery codes were not used yet.
    pub recovery_codes_left: usize,
}

impl Entity for Authenticator {
    const VISIBILITY: values::Visibility = values::Visibility::own(&["member_id"]);
    const PATH: &'static str = "/authenticators";
    type View = AuthenticatorView;

    fn view(&self, _now: Timestamp) -> AuthenticatorView {
        AuthenticatorView {
            member_id: self.member_id,
            status: self.status(),
            confirmed_at: self.confirmed_at,
            set_up_until: self.confirmed_at.is_none().then_some(self.set_up_until),
            recovery_codes_left: self.recovery_codes.len(),
        }
    }

    fn expires_at(&self) -> Option<Timestamp> {
        self.confirmed_at.is_none().then_some(self.set_up_until)
    }
}
