//! From which web origins pages may use the service: those of live public clients.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use chrono::Duration;

use crate::tenants::{claimed, registry};
use records::{
    ClientId, ClientOrigin, Origin,
    api_client::{ApiClient, ApiClientStatus},
};
use store::{List, Record, Store};
use values::{ApiError, Timestamp};

/// For how many seconds it is known whether an origin is one.
const SECONDS: i64 = 60;
/// Most origins of which that is known. When there are more, all are forgotten.
const ENTRIES_MAX: usize = 1_000;
/// Most clients that are looked at to find one that is live. An origin of more is taken as one that is used: whoever
/// claims somebody's origin again and again must not shut them out, and a preflight that passes tells nothing.
const CLIENTS_MAX: usize = 50;
/// Longest origin that is looked for, in bytes.
const ORIGIN_BYTES_MAX: usize = 255;

/// What a process knows of origins.
#[derive(Default)]
pub struct KnownOrigins(Mutex<HashMap<String, (bool, Timestamp)>>);

impl KnownOrigins {
    /// Whether some live public client is used from `origin`.
    ///
    /// # Errors
    /// 503 when the store cannot be read.
    pub async fn is_known(&self, store: &Store, origin: &str, now: Timestamp) -> Result<bool, ApiError> {
        if origin.len() > ORIGIN_BYTES_MAX {
            return Ok(false);
        }
        if let Some((is_known, until)) = self.get(origin)
            && now < until
        {
            return Ok(is_known);
        }
        let is_known = is_used(store, &Origin::received(origin), now).await?;
        let mut origins = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if origins.len() >= ENTRIES_MAX {
            origins.clear();
        }
        origins.insert(origin.to_owned(), (is_known, now.plus(Duration::seconds(SECONDS))));
        Ok(is_known)
    }

    fn get(&self, origin: &str) -> Option<(bool, Timestamp)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(origin).copied()
    }
}

async fn is_used(store: &Store, origin: &Origin, now: Timestamp) -> Result<bool, ApiError> {
    let list = List::by(&ClientOrigin::BY_ORIGIN, origin);
    let noted = store.all(&registry(), &list, CLIENTS_MAX).await?.records;
    for client in noted.iter().filter_map(|noted| noted.body.client()) {
        if read_public_client(store, client, now).await?.is_some_and(|found| found.body.fields.origins.contains(origin))
        {
            return Ok(true);
        }
    }
    Ok(noted.len() >= CLIENTS_MAX)
}

/// A public client that is live, by its public identifier alone: it says nothing that its pages do not.
///
/// # Errors
/// 503 when the store cannot be read.
pub async fn read_public_client(
    store: &Store,
    id: ClientId,
    now: Timestamp,
) -> Result<Option<Record<ApiClient>>, ApiError> {
    let found = store.find(&claimed(id), id.client()).await?;
    Ok(found.filter(|client: &Record<ApiClient>| {
        client.body.is_public() && client.body.status(now) == ApiClientStatus::Active
    }))
}
