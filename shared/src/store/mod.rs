//! DynamoDB: keys, reads, lists and transactions. The only module that names the SDK.

pub mod bucket_counts;
pub mod bucket_position;
pub mod calendar;
mod closable_counter;
mod commit;
pub mod due;
pub(crate) mod due_key;
pub mod error;
pub mod expression;
mod further;
mod held;
mod hints;
pub(crate) mod item;
pub mod key;
pub mod list;
pub(crate) mod list_counts;
pub(crate) mod merge;
mod merged_lists;
pub mod meter;
mod moves;
pub mod publication;
mod query;
mod read;
mod read_ahead;
pub mod table;
pub mod transaction;
mod turns;
mod value;
mod word_rows;
mod words;
mod write;

use std::sync::{Arc, atomic::AtomicU64};

use aws_config::{BehaviorVersion, Region, retry::RetryConfig, timeout::TimeoutConfig};
use aws_credential_types::provider::SharedCredentialsProvider;
use aws_sdk_dynamodb::Client;
use aws_smithy_http_client::tls::{self, rustls_provider::CryptoMode};
use uuid::Uuid;

pub use self::commit::decided_anew;
pub use self::{
    error::StoreError,
    expression::Expression,
    key::Key,
    list::{List, Listed, Order, Paging, Scheme},
    meter::{Meter, Usage},
    query::AtMost,
    read::Either,
    read_ahead::ReadAhead,
    transaction::Transaction,
};
use crate::{
    config::{Config, ListCountSizes},
    ids::Ids,
    retry,
    tenant::Tenant,
};

/// One table. Cloning is cheap. [`Store::metered`] gives a request a handle of its own that counts its calls and units.
#[derive(Clone)]
pub struct Store {
    client: Client,
    table: Arc<str>,
    ids: Arc<Ids>,
    meter: Arc<Meter>,
    hints: Arc<hints::Hints>,
    ahead: Arc<read_ahead::Ahead>,
    list_count_sizes: ListCountSizes,
    /// Transactions of this process that changed calendar lists.
    calendar_writes: Arc<AtomicU64>,
}

impl Store {
    /// The client, and the name of the table: for the operator's command that reads a whole table. No request does.
    #[must_use]
    pub fn client_and_table(&self) -> (&Client, &str) {
        (&self.client, &self.table)
    }

    /// The store in the configured table of `client`.
    #[must_use]
    pub fn new(client: Client, config: &Config, ids: Arc<Ids>) -> Self {
        Self {
            client,
            table: config.table_name.as_str().into(),
            ids,
            meter: Arc::default(),
            hints: Arc::default(),
            ahead: Arc::default(),
            list_count_sizes: config.list_counts,
            calendar_writes: Arc::default(),
        }
    }

    /// What this process remembers as a `T` about the record with this id: a guess, never an answer (`hints`).
    #[must_use]
    pub fn hint<T: Clone + Send + Sync + 'static>(&self, tenant: &Tenant, id: Uuid) -> Option<T> {
        self.hints.of(tenant, id)
    }

    /// Remembers `hint` about the record with this id.
    pub fn remember<T: Clone + Send + Sync + 'static>(&self, tenant: &Tenant, id: Uuid, hint: T) {
        self.hints.remember(tenant, id, hint);
    }

    /// The same store with a fresh account.
    #[must_use]
    pub fn metered(&self) -> Self {
        Self { meter: Arc::default(), ..self.clone() }
    }

    /// Opens the connection to DynamoDB with a read of an item that does not exist. A failure is ignored: the first
    /// request would meet it too.
    pub async fn warm_up(&self) {
        let nothing = Key { partition: "-".to_owned(), sort: "-".to_owned() };
        let read = tokio::time::timeout(std::time::Duration::from_secs(1), self.get_item(&nothing));
        drop(read.await);
    }

    /// What was used through this handle and its clones.
    #[must_use]
    pub fn usage(&self) -> Usage {
        self.meter.usage()
    }
}

/// The DynamoDB client of this process, within the configured limits of time.
pub async fn client(config: &Config) -> Client {
    let https =
        aws_smithy_http_client::Builder::new().tls_provider(tls::Provider::Rustls(CryptoMode::Ring)).build_https();
    Client::new(&settings(config).http_client(https).load().await)
}

/// The credentials of this process.
pub async fn credentials(config: &Config) -> Option<SharedCredentialsProvider> {
    settings(config).load().await.credentials_provider()
}

/// The same client over another HTTP connector, for tests that inject faults. It has its own budget of retries:
/// otherwise all clients of a process share one, and the faults of one test would use up the retries of the others.
#[cfg(feature = "testing")]
pub async fn client_through(config: &Config, http: impl aws_sdk_dynamodb::config::HttpClient + 'static) -> Client {
    use std::sync::atomic::{AtomicU64, Ordering};
    static CLIENTS: AtomicU64 = AtomicU64::new(0);
    let name = format!("client {}", CLIENTS.fetch_add(1, Ordering::Relaxed));
    let partition = aws_sdk_dynamodb::config::retry::RetryPartition::new(name);
    let settings = settings(config).http_client(http).load().await;
    Client::from_conf(aws_sdk_dynamodb::config::Builder::from(&settings).retry_partition(partition).build())
}

fn settings(config: &Config) -> aws_config::ConfigLoader {
    let repeating = RetryConfig::standard()
        .with_max_attempts(retry::CALL_ATTEMPTS_MAX)
        .with_initial_backoff(retry::PAUSE_FIRST)
        .with_max_backoff(retry::PAUSE_MAX);
    let timeout = TimeoutConfig::builder()
        .connect_timeout(config.limits.connect)
        .operation_attempt_timeout(config.limits.attempt)
        .operation_timeout(config.limits.call)
        .build();
    let mut loader = aws_config::defaults(BehaviorVersion::latest()).retry_config(repeating).timeout_config(timeout);
    if let Some(endpoint) = &config.dynamodb_endpoint {
        // A local database takes any credentials; a real one is never reached through an endpoint of our own.
        loader = loader
            .endpoint_url(endpoint)
            .region(Region::new("local"))
            .credentials_provider(aws_sdk_dynamodb::config::Credentials::new("local", "local", None, None, "local"));
    }
    loader
}
