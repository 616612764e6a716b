//! Configuration, read once from the environment. Nothing else reads it.

use std::{fmt, time::Duration};

use values::SealingKeys;
pub use values::account_key::AccountKey;

/// What a deployment decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Name of the table.
    pub table_name: String,
    /// Address of a local database; DynamoDB itself when there is none.
    pub dynamodb_endpoint: Option<String>,
    /// How long a warm process trusts a verified credential, in seconds; at most 60 (`docs/API-DESIGN.md`, Limits).
    pub credential_cache_seconds: i64,
    /// How many requests a process takes of one API client; as many as come when there is none, as on a developer's machine.
    pub client_limit: Option<ClientLimit>,
    /// With what the cursors of lists are signed.
    pub cursor_secrets: CursorSecrets,
    /// With what stored texts are encrypted that must be read again.
    pub sealing_keys: SealingKeys,
    /// Queue of work that another process does soon; none in functions that hand nothing over.
    pub work_queue_url: Option<String>,
    /// Whether events may be sent to receivers on this machine. The environment does not change it: only a developer's service does.
    pub allow_local_webhooks: bool,
    /// Bucket of the contents of uploaded files; none in functions that have nothing to do with them.
    pub files_bucket: Option<String>,
    /// Address of the stand-in for the store of files on a developer's machine; Amazon S3 when there is none.
    pub files_endpoint: Option<String>,
    /// Region of the table and of the bucket.
    pub region: String,
    /// Key of the role that a function has; none on an operator's machine, where it is looked for elsewhere.
    pub account_key: Option<AccountKey>,
    /// How long anything may take.
    pub limits: TimeLimits,
    /// How the counts of lists are kept.
    pub list_counts: ListCountSizes,
}

/// How many requests a process takes of one API client (`docs/OPERATIONS.md`, One caller among many).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientLimit {
    /// Requests a second, for long.
    pub per_second: i64,
    /// Requests that are taken at once after a rest.
    pub burst: i64,
}

impl Default for ClientLimit {
    fn default() -> Self {
        Self { per_second: 50, burst: 200 }
    }
}

impl ClientLimit {
    /// The limit of these texts, with the default for what is absent or no number; `None` when the rate is 0.
    fn parse(per_second: Option<String>, burst: Option<String>) -> Option<Self> {
        let number = |text: Option<String>, default: i64| {
            text.and_then(|text| text.parse().ok()).filter(|number| (0..=1_000_000).contains(number)).unwrap_or(default)
        };
        let default = Self::default();
        let limit = Self { per_second: number(per_second, default.per_second), burst: number(burst, default.burst) };
        (limit.per_second > 0).then_some(Self { burst: limit.burst.max(1), ..limit })
    }
}

/// Secrets with which cursors are signed: the first signs, any of them is accepted, so that one can take the place of another. What
/// rests on them is only that nobody else makes cursors, not whose records a cursor reaches.
#[derive(Clone, PartialEq, Eq)]
pub struct CursorSecrets {
    first: String,
    former: Vec<String>,
}

impl CursorSecrets {
    /// Secrets that stand with commas between them; `None` when there is none.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut secrets = text.split(',').map(str::trim).filter(|secret| !secret.is_empty()).map(str::to_owned);
        Some(Self { first: secrets.next()?, former: secrets.collect() })
    }

    /// The one that signs.
    #[must_use]
    pub fn first(&self) -> &str {
        &self.first
    }

    /// All that are accepted.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.first()).chain(self.former.iter().map(String::as_str))
    }
}

impl Default for CursorSecrets {
    /// The secret of a service on its developer's machine, which protects nothing; `template.yaml` makes a real one.
    fn default() -> Self {
        Self { first: "local".to_owned(), former: Vec::new() }
    }
}

impl fmt::Debug for CursorSecrets {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("cursor secrets")
    }
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
    /// Making a connection to DynamoDB, encryption included.
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

/// How the counts of a list are kept (`store::lists::segments`). What is stored does not depend on them, so they may change;
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
            client_limit: None,
            cursor_secrets: CursorSecrets::default(),
            sealing_keys: SealingKeys::default(),
            work_queue_url: None,
            allow_local_webhooks: false,
            files_bucket: None,
            files_endpoint: None,
            region: "local".to_owned(),
            account_key: None,
            limits: TimeLimits::default(),
            list_counts: ListCountSizes::default(),
        }
    }
}

impl Config {
    /// `TABLE_NAME`, `DYNAMODB_ENDPOINT`, `CREDENTIAL_CACHE_SECONDS`, `CLIENT_REQUESTS_PER_SECOND`, `CLIENT_REQUEST_BURST`,
    /// `CURSOR_SECRETS`, `SEALING_KEYS`, `WORK_QUEUE_URL`, `FILES_BUCKET`, `FILES_ENDPOINT`, `AWS_REGION` and Lambda's `AWS_ACCESS_KEY_ID`,
    /// `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN`; an empty variable counts as absent.
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
            client_limit: ClientLimit::parse(read("CLIENT_REQUESTS_PER_SECOND"), read("CLIENT_REQUEST_BURST")),
            cursor_secrets: read("CURSOR_SECRETS").and_then(|text| CursorSecrets::parse(&text)).unwrap_or_default(),
            sealing_keys: SealingKeys::parse(&read("SEALING_KEYS").unwrap_or_default()),
            work_queue_url: read("WORK_QUEUE_URL"),
            files_bucket: read("FILES_BUCKET"),
            files_endpoint: read("FILES_ENDPOINT"),
            region: read("AWS_REGION").unwrap_or_else(|| default.region.clone()),
            account_key: AccountKey::new(
                read("AWS_ACCESS_KEY_ID"),
                read("AWS_SECRET_ACCESS_KEY"),
                read("AWS_SESSION_TOKEN"),
            ),
            ..default
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ClientLimit;

    #[test]
    fn a_limit_that_is_not_said_is_the_default_and_zero_is_none() {
        let parse = |rate: Option<&str>, burst: Option<&str>| {
            ClientLimit::parse(rate.map(str::to_owned), burst.map(str::to_owned))
        };
        assert_eq!(parse(None, None), Some(ClientLimit::default()));
        assert_eq!(parse(Some("fast"), Some("-1")), Some(ClientLimit::default()));
        assert_eq!(parse(Some("7"), Some("0")), Some(ClientLimit { per_second: 7, burst: 1 }));
        assert_eq!(parse(Some("0"), Some("9")), None);
    }
}
