//! Connections that are idle, by where they lead.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

use super::{connection::Connection, dial::Target};

/// A connection that was idle for longer is not used again: its other side has closed it by then, or is about to.
const IDLE_MAX: Duration = Duration::from_mins(1);
/// Most connections that are kept for one target.
const KEPT_MAX: usize = 64;

/// The idle connections of a process.
#[derive(Default)]
pub struct Pool {
    idle: Mutex<HashMap<Target, Vec<(Connection, Instant)>>>,
}

impl Pool {
    /// The connection that was used last, which is the one most likely to be open.
    pub fn taken(&self, target: &Target) -> Option<Connection> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = idle.get_mut(target)?;
        let (connection, since) = kept.pop()?;
        if since.elapsed() > IDLE_MAX {
            // All others were idle for longer still.
            kept.clear();
            return None;
        }
        Some(connection)
    }

    /// Keeps a connection whose exchange has ended.
    pub fn keep(&self, target: &Target, connection: Connection) {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        match idle.get_mut(target) {
            Some(kept) if kept.len() >= KEPT_MAX => {}
            Some(kept) => kept.push((connection, Instant::now())),
            None => drop(idle.insert(target.clone(), vec![(connection, Instant::now())])),
        }
    }
}
