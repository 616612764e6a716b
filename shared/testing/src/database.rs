//! DynamoDB in our own process: dynoxide, an implementation on SQLite, served on loopback so that the real SDK talks to
//! it.

use std::{
    collections::HashMap,
    net::SocketAddr,
    path::Path,
    sync::{
        Mutex, OnceLock, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    thread,
};

use dynoxide::{Database, server, storage::Storage};
use tokio::net::TcpListener;

use super::stream::{self, TableStream};

/// The databases that this process serves, each with the path at which it can be opened a second time.
static SERVED: OnceLock<Mutex<HashMap<SocketAddr, (Database, String)>>> = OnceLock::new();

/// Opens the database in a file, or in memory when there is none, and serves it on `address` from a thread of its own.
///
/// # Errors
/// A sentence for people: the address is taken, or the file cannot be read.
pub fn serve(file: Option<&Path>, address: SocketAddr) -> Result<SocketAddr, String> {
    let (database, path) = match file {
        None => in_memory()?,
        Some(file) => {
            let path = file.to_string_lossy().into_owned();
            let fault = |error| format!("the database in {path} cannot be opened: {error}");
            (Database::new(&path).map_err(fault)?, path.clone())
        }
    };
    let served = database.clone();
    let listener =
        std::net::TcpListener::bind(address).map_err(|error| format!("{address} cannot be used: {error}"))?;
    let bound = listener.local_addr().map_err(|error| format!("{address} has no address: {error}"))?;
    listener.set_nonblocking(true).map_err(|error| format!("{address} cannot be used: {error}"))?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| format!("no runtime for the database: {error}"))?;
    let databases = SERVED.get_or_init(Mutex::default);
    databases.lock().unwrap_or_else(PoisonError::into_inner).insert(bound, (served, path));
    thread::spawn(move || {
        runtime.block_on(async {
            if let Ok(listener) = TcpListener::from_std(listener) {
                server::serve_on(listener, database).await;
            }
        });
    });
    Ok(bound)
}

/// A database in memory that a second connection of this process reaches too.
fn in_memory() -> Result<(Database, String), String> {
    static DATABASES: AtomicU64 = AtomicU64::new(0);
    let path = format!("file:colonnade-{}?mode=memory&cache=shared", DATABASES.fetch_add(1, Ordering::Relaxed));
    let database = Database::new(&path).map_err(|error| format!("the database cannot be opened: {error}"))?;
    Ok((database, path))
}

/// The stream of a table of a database that this process serves at `endpoint`; the table must have begun it.
///
/// # Errors
/// A sentence for people: this process serves no such database, or it cannot be opened a second time.
pub fn stream_of(endpoint: &str, table: &str) -> Result<TableStream, String> {
    let address: Option<SocketAddr> = endpoint.trim_start_matches("http://").parse().ok();
    let databases = SERVED.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
    let served = address.and_then(|address| databases.get(&address)).cloned();
    let (database, path) = served.ok_or_else(|| format!("no database of this process is at {endpoint}"))?;
    let beside = Storage::new(&path).map_err(|error| format!("the database in {path} cannot be opened: {error}"))?;
    stream::index(&beside)?;
    // Two connections to a database in memory lock each other's tables, so only the index is made there.
    let is_file = !path.starts_with("file:");
    Ok(TableStream::of(database, is_file.then_some(beside), table))
}

/// Databases in memory that tests share: each does its work on one thread, and that of all tests is half of what they
/// do.
const SHARED: usize = 2;

/// Address of a database in memory that the tests of this process share: there they are apart by merchant, as customers
/// are. A thread, and so a test, always gets the same one.
///
/// # Panics
/// When this machine has no loopback.
#[must_use]
pub fn shared_in_memory() -> &'static str {
    static ENDPOINTS: [OnceLock<String>; SHARED] = [const { OnceLock::new() }; SHARED];
    static THREADS: AtomicUsize = AtomicUsize::new(0);
    thread_local! {
        static OWN: usize = THREADS.fetch_add(1, Ordering::Relaxed) % SHARED;
    }
    ENDPOINTS[OWN.with(|own| *own)].get_or_init(|| {
        #[expect(clippy::expect_used, reason = "without a database no test can run")]
        let address = serve(None, SocketAddr::from(([127, 0, 0, 1], 0))).expect("a database in memory");
        format!("http://{address}")
    })
}
