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

/// Verified credentials of this process. Only successes are kept, and none longer than a minute.
pub struct CredentialCache {
    seconds: i64,
    entries: Mutex<HashMap<(ClientId, String), Entry>>,
}

struct Entry {
    caller: Caller,
    until: Timestamp,
}

impl CredentialCache {
    /// A cache that trusts a credential for `seconds`; 0 turns it off.
    #[must_use]
    pub fn new(seconds: i64) -> Self {
        Self { seconds, entries: Mutex::default() }
    }

    pub(super) fn get(&self, id: ClientId, digest: &SecretDigest, now: Timestamp) -> Option<Caller> {
        let entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        // The key contains a digest of a 256-bit secret, so the duration of a look-up tells an attacker nothing useful.
        let entry = entries.get(&(id, digest.as_key().to_owned()))?;
        (now < entry.until).then(|| entry.caller.clone())
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
