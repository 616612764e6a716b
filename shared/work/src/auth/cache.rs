//! Credentials that were verified a moment ago, so that a warm function need not read them again.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use chrono::Duration;

use super::caller::Caller;
use records::client_id::ClientId;
use values::{Timestamp, secret::SecretDigest};

/// Most credentials that are remembered. When there are more, all are forgotten; that costs reads and nothing else.
const ENTRIES_MAX: usize = 1_000;

/// For how long it is known that a credential was accepted, so that wrong ones of others do not hold it up.
const ACCEPTED_HOURS: i64 = 6;
/// Most credentials of which that is known. When there are more, those that are over are forgotten, and all where that
/// is not enough.
const ACCEPTED_MAX: usize = 10_000;

/// Verified credentials of this process. Only successes are kept, and none is trusted for longer than a minute.
pub struct CredentialCache {
    seconds: i64,
    entries: Mutex<HashMap<(ClientId, String), Entry>>,
    accepted: Mutex<HashMap<(ClientId, String), Timestamp>>,
}

struct Entry {
    caller: Caller,
    until: Timestamp,
}

impl CredentialCache {
    /// A cache that trusts a credential for `seconds`; 0 turns it off.
    #[must_use]
    pub fn new(seconds: i64) -> Self {
        Self { seconds, entries: Mutex::default(), accepted: Mutex::default() }
    }

    pub(super) fn get(&self, id: ClientId, digest: &SecretDigest, now: Timestamp) -> Option<Caller> {
        let entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        // The key contains a digest of a 256-bit secret, so the duration of a look-up tells an attacker nothing useful.
        let entry = entries.get(&(id, digest.as_key().to_owned()))?;
        (now < entry.until).then(|| entry.caller.clone())
    }

    /// Whether a credential was accepted in the last hours. It may have been revoked since: this says only that its
    /// sender does not guess.
    pub(super) fn was_accepted(&self, id: ClientId, digest: &SecretDigest, now: Timestamp) -> bool {
        let accepted = self.accepted.lock().unwrap_or_else(PoisonError::into_inner);
        accepted.get(&(id, digest.as_key().to_owned())).is_some_and(|until| now < *until)
    }

    /// Remembers that a credential was accepted.
    pub(super) fn note_accepted(&self, id: ClientId, digest: &SecretDigest, now: Timestamp) {
        let mut accepted = self.accepted.lock().unwrap_or_else(PoisonError::into_inner);
        if accepted.len() >= ACCEPTED_MAX {
            accepted.retain(|_, until| now < *until);
        }
        if accepted.len() >= ACCEPTED_MAX {
            accepted.clear();
        }
        accepted.insert((id, digest.as_key().to_owned()), now.plus(Duration::hours(ACCEPTED_HOURS)));
    }

    /// Forgets that a credential was accepted, which is not any more.
    pub(super) fn forget_accepted(&self, id: ClientId, digest: &SecretDigest) {
        let mut accepted = self.accepted.lock().unwrap_or_else(PoisonError::into_inner);
        accepted.remove(&(id, digest.as_key().to_owned()));
    }

    /// Remembers a verified credential, but not beyond its own end.
    pub(super) fn put(
        &self,
        id: ClientId,
        digest: &SecretDigest,
        caller: Caller,
        now: Timestamp,
        expires_at: Option<Timestamp>,
    ) {
        let until = now.plus(Duration::seconds(self.seconds));
        let until = expires_at.map_or(until, |expires_at| until.min(expires_at));
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        if entries.len() >= ENTRIES_MAX {
            entries.clear();
        }
        entries.insert((id, digest.as_key().to_owned()), Entry { caller, until });
    }
}
