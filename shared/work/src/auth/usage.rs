//! How many requests one API client may send to this process: a bucket of tokens for each client, which fills with time.
//!
//! The limit keeps one client's traffic from taking all of a process, and costs nothing: it is counted in memory, by clients whose
//! credentials were verified. What bounds one caller of the whole service stands in front of it (`docs/OPERATIONS.md`).

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use platform::config::ClientLimit;
use records::api_client::ApiClient;
use values::{ApiError, ErrorCode, Id, Timestamp};

/// Most clients that are counted. When there are more, all begin anew.
const CLIENTS_MAX: usize = 10_000;
/// A token in the unit in which a bucket is counted: one that a millisecond at a rate of one a second fills.
const TOKEN: i64 = 1_000;

/// The buckets of this process.
pub struct ClientUsage {
    limit: Option<ClientLimit>,
    buckets: Mutex<HashMap<Id<ApiClient>, Bucket>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Bucket {
    /// Thousandths of a token.
    filled: i64,
    at: Timestamp,
}

impl ClientUsage {
    /// Buckets of this size; without a limit nobody is counted.
    #[must_use]
    pub fn new(limit: Option<ClientLimit>) -> Self {
        Self { limit, buckets: Mutex::default() }
    }

    /// Takes a token of a client.
    ///
    /// # Errors
    /// 429 `rate_limited` when it has none left.
    pub fn take(&self, client: Id<ApiClient>, now: Timestamp) -> Result<(), ApiError> {
        let Some(limit) = self.limit else { return Ok(()) };
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= CLIENTS_MAX && !buckets.contains_key(&client) {
            buckets.clear();
        }
        let full = limit.burst.saturating_mul(TOKEN);
        let bucket = buckets.entry(client).or_insert(Bucket { filled: full, at: now });
        *bucket = bucket.at(now, limit, full);
        if bucket.filled < TOKEN {
            let rate = limit.per_second;
            return Err(ApiError::new(
                ErrorCode::RateLimited,
                format!("the client sends more than {rate} requests a second for longer than a burst"),
            ));
        }
        bucket.filled -= TOKEN;
        Ok(())
    }
}

impl Bucket {
    /// The bucket at a later instant. A clock that was set back fills nothing.
    fn at(self, now: Timestamp, limit: ClientLimit, full: i64) -> Self {
        let milliseconds = now.millis().saturating_sub(self.at.millis()).max(0);
        let filled = self.filled.saturating_add(milliseconds.saturating_mul(limit.per_second)).min(full);
        Self { filled, at: now }
    }
}
