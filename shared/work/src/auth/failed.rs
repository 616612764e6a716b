//! Credentials that failed a moment ago, so that whoever sends wrong ones has the table read seldom: the same ones
//! again are refused without, and others of the same client id and network address, or of the address alone, only as
//! often as a person would try.
//!
//! A secret that is right is never remembered as wrong: one that failed cannot become right, because secrets are drawn
//! by the service and not chosen. Where too many others failed, a right one that this process accepted in the last
//! hours waits for nothing, and any other is let through within seconds.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Mutex, PoisonError},
};

use chrono::Duration;

use records::client_id::ClientId;
use values::{ApiError, ErrorCode, Timestamp, secret::SecretDigest};

/// For how long a failure is remembered.
const SECONDS: i64 = 60;
/// Most credentials, and most sources of failures, that are remembered.
const ENTRIES_MAX: usize = 10_000;
/// Failures of one client id from one address within that time before the next wait.
const OF_CLIENT_MAX: u32 = 10;
/// How far apart further ones are then looked at.
const OF_CLIENT_PAUSE_SECONDS: i64 = 5;
/// The same of one address, whatever client ids it sends.
const OF_ADDRESS_MAX: u32 = 1_000;
/// How far apart further ones are then looked at.
const OF_ADDRESS_PAUSE_SECONDS: i64 = 1;

/// The failures of a process.
#[derive(Default)]
pub struct FailedCredentials {
    wrong: Mutex<HashMap<(ClientId, String), Timestamp>>,
    of_clients: Mutex<HashMap<(ClientId, String), Failures>>,
    of_addresses: Mutex<HashMap<String, Failures>>,
}

#[derive(Clone, Copy, Debug)]
struct Failures {
    number: u32,
    last: Timestamp,
    until: Timestamp,
}

/// A credential as it was sent: client id, digest of the secret, and from which network address.
#[derive(Clone, Copy, Debug)]
pub struct Attempt<'a> {
    /// The id of the client that the request names.
    pub id: ClientId,
    /// Digest of the secret.
    pub digest: &'a SecretDigest,
    /// The address as the gateway saw it; empty where it said none.
    pub address: &'a str,
}

impl FailedCredentials {
    /// Refuses what is known to fail.
    ///
    /// # Errors
    /// 401 `invalid_token` for a credential that failed less than a minute ago, 429 `rate_limited` when too many others
    /// did.
    pub fn check(&self, attempt: Attempt<'_>, now: Timestamp) -> Result<(), ApiError> {
        let wrong = get(&self.wrong, &(attempt.id, attempt.digest.as_key().to_owned()));
        if wrong.is_some_and(|until| now < until) {
            return Err(invalid_token());
        }
        let of_client = get(&self.of_clients, &attempt.of_client());
        let of_address = get(&self.of_addresses, &attempt.address.to_owned());
        let waits = [
            of_client.and_then(|failures| failures.wait(OF_CLIENT_MAX, OF_CLIENT_PAUSE_SECONDS, now)),
            of_address.and_then(|failures| failures.wait(OF_ADDRESS_MAX, OF_ADDRESS_PAUSE_SECONDS, now)),
        ];
        match waits.into_iter().flatten().max() {
            None => Ok(()),
            Some(seconds) => {
                let refused = ApiError::new(ErrorCode::RateLimited, "too many credentials failed");
                Err(ApiError { retry_after_seconds: u16::try_from(seconds).ok(), ..refused })
            }
        }
    }

    /// Remembers a failure; `is_wrong` when the secret is none of the client's, so that it will never be right.
    pub fn note(&self, attempt: Attempt<'_>, is_wrong: bool, now: Timestamp) {
        if is_wrong {
            let until = now.plus(Duration::seconds(SECONDS));
            put(&self.wrong, (attempt.id, attempt.digest.as_key().to_owned()), until, |until| now < *until);
        }
        let is_recent = |failures: &Failures| now < failures.until;
        let one_more = |before: Option<Failures>| Failures::after(before.filter(is_recent), now);
        let of_client = one_more(get(&self.of_clients, &attempt.of_client()));
        put(&self.of_clients, attempt.of_client(), of_client, is_recent);
        let address = attempt.address.to_owned();
        let of_address = one_more(get(&self.of_addresses, &address));
        put(&self.of_addresses, address, of_address, is_recent);
    }

    /// Forgets the failures of a client from an address from where its right secret came.
    pub fn forget(&self, attempt: Attempt<'_>) {
        self.of_clients.lock().unwrap_or_else(PoisonError::into_inner).remove(&attempt.of_client());
    }
}

impl Attempt<'_> {
    fn of_client(&self) -> (ClientId, String) {
        (self.id, self.address.to_owned())
    }
}

impl Failures {
    fn after(before: Option<Self>, now: Timestamp) -> Self {
        let until = now.plus(Duration::seconds(SECONDS));
        match before {
            None => Self { number: 1, last: now, until },
            Some(before) => Self { number: before.number.saturating_add(1), last: now, ..before },
        }
    }

    /// For how many seconds the next one is not looked at.
    fn wait(self, most: u32, pause_seconds: i64, now: Timestamp) -> Option<i64> {
        let next = self.last.plus(Duration::seconds(pause_seconds));
        let waits = self.number >= most && now < self.until && now < next;
        waits.then(|| (next.millis() - now.millis()).div_euclid(1_000).max(1))
    }
}

/// The one answer to credentials that are not valid.
pub(super) fn invalid_token() -> ApiError {
    ApiError::new(ErrorCode::InvalidToken, "the client id or the secret is missing or not valid")
}

fn get<K: Eq + Hash, V: Copy>(entries: &Mutex<HashMap<K, V>>, key: &K) -> Option<V> {
    entries.lock().unwrap_or_else(PoisonError::into_inner).get(key).copied()
}

/// Puts an entry in. When there are too many, those that are over are forgotten, and all where that is not enough: that
/// costs reads and nothing else.
fn put<K: Eq + Hash, V>(entries: &Mutex<HashMap<K, V>>, key: K, value: V, is_recent: impl Fn(&V) -> bool) {
    let mut entries = entries.lock().unwrap_or_else(PoisonError::into_inner);
    if entries.len() >= ENTRIES_MAX {
        entries.retain(|_, value| is_recent(value));
    }
    if entries.len() >= ENTRIES_MAX {
        entries.clear();
    }
    entries.insert(key, value);
}
