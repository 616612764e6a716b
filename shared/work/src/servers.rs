//! Servers of others whom a merchant names, such as an issuer of identities: requests to them, and their public
//! documents, which a process keeps for a while.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration as Time,
};

use chrono::Duration;
use http::Method;
use platform::outgoing::{
    Answer, LocalReceivers, OutgoingClient, OutgoingFault, OutgoingLimits, OutgoingRequest, SystemResolver,
};
use serde_json::Value;

use values::Timestamp;

/// For how many minutes a document is used without being read anew.
const KEPT_MINUTES: i64 = 10;
/// Most documents that are kept. When there are more, all are forgotten.
const ENTRIES_MAX: usize = 200;
/// Bytes of an answer; one that is as long or longer is no document.
const BODY_BYTES_MAX: usize = 256 * 1_024;
/// How long a connection may take to be made.
const CONNECT: Time = Time::from_secs(2);
/// How long a request may take.
const TOTAL: Time = Time::from_secs(4);
const HTTP_OK: u16 = 200;

/// What a process knows of servers of others.
pub struct ForeignServers {
    client: OutgoingClient,
    kept: Mutex<HashMap<String, Kept>>,
}

/// A document, and until when it is used.
#[derive(Clone)]
struct Kept {
    document: Arc<Value>,
    until: Timestamp,
}

/// What requests to servers of others may take and reach.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// How long a request may take; four seconds at most.
    pub within: Time,
    /// Whether servers on this machine may be asked.
    pub local: LocalReceivers,
}

impl Default for ForeignServers {
    fn default() -> Self {
        let client = OutgoingClient::new(Arc::new(SystemResolver), OutgoingClient::system_roots);
        Self { client, kept: Mutex::default() }
    }
}

impl ForeignServers {
    /// Sends a request once.
    ///
    /// # Errors
    /// Why there is no answer; a status of failure is one.
    pub async fn send(&self, request: OutgoingRequest, reach: Reach) -> Result<Answer, OutgoingFault> {
        let limits = OutgoingLimits { total: reach.within.min(TOTAL), connect: CONNECT, body_bytes: BODY_BYTES_MAX };
        self.client.send(request, limits, reach.local).await
    }

    /// The JSON document at an address, as it was within the last ten minutes; `None` when there is none that can be
    /// read.
    pub async fn read(&self, url: &str, reach: Reach, now: Timestamp) -> Option<Arc<Value>> {
        match self.get(url).filter(|kept| now < kept.until) {
            Some(kept) => Some(kept.document),
            None => self.read_anew(url, reach, now).await,
        }
    }

    /// The JSON document at an address as it is now; `None` when there is none that can be read.
    pub async fn read_anew(&self, url: &str, reach: Reach, now: Timestamp) -> Option<Arc<Value>> {
        let headers = vec![("accept", "application/json".to_owned())];
        let request = OutgoingRequest { method: Method::GET, url: url.to_owned(), headers, body: String::new() };
        let answer = self.send(request, reach).await.ok()?;
        let document = json_of(&answer).map(Arc::new)?;
        self.keep(url, Arc::clone(&document), now);
        Some(document)
    }

    /// Uses this document as the one at an address for the next ten minutes.
    pub fn keep(&self, url: &str, document: Arc<Value>, now: Timestamp) {
        let kept = Kept { document, until: now.plus(Duration::minutes(KEPT_MINUTES)) };
        let mut all = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= ENTRIES_MAX {
            all.clear();
        }
        all.insert(url.to_owned(), kept);
    }

    fn get(&self, url: &str) -> Option<Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).get(url).cloned()
    }
}

/// The JSON of an answer that succeeded and was read to its end.
#[must_use]
pub fn json_of(answer: &Answer) -> Option<Value> {
    if answer.status != HTTP_OK || !answer.is_whole {
        return None;
    }
    serde_json::from_slice(&answer.body).ok()
}
