//! Configuration, read once from the environment. Nothing else reads it.

use std::{path::PathBuf, time::Duration};

use crate::secrets::SecretArns;
use values::SecretVersions;
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
    /// How much one API client may use of the service; as much as it likes when there is none.
    pub client_limit: Option<ClientLimit>,
    /// Where the secrets are with which cursors and codes are signed, and texts encrypted that must be read again.
    pub secrets: SecretPlace,
    /// Queue of work that another process does soon; none in functions that hand nothing over.
    pub work_queue_url: Option<String>,
    /// URL of the queue of records whose due work is to begin at once; `None` where the function has none.
    pub due_queue_url: Option<String>,
    /// URL of the queue of letters that are to be written or sent; `None` where the function has none.
    pub letter_queue_url: Option<String>,
    /// URL of the queue of outside calendars that are to be read; `None` where the function has none.
    pub calendar_queue_url: Option<String>,
    /// Address that letters are from; none where this deployment sends none.
    pub letter_sender: Option<String>,
    /// Configuration set of Amazon SES under which letters are sent.
    pub letter_configuration_set: Option<String>,
    /// How many attempts at webhook deliveries are made at the same moment, of all merchants together.
    pub deliveries_at_once: usize,
    /// Whether events may be sent to receivers on this machine. The environment does not change it: only a developer's
    /// service does.
    pub allow_local_webhooks: bool,
    /// Address under which browsers reach this deployment, such as `https://api.example.com`, without a slash at its
    /// end; none where nobody signs in by OpenID Connect.
    pub public_url: Option<String>,
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

/// How much one API client may use of the service, all processes together (`docs/OPERATIONS.md`, One caller among
/// many). It is counted by windows of ten seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientLimit {
    /// Most requests in a second, as an average over a window.
    pub requests_per_second: i64,
    /// Units of the table a second, as `docs/OPERATION-COSTS.md` has them.
    pub units_per_second: i64,
}

impl Default for ClientLimit {
    fn default() -> Self {
        Self { requests_per_second: 50, units_per_second: 2_000 }
    }
}

impl ClientLimit {
    /// Length of a window.
    pub const WINDOW_SECONDS: i64 = 10;

    /// Requests of a window.
    #[must_use]
    pub const fn requests(self) -> i64 {
        self.requests_per_second * Self::WINDOW_SECONDS
    }

    /// Units of a window.
    #[must_use]
    pub const fn units(self) -> i64 {
        self.units_per_second * Self::WINDOW_SECONDS
    }

    /// The limit of these texts, with the default for what is absent or no number; `None` when either is 0.
    fn parse(requests: Option<String>, units: Option<String>) -> Option<Self> {
        let number = |text: Option<String>, default: i64| {
            text.and_then(|text| text.parse().ok()).filter(|number| (0..=1_000_000).contains(number)).unwrap_or(default)
        };
        let default = Self::default();
        let requests_per_second = number(requests, default.requests_per_second);
        let units_per_second = number(units, default.units_per_second);
        (requests_per_second > 0 && units_per_second > 0).then_some(Self { requests_per_second, units_per_second })
    }
}

/// Where the secrets of a deployment are (`docs/OPERATIONS.md`, Secrets).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecretPlace {
    /// These versions, for every purpose alike: in tests and in memory.
    Given(SecretVersions),
    /// A folder of a developer's machine.
    Folder(PathBuf),
    /// AWS Secrets Manager: the secrets with these ARNs.
    SecretsManager(SecretArns),
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

/// How the counts of a list are kept (`store::lists::segments`). What is stored does not depend on them, so they may
/// change; tests use small ones, so that a short list has what only a long one has otherwise.
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
            secrets: SecretPlace::Given(SecretVersions::default()),
            work_queue_url: None,
            due_queue_url: None,
            letter_queue_url: None,
            calendar_queue_url: None,
            letter_sender: None,
            letter_configuration_set: None,
            deliveries_at_once: 50,
            allow_local_webhooks: false,
            public_url: None,
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
    /// `TABLE_NAME`, `DYNAMODB_ENDPOINT`, `CREDENTIAL_CACHE_SECONDS`, `CLIENT_REQUESTS_PER_SECOND`,
    /// `CLIENT_UNITS_PER_SECOND`, `CURSOR_SECRET_ARN`, `CODE_SECRET_ARN`, `SEALING_SECRET_ARN`, `WORK_QUEUE_URL`,
    /// `DUE_QUEUE_URL`, `LETTER_QUEUE_URL`, `CALENDAR_QUEUE_URL`, `LETTER_SENDER`, `LETTER_CONFIGURATION_SET`, `DELIVERIES_AT_ONCE`, `FILES_BUCKET`, `FILES_ENDPOINT`, `AWS_REGION` and Lambda's
    /// `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN`; an empty variable counts as absent.
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
            client_limit: ClientLimit::parse(read("CLIENT_REQUESTS_PER_SECOND"), read("CLIENT_UNITS_PER_SECOND")),
            // A local database is the table of a developer's machine, whose secrets protect nothing.
            secrets: match read("DYNAMODB_ENDPOINT") {
                Some(_) => default.secrets.clone(),
                None => SecretPlace::SecretsManager(SecretArns {
                    cursors: read("CURSOR_SECRET_ARN"),
                    codes: read("CODE_SECRET_ARN"),
                    sealing: read("SEALING_SECRET_ARN"),
                }),
            },
            work_queue_url: read("WORK_QUEUE_URL"),
            due_queue_url: read("DUE_QUEUE_URL"),
            letter_queue_url: read("LETTER_QUEUE_URL"),
            calendar_queue_url: read("CALENDAR_QUEUE_URL"),
            letter_sender: read("LETTER_SENDER"),
            letter_configuration_set: read("LETTER_CONFIGURATION_SET"),
            deliveries_at_once: read("DELIVERIES_AT_ONCE")
                .and_then(|number| number.parse().ok())
                .unwrap_or(default.deliveries_at_once),
            public_url: read("PUBLIC_URL").map(|url| url.trim_end_matches('/').to_owned()),
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
        let parse = |requests: Option<&str>, units: Option<&str>| {
            ClientLimit::parse(requests.map(str::to_owned), units.map(str::to_owned))
        };
        assert_eq!(parse(None, None), Some(ClientLimit::default()));
        assert_eq!(parse(Some("fast"), Some("-1")), Some(ClientLimit::default()));
        assert_eq!(parse(Some("7"), Some("90")), Some(ClientLimit { requests_per_second: 7, units_per_second: 90 }));
        assert_eq!((parse(Some("0"), Some("9")), parse(Some("9"), Some("0"))), (None, None));
    }
}
