//! DynamoDB in our own process: dynoxide, an implementation on SQLite, served on loopback so that the real SDK talks to it.

use std::{net::SocketAddr, path::Path, sync::OnceLock, thread};

use dynoxide::{Database, server};
use tokio::net::TcpListener;

/// Opens the database in a file, or in memory when there is none, and serves it on `address` from a thread of its own.
///
/// # Errors
/// A sentence for people: the address is taken, or the file cannot be read.
pub fn serve(file: Option<&Path>, address: SocketAddr) -> Result<SocketAddr, String> {
    let database = match file {
        None => Database::memory().map_err(|error| format!("the database cannot be opened: {error}"))?,
        Some(file) => Database::new(&file.to_string_lossy())
            .map_err(|error| format!("the database in {} cannot be opened: {error}", file.display()))?,
    };
    let listener =
        std::net::TcpListener::bind(address).map_err(|error| format!("{address} cannot be used: {error}"))?;
    let bound = listener.local_addr().map_err(|error| format!("{address} has no address: {error}"))?;
    listener.set_nonblocking(true).map_err(|error| format!("{address} cannot be used: {error}"))?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| format!("no runtime for the database: {error}"))?;
    thread::spawn(move || {
        runtime.block_on(async {
            if let Ok(listener) = TcpListener::from_std(listener) {
                server::serve_on(listener, database).await;
            }
        });
    });
    Ok(bound)
}

/// Address of one database in memory for the whole process: tests are apart by merchant, as customers are.
///
/// # Panics
/// When this machine has no loopback.
#[must_use]
pub fn shared_in_memory() -> &'static str {
    static ENDPOINT: OnceLock<String> = OnceLock::new();
    ENDPOINT.get_or_init(|| {
        #[expect(clippy::expect_used, reason = "without a database no test can run")]
        let address = serve(None, SocketAddr::from(([127, 0, 0, 1], 0))).expect("a database in memory");
        format!("http://{address}")
    })
}
