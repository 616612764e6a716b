//! Configuration, read once from the environment. Nothing else reads it.

use std::time::Duration;

/// What a deployment decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Name of the table.
    pub table_name: String,
    /// Address of a local database; DynamoDB itself when there is none.
    pub dynamodb_endpoint: Option<String>,
    /// How long a warm process trusts a verified credential, in seconds; at most 60 (`docs/API-DESIGN.md`, Limits).
    pub credential_cache_seconds: i64,
    /// How long anything may take.
    pub limits: TimeLimits,
    /// How the counts of lists are kept.
    pub list_counts: ListCountSizes,
}

/// How long a request and its calls of DynamoDB may take. The environment does not change them; tests do, because a
/// test must not depend on how fast its machine is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimits {
    /// An operation answers within this time or not at all; the gateway gives up later.
    pub request: Duration,
    /// A call of DynamoDB, with all its attempts.
    pub call: Duration,
    /// One attempt of a call.
    pub attempt: Duration,
    /// Making a connection.
    pub connect: Duration,
}

impl Default for TimeLimits {
    fn default() -> Self {
        Self {
            request: Duration::from_secs(8),
            call: Duration::from_secs(6),
            attempt: Duration::from_millis(1_500),
            connect: Duration::from_secs(1),
        }
    }
}

/// How the counts of a list are kept (`store::list_counts`). What is stored does not depend on them, so they may change;
/// tests use small ones, so that a short list has what only a long one has otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListCountSizes {
    /// Records in a segment when it is closed.
    pub segment_rows: usize,
    /// Segments in a chunk.
    pub chunk_segments: usize,
    /// Segments that one reader closes at most.
    pub closed_at_once_max: usize,
    /// A record younger than this stays in the tail, in milliseconds: clocks of two functions may differ, so an id may
    /// still come before it.
    pub settled_after_ms: i64,
}

impl Default for ListCountSizes {
    fn default() -> Self {
        Self { segment_rows: 200, chunk_segments: 50, closed_at_once_max: 50, settled_after_ms: 60_000 }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            table_name: "colonnade".to_owned(),
            dynamodb_endpoint: None,
            credential_cache_seconds: 60,
            limits: TimeLimits::default(),
            list_counts: ListCountSizes::default(),
        }
    }
}

impl Config {
    /// `TABLE_NAME`, `DYNAMODB_ENDPOINT` and `CREDENTIAL_CACHE_SECONDS`; an empty variable counts as absent.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
    pub fn from_environment() -> Self {
        let read = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let default = Self::default();
        Self {
            table_name: read("TABLE_NAME").unwrap_or_else(|| default.table_name.clone()),
            dynamodb_endpoint: read("DYNAMODB_ENDPOINT"),
            credential_cache_seconds: read("CREDENTIAL_CACHE_SECONDS")
                .and_then(|seconds| seconds.parse().ok())
                .map_or(default.credential_cache_seconds, |seconds: i64| seconds.clamp(0, 60)),
            ..default
        }
    }
}
