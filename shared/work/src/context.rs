//! What a process has: store, clock, identifiers, verified credentials, log. Built once, handed to every request.

use std::{
    io::Write as _,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use crate::secrets::{SecretSource, Secrets};
use crate::{
    auth::{ClientUsage, CredentialCache, FailedCredentials, KnownOrigins},
    files::FileStore,
    letter_service::LetterService,
    mailbox::Mailbox,
    queue::{SqsQueue, WorkQueue},
    servers::ForeignServers,
};
use platform::{
    config::{Config, SecretPlace},
    ids::Ids,
};
use store::Store;
use values::Clock;

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
    /// Credentials that failed less than a minute ago.
    pub failed_credentials: Arc<FailedCredentials>,
    /// From which web origins pages may use the service, as far as this process knows.
    pub origins: Arc<KnownOrigins>,
    /// How letters leave.
    pub mailbox: Mailbox,
    /// How much each client used of the service, as far as this process knows.
    pub usage: Arc<ClientUsage>,
    /// Secrets of the deployment, each read when it is needed first.
    pub secrets: Arc<Secrets>,
    /// Where attempts at webhook deliveries go, which another process makes soon.
    pub queue: WorkQueue,
    /// Where records go whose due work is to begin at once, without waiting for the sweep.
    pub due_queue: WorkQueue,
    /// Where outside calendars go that another process reads soon.
    pub calendar_queue: WorkQueue,
    /// How many attempts at webhook deliveries are made at the same moment, of all merchants together.
    pub deliveries_at_once: usize,
    /// Whether events may be sent to receivers on this machine.
    pub allow_local_webhooks: bool,
    /// Address under which browsers reach this deployment; none where nobody signs in by OpenID Connect.
    pub public_url: Option<Arc<str>>,
    /// Servers of others, as far as this process knows them.
    pub servers: Arc<ForeignServers>,
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
        let client = store::make_client(&config).await;
        let context = Self::new(&config, client, Arc::new(SystemClock), Log::StandardOutput);
        let credentials = store::load_credentials(&config).await;
        let secrets = match (&config.secrets, &credentials) {
            (SecretPlace::SecretsManager(arns), Some(credentials)) => {
                let endpoint = format!("https://secretsmanager.{}.amazonaws.com/", config.region);
                let (place, clock) = ((endpoint, config.region.as_str()), Arc::clone(&context.clock));
                let source = SecretSource::secrets_manager(arns.clone(), place, credentials.clone(), clock);
                Arc::new(Secrets::new(source, Arc::clone(&context.clock)))
            }
            _ => Arc::clone(&context.secrets),
        };
        let files = context.files.clone().with_credentials(credentials.clone());
        let queue_at = |url: &Option<String>| match (url, credentials.clone()) {
            (Some(url), Some(credentials)) => {
                let queue = SqsQueue::new(url, &config.region, credentials, Arc::clone(&context.clock));
                WorkQueue::Sqs(Arc::new(queue))
            }
            (None, _) | (_, None) => WorkQueue::None,
        };
        let (queue, due_queue) = (queue_at(&config.work_queue_url), queue_at(&config.due_queue_url));
        let calendar_queue = queue_at(&config.calendar_queue_url);
        let service = credentials.clone().filter(|_| config.letter_sender.is_some()).map(|credentials| {
            let (set, clock) = (config.letter_configuration_set.clone(), Arc::clone(&context.clock));
            Arc::new(LetterService::new(&config.region, set, credentials, clock))
        });
        let mailbox = Mailbox::new(config.letter_sender.as_deref(), queue_at(&config.letter_queue_url));
        let mailbox = mailbox.by(service);
        Self { mailbox, secrets, queue, due_queue, calendar_queue, files, ..context }
    }

    /// A context of these parts.
    #[must_use]
    pub fn new(config: &Config, client: aws_sdk_dynamodb::Client, clock: Arc<dyn Clock>, log: Log) -> Self {
        let ids = Arc::new(Ids::new(Arc::clone(&clock)));
        Self {
            store: Store::new(client, config, Arc::clone(&ids)),
            files: FileStore::new(config, Arc::clone(&clock)),
            ids,
            credentials: Arc::new(CredentialCache::new(config.credential_cache_seconds)),
            failed_credentials: Arc::default(),
            origins: Arc::default(),
            mailbox: Mailbox::new(config.letter_sender.as_deref(), WorkQueue::None),
            usage: Arc::new(ClientUsage::new(config.client_limit)),
            secrets: Arc::new(Secrets::new(secret_source(config), Arc::clone(&clock))),
            queue: WorkQueue::None,
            due_queue: WorkQueue::None,
            calendar_queue: WorkQueue::None,
            deliveries_at_once: config.deliveries_at_once,
            allow_local_webhooks: config.allow_local_webhooks,
            public_url: config.public_url.as_deref().map(Arc::from),
            servers: Arc::default(),
            deadline: config.limits.request,
            clock,
            log,
        }
    }
}

/// Where the secrets of a process are, as far as that needs no credentials.
fn secret_source(config: &Config) -> SecretSource {
    match &config.secrets {
        SecretPlace::Given(versions) => SecretSource::Given(versions.clone()),
        SecretPlace::Folder(folder) => SecretSource::Folder(folder.clone()),
        SecretPlace::SecretsManager(_) => SecretSource::Nowhere,
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
