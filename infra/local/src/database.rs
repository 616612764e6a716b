//! The embedded database: in a folder or in memory, with the table in it.

use std::{
    fs::{self, File},
    io::Write as _,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use axum::Router;
use platform::config::{Config, SecretPlace, TimeLimits};
use store;
use testing::{
    TableStream, database,
    files::{self, FileServer},
};
use values::Clock;
use work::{
    context::{Context, Log, SystemClock},
    files::FileStore,
    mailbox::Mailbox,
    queue::{InProcessQueue, WorkQueue},
};

use crate::{
    credentials::DemoClients,
    data_folder::{self, CREDENTIALS, FILE, FILES, SECRETS},
    fault::Fault,
    options::DataOptions,
    owner_only, seed,
};

/// Address that letters are from on a developer's machine.
const LETTER_SENDER: &str = "letters@colonnade.localhost";
/// Where browsers reach the service, unless it says something else when it is started.
const PUBLIC_URL: &str = "http://127.0.0.1:3000";

/// A database that is being served. The folder stays locked as long as this lives.
pub struct LocalDatabase {
    /// Store, clock and the rest, connected to it.
    pub context: Context,
    /// Address at which the database listens, as `http://` with host and port.
    pub endpoint: String,
    /// Its demo merchants' clients.
    pub clients: DemoClients,
    /// The stream of its table.
    pub stream: TableStream,
    files: FileServer,
    _lock: Option<File>,
}

impl LocalDatabase {
    /// Has links to files lead to `origin`, and gives what answers them there. Until now they led to a port of their own,
    /// which only this machine reaches.
    pub fn take_files_to(&mut self, origin: &str) -> Router {
        let files_endpoint = Some(origin.to_owned());
        let files_bucket = Some(files::BUCKET.to_owned());
        let config = Config { files_endpoint, files_bucket, ..Config::default() };
        self.context.files = FileStore::new(&config, Arc::new(SystemClock));
        self.files.router()
    }

    /// Keeps in the folder where the service is, for shells that read its credentials there.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn tell_folder(&self, options: &DataOptions, base_url: &str) -> Result<(), Fault> {
        if options.in_memory { Ok(()) } else { self.clients.write(&options.data.join(CREDENTIALS), base_url) }
    }
}

/// What serves the data of a folder, or of memory.
struct Served {
    context: Context,
    endpoint: String,
    stream: TableStream,
    files: FileServer,
}

/// Opens the data, serves the database at `address`, makes the table and at the first start the demo data.
///
/// # Errors
/// When the folder is in use or unreadable, or the address is taken.
pub async fn open(options: &DataOptions, address: SocketAddr, log: Log) -> Result<LocalDatabase, Fault> {
    if let Some(file) = &options.credentials {
        // Whoever waits for this file must not find that of an earlier start.
        let _ = fs::remove_file(file);
    }
    if options.in_memory {
        let Served { context, endpoint, stream, files } = serve(None, address, log).await?;
        let clients = seed::begin(&context, options.empty).await?;
        return Ok(LocalDatabase { context, endpoint, clients, stream, files, _lock: None });
    }
    let folder = &options.data;
    owner_only::folder(folder)?;
    let mut lock = data_folder::lock(folder)?.ok_or_else(|| {
        Fault(format!("{} is in use by another process: stop it, or use --in-memory", folder.display()))
    })?;
    if options.reset {
        data_folder::empty(folder)?;
    }
    let Served { context, endpoint, stream, files } = serve(Some(&folder.join(FILE)), address, log).await?;
    lock.write_all(endpoint.as_bytes())?;
    let file = folder.join(CREDENTIALS);
    let known = DemoClients::read(&file)?;
    let is_first_start = known.is_none();
    let clients = match known {
        Some(clients) => clients,
        None => seed::begin(&context, options.empty).await?,
    };
    if is_first_start {
        // Last, so that a start that was interrupted begins again instead of going on with half the data.
        clients.write(&file, "")?;
    }
    Ok(LocalDatabase { context, endpoint, clients, stream, files, _lock: Some(lock) })
}

/// A table of its own in memory, at the time that `clock` tells. Requests have all the time they need, so that no
/// answer depends on how fast the machine is.
///
/// # Errors
/// When it cannot be served.
pub async fn open_in_memory(clock: Arc<dyn Clock>) -> Result<Context, Fault> {
    let endpoint = format!("http://{}", database::serve(None, loopback(0))?);
    let files = files::serve(None, None)?;
    let far = Duration::from_mins(10);
    let limits = TimeLimits { request: far, call: far, attempt: far, connect: far };
    let public_url = Some("https://api.example.com".to_owned());
    connect_as(Config { limits, public_url, ..local(endpoint, files, None) }, clock, Log::Off).await
}

/// A context on the data of `folder`, whether a server has it open or not; the file keeps it locked.
///
/// # Errors
/// When the folder is unreadable.
pub async fn attach(folder: &Path) -> Result<(Context, Option<File>), Fault> {
    owner_only::folder(folder)?;
    if let Some(lock) = data_folder::lock(folder)? {
        let served = serve(Some(&folder.join(FILE)), loopback(0), Log::Off).await?;
        return Ok((served.context, Some(lock)));
    }
    let file = data_folder::lock_file(folder);
    let endpoint = fs::read_to_string(&file).map_err(|error| Fault::file(&file, &error))?;
    let secrets = SecretPlace::Folder(folder.join(SECRETS));
    let config = Config { dynamodb_endpoint: Some(endpoint), secrets, ..Config::default() };
    Ok((connect_as(config, Arc::new(SystemClock), Log::Off).await?, None))
}

/// Address of a port that only this machine can reach.
#[must_use]
pub fn loopback(port: u16) -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], port))
}

/// The database with its table and the table's stream, out of which events are made.
async fn serve(file: Option<&Path>, address: SocketAddr, log: Log) -> Result<Served, Fault> {
    let secrets = file.map(data_folder::secrets_beside).transpose()?;
    let folder = file.map(|file| file.with_file_name(FILES));
    for file in file.into_iter().flat_map(data_folder::database_files) {
        owner_only::file(&file)?;
    }
    folder.iter().try_for_each(|folder| owner_only::folder(folder))?;
    let endpoint = format!("http://{}", database::serve(file, address)?);
    let files = FileServer::new(folder, Some(Arc::new(SystemClock)));
    let config = local(endpoint.clone(), files.serve()?, secrets);
    let context = connect_as(config.clone(), Arc::new(SystemClock), log).await?;
    store::table::begin_stream(context.store.client_and_table().0, &config.table_name).await?;
    let stream = database::stream_of(&endpoint, &config.table_name)?;
    Ok(Served { context, endpoint, stream, files })
}

/// The configuration of a developer's machine.
fn local(dynamodb_endpoint: String, files_endpoint: String, secrets: Option<PathBuf>) -> Config {
    let default = Config::default();
    Config {
        secrets: secrets.map_or(default.secrets, SecretPlace::Folder),
        dynamodb_endpoint: Some(dynamodb_endpoint),
        files_bucket: Some(files::BUCKET.to_owned()),
        files_endpoint: Some(files_endpoint),
        ..Config::default()
    }
}

async fn connect_as(config: Config, clock: Arc<dyn Clock>, log: Log) -> Result<Context, Fault> {
    let client = store::make_client(&config).await;
    store::table::create(&client, &config.table_name).await?;
    let queue = || WorkQueue::InProcess(InProcessQueue::new(Arc::clone(&clock)));
    let mailbox = Mailbox::new(Some(LETTER_SENDER), queue());
    let (queue, due_queue, calendar_queue) = (queue(), queue(), queue());
    let public_url = Some(PUBLIC_URL.into());
    Ok(Context { mailbox, queue, due_queue, calendar_queue, public_url, ..Context::new(&config, client, clock, log) })
}
