//! When a command that runs until somebody stops it is stopped: by Ctrl-C, or by the signal that service managers and
//! containers send.

use std::io;

use tokio::signal::{
    ctrl_c,
    unix::{SignalKind, signal},
};

/// Waits until the process is asked to stop, by SIGINT or SIGTERM.
///
/// # Errors
/// When the signals cannot be heard.
pub async fn wait_until_asked_to_stop() -> io::Result<()> {
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        interrupted = ctrl_c() => interrupted,
        _ = terminate.recv() => Ok(()),
    }
}
