//! The DynamoDB client of a process: where it goes, with which credentials, how long it tries.

use aws_credential_types::{Credentials, provider::SharedCredentialsProvider};
use aws_sdk_dynamodb::{
    Client,
    config::{
        BehaviorVersion, Builder, HttpClient, Region, StalledStreamProtectionConfig, retry::RetryConfig,
        timeout::TimeoutConfig,
    },
};

use platform::{config::Config, http_client::PooledHttpClient, retry};

/// The DynamoDB client of this process, within the configured limits of time.
pub async fn make_client(config: &Config) -> Client {
    let http = PooledHttpClient::connecting_within(config.limits.connect);
    Client::from_conf(make_settings(config, http).await.build())
}

/// The credentials of this process.
pub async fn load_credentials(config: &Config) -> Option<SharedCredentialsProvider> {
    load_account(config, PooledHttpClient::connecting_within(config.limits.connect)).await.credentials
}

/// The same client over another HTTP connector, for tests that inject faults. It has its own budget of retries:
/// otherwise all clients of a process share one, and the faults of one test would use up the retries of the others.
#[cfg(feature = "testing")]
pub async fn make_client_through(config: &Config, http: impl HttpClient + Clone + 'static) -> Client {
    use std::sync::atomic::{AtomicU64, Ordering};
    static CLIENTS: AtomicU64 = AtomicU64::new(0);
    let name = format!("client {}", CLIENTS.fetch_add(1, Ordering::Relaxed));
    let partition = aws_sdk_dynamodb::config::retry::RetryPartition::new(name);
    Client::from_conf(make_settings(config, http).await.retry_partition(partition).build())
}

async fn make_settings(config: &Config, http: impl HttpClient + Clone + 'static) -> Builder {
    let repeating = RetryConfig::standard()
        .with_max_attempts(retry::CALL_ATTEMPTS_MAX)
        .with_initial_backoff(retry::PAUSE_FIRST)
        .with_max_backoff(retry::PAUSE_MAX);
    let timeout = TimeoutConfig::builder()
        .connect_timeout(config.limits.connect)
        .operation_attempt_timeout(config.limits.attempt)
        .operation_timeout(config.limits.call)
        .build();
    let Account { region, credentials } = load_account(config, http.clone()).await;
    let mut builder = Builder::new()
        .behavior_version(BehaviorVersion::latest())
        .region(region)
        .retry_config(repeating)
        .timeout_config(timeout)
        // An attempt has its limit of time, and no body is a stream.
        .stalled_stream_protection(StalledStreamProtectionConfig::disabled())
        .http_client(http);
    builder.set_credentials_provider(credentials);
    builder.set_endpoint_url(config.dynamodb_endpoint.clone());
    builder
}

/// Region and account of a local database.
const LOCAL: &str = "local";

/// Whose table it is.
struct Account {
    region: Option<Region>,
    credentials: Option<SharedCredentialsProvider>,
}

/// The account that the environment names, as Lambda does for its functions. A local database takes any credentials; a
/// real one is never reached through an endpoint of our own.
async fn load_account(config: &Config, http: impl HttpClient + 'static) -> Account {
    let given = match (&config.dynamodb_endpoint, &config.account_key) {
        (Some(_), _) => Some(Credentials::new(LOCAL, LOCAL, None, None, LOCAL)),
        (None, Some(key)) => {
            let (id, secret, token) = key.parts();
            Some(Credentials::new(id, secret, token, None, "environment"))
        }
        (None, None) => None,
    };
    match given {
        Some(credentials) => Account {
            region: Some(Region::new(
                if config.dynamodb_endpoint.is_some() { LOCAL } else { &config.region }.to_owned(),
            )),
            credentials: Some(SharedCredentialsProvider::new(credentials)),
        },
        None => load_elsewhere(http).await,
    }
}

/// The account of an operator, whose credentials may stand in a profile or come from another service.
#[cfg(feature = "credential-chain")]
async fn load_elsewhere(http: impl HttpClient + 'static) -> Account {
    let found = aws_config::defaults(BehaviorVersion::latest()).http_client(http).load().await;
    Account { region: found.region().cloned(), credentials: found.credentials_provider() }
}

/// None: a function has its credentials from its environment, and carries no code that looks for them anywhere else.
#[cfg(not(feature = "credential-chain"))]
async fn load_elsewhere(_: impl HttpClient + 'static) -> Account {
    Account { region: None, credentials: None }
}
