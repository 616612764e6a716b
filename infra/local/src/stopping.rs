//! When a command that runs until somebody stops it is stopped: by Ctrl-C, or by the signal that service managers and
//! containers send.

use std::io;

use tokio::signal::ctrl_c;

/// Waits until the process is asked to stop, by SIGINT or SIGTERM.
///
/// # Errors
/// When the signals cannot be heard.
#[cfg(unix)]
pub async fn wait_until_asked_to_stop() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        interrupted = ctrl_c() => interrupted,
        _ = terminate.recv() => Ok(()),
    }
}

/// Waits until the process is asked to stop, by Ctrl-C.
///
/// # Errors
/// When it cannot be heard.
#[cfg(not(unix))]
pub async fn wait_until_asked_to_stop() -> io::Result<()> {
    ctrl_c().await
}
