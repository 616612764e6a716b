//! What a process has: store, clock, identifiers, verified credentials, log. Built once, handed to every request.

use std::{
    io::Write as _,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use crate::{
    auth::{ClientUsage, CredentialCache},
    files::FileStore,
    queue::{SqsQueue, WorkQueue},
};
use platform::{
    config::{Config, CursorSecrets},
    ids::Ids,
};
use store::Store;
use values::{Clock, SealingKeys};

pub use platform::system_clock::SystemClock;

/// Everything a request needs from its process. Cloning is cheap.
#[derive(Clone)]
pub struct Context {
    /// The table in DynamoDB with everything that is stored.
    pub store: Store,
    /// The clock of the process: that of the wall, or one that a test moves.
    pub clock: Arc<dyn Clock>,
    /// Source of new identifiers and of randomness.
    pub ids: Arc<Ids>,
    /// Credentials verified less than a minute ago.
    pub credentials: Arc<CredentialCache>,
    /// How much this process was asked by each client.
    pub usage: Arc<ClientUsage>,
    /// With what the cursors of lists are signed.
    pub cursor_secrets: Arc<CursorSecrets>,
    /// With what stored texts are encrypted that must be read again.
    pub sealing_keys: Arc<SealingKeys>,
    /// Where work goes that another process does soon.
    pub queue: WorkQueue,
    /// Whether events may be sent to receivers on this machine.
    pub allow_local_webhooks: bool,
    /// Where the contents of uploaded files lie.
    pub files: FileStore,
    /// An operation answers within this time or not at all.
    pub deadline: Duration,
    /// Where log lines go.
    pub log: Log,
}

impl Context {
    /// The context of a process that runs for real: wall clock, DynamoDB, log on standard output.
    pub async fn from_environment() -> Self {
        let config = Config::from_environment();
        let client = store::client(&config).await;
        let context = Self::new(&config, client, Arc::new(SystemClock), Log::StandardOutput);
        if config.files_bucket.is_none() && config.work_queue_url.is_none() {
            return context;
        }
        let credentials = store::credentials(&config).await;
        let files = context.files.clone().with_credentials(credentials.clone());
        let queue = match (&config.work_queue_url, credentials) {
            (Some(url), Some(credentials)) => {
                let queue = SqsQueue::new(url, &config.region, credentials, Arc::clone(&context.clock));
                WorkQueue::Sqs(Arc::new(queue))
            }
            (None, _) | (_, None) => WorkQueue::None,
        };
        Self { queue, files, ..context }
    }

    /// A context of these parts.
    #[must_use]
    pub fn new(config: &Config, client: aws_sdk_dynamodb::Client, clock: Arc<dyn Clock>, log: Log) -> Self {
        let ids = Arc::new(Ids::new(Arc::clone(&clock)));
        Self {
            store: Store::new(client, config, Arc::clone(&ids)),
            files: FileStore::new(config, Arc::clone(&clock)),
            clock,
            ids,
            credentials: Arc::new(CredentialCache::new(config.credential_cache_seconds)),
            usage: Arc::new(ClientUsage::new(config.client_limit)),
            cursor_secrets: Arc::new(config.cursor_secrets.clone()),
            sealing_keys: Arc::new(config.sealing_keys.clone()),
            queue: WorkQueue::None,
            allow_local_webhooks: config.allow_local_webhooks,
            deadline: config.limits.request,
            log,
        }
    }
}

/// Where log lines go: one JSON object a line, where nothing else is said.
#[derive(Clone, Debug)]
pub enum Log {
    /// Standard output, which Lambda keeps.
    StandardOutput,
    /// Standard output, each line worded by this function, for people who read along.
    Worded(fn(&serde_json::Value) -> String),
    /// Nowhere: log lines are thrown away.
    Off,
    /// Memory, for tests that read the log.
    Memory(Arc<Mutex<Vec<String>>>),
}

impl Log {
    /// Writes one JSON object as a line of the log.
    pub fn write(&self, line: &serde_json::Value) {
        match self {
            // A request must not fail because its log line cannot be written.
            Self::StandardOutput => drop(writeln!(std::io::stdout().lock(), "{line}")),
            Self::Worded(words) => drop(writeln!(std::io::stdout().lock(), "{}", words(line))),
            Self::Off => {}
            Self::Memory(lines) => lines.lock().unwrap_or_else(PoisonError::into_inner).push(line.to_string()),
        }
    }
}
