//! The embedded database: in a folder or in memory, with the table in it.

use std::{
    fmt::Write as _,
    fs::{self, File, TryLockError},
    io::Write as _,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use platform::secrets::Purpose;
use platform::{
    config::{Config, SecretPlace, TimeLimits},
    ids::Ids,
};
use store;
use testing::{TableStream, database, files};
use values::Clock;
use work::{
    context::{Context, Log, SystemClock},
    mailbox::Mailbox,
    queue::{InProcessQueue, WorkQueue},
};

use crate::{credentials::DemoClients, fault::Fault, options::DataOptions, owner_only, seed};

/// The database in its folder.
const FILE: &str = "colonnade.db";
/// The folder of uploaded files beside it.
const FILES: &str = "files";
/// The folder of secrets beside it.
const SECRETS: &str = "secrets";
/// With what a service on a developer's machine signed before it had secrets of its own.
const FORMER_SECRET: &str = "local";
/// Address that letters are from on a developer's machine.
const LETTER_SENDER: &str = "letters@colonnade.localhost";
/// Where browsers reach the service, unless it says something else when it is started.
const PUBLIC_URL: &str = "http://127.0.0.1:3000";
/// Bytes of a new secret.
const SECRET_BYTES: usize = 24;

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
    _lock: Option<File>,
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
        let (context, endpoint, stream) = serve(None, address, log).await?;
        let clients = seed::begin(&context, options.empty).await?;
        return Ok(LocalDatabase { context, endpoint, clients, stream, _lock: None });
    }
    let folder = &options.data;
    owner_only::folder(folder)?;
    let mut lock = lock(folder)?.ok_or_else(|| {
        Fault(format!("{} is in use by another process: stop it, or use --in-memory", folder.display()))
    })?;
    let (context, endpoint, stream) = serve(Some(&folder.join(FILE)), address, log).await?;
    lock.write_all(endpoint.as_bytes())?;
    let file = folder.join("credentials");
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
    Ok(LocalDatabase { context, endpoint, clients, stream, _lock: Some(lock) })
}

/// Whether a database was ever made in this folder.
#[must_use]
pub fn exists(folder: &Path) -> bool {
    folder.join(FILE).exists()
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
    if let Some(lock) = lock(folder)? {
        let (context, ..) = serve(Some(&folder.join(FILE)), loopback(0), Log::Off).await?;
        return Ok((context, Some(lock)));
    }
    let file = lock_file(folder);
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
async fn serve(file: Option<&Path>, address: SocketAddr, log: Log) -> Result<(Context, String, TableStream), Fault> {
    let secrets = file.map(secrets_beside).transpose()?;
    let folder = file.map(|file| file.with_file_name(FILES));
    for file in file.into_iter().flat_map(database_files) {
        owner_only::file(&file)?;
    }
    folder.iter().try_for_each(|folder| owner_only::folder(folder))?;
    let endpoint = format!("http://{}", database::serve(file, address)?);
    let files = files::serve(folder, Some(Arc::new(SystemClock)))?;
    let config = local(endpoint.clone(), files, secrets);
    let context = connect_as(config.clone(), Arc::new(SystemClock), log).await?;
    store::table::begin_stream(context.store.client_and_table().0, &config.table_name).await?;
    let stream = database::stream_of(&endpoint, &config.table_name)?;
    Ok((context, endpoint, stream))
}

/// The folder of secrets beside a database, with one for each purpose, which nobody else may read. A database that was
/// made before there were any has things that were signed by the former secret.
fn secrets_beside(database: &Path) -> Result<PathBuf, Fault> {
    let folder = database.with_file_name(SECRETS);
    owner_only::folder(&folder)?;
    let ids = Ids::new(Arc::new(SystemClock));
    for purpose in Purpose::ALL {
        // The published examples show codes that the former secret signed.
        let takes_former = database.exists() || purpose == Purpose::Codes;
        let former = if takes_former { format!(",{FORMER_SECRET}") } else { String::new() };
        let path = folder.join(purpose.name());
        if !path.exists() {
            let secret: [u8; SECRET_BYTES] = ids.random().map_err(|error| Fault(format!("no randomness: {error}")))?;
            let mut text = String::with_capacity(2 * SECRET_BYTES + former.len());
            for byte in secret {
                // Writing into a text cannot fail.
                let _ = write!(text, "{byte:02x}");
            }
            // A file that is there is whole, whenever the process dies.
            let new = path.with_extension("new");
            owner_only::new_file(&new)?.write_all((text + &former).as_bytes())?;
            fs::rename(&new, &path)?;
        }
    }
    Ok(folder)
}

/// The file of a database, and those that SQLite keeps beside it, as far as they are there: it makes them with the
/// rights of the first.
fn database_files(file: &Path) -> Vec<PathBuf> {
    let beside = ["-wal", "-shm"].map(|end| PathBuf::from(format!("{}{end}", file.display())));
    std::iter::once(file.to_owned()).chain(beside.into_iter().filter(|beside| beside.exists())).collect()
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
    let (queue, due_queue) = (queue(), queue());
    let public_url = Some(PUBLIC_URL.into());
    Ok(Context { mailbox, queue, due_queue, public_url, ..Context::new(&config, client, clock, log) })
}

/// The folder's lock; `None` when another process has it. It holds the endpoint of the database that is served.
fn lock(folder: &Path) -> Result<Option<File>, Fault> {
    let path = lock_file(folder);
    let file = owner_only::file(&path)?;
    match file.try_lock() {
        Ok(()) => {
            file.set_len(0)?;
            Ok(Some(file))
        }
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(Fault::file(&path, &error)),
    }
}

fn lock_file(folder: &Path) -> PathBuf {
    folder.join("lock")
}
