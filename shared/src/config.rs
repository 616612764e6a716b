//! Configuration, read once from the environment. Nothing else reads it.

/// What a deployment decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Name of the table.
    pub table_name: String,
    /// Address of a local database; DynamoDB itself when there is none.
    pub dynamodb_endpoint: Option<String>,
    /// How long a warm process trusts a verified credential, in seconds; at most 60 (`decisions.md`).
    pub credential_cache_seconds: i64,
}

impl Default for Config {
    fn default() -> Self {
        Self { table_name: "colonnade".to_owned(), dynamodb_endpoint: None, credential_cache_seconds: 60 }
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
            table_name: read("TABLE_NAME").unwrap_or(default.table_name),
            dynamodb_endpoint: read("DYNAMODB_ENDPOINT"),
            credential_cache_seconds: read("CREDENTIAL_CACHE_SECONDS")
                .and_then(|seconds| seconds.parse().ok())
                .map_or(default.credential_cache_seconds, |seconds: i64| seconds.clamp(0, 60)),
        }
    }
}
