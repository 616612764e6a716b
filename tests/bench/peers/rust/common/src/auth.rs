//! The credentials of a request, and what was read of a client, which serves for a minute.

use std::{
    collections::HashMap,
    sync::RwLock,
    time::{Duration, Instant},
};

use axum::http::HeaderMap;
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

use crate::Refusal;

const KEPT: Duration = Duration::from_secs(60);

/// A client as it is stored.
#[derive(Clone, Debug)]
pub struct StoredClient {
    pub merchant_id: String,
    pub secret_sha256: String,
}

/// What a request shows of itself.
pub struct Credentials {
    pub client_id: String,
    secret: String,
}

impl Credentials {
    pub fn of(headers: &HeaderMap) -> Result<Self, Refusal> {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let secret = text("authorization").and_then(|value| value.strip_prefix("Bearer "));
        match (text("x-client-id"), secret) {
            (Some(client_id), Some(secret)) => Ok(Self { client_id: client_id.to_owned(), secret: secret.to_owned() }),
            _ => Err(Refusal::InvalidToken),
        }
    }

    /// The merchant of a stored client, if its secret is this one.
    pub fn verified(&self, client: Option<StoredClient>) -> Result<String, Refusal> {
        let client = client.ok_or(Refusal::InvalidToken)?;
        let given: String = Sha256::digest(&self.secret).iter().map(|byte| format!("{byte:02x}")).collect();
        let same: bool = given.as_bytes().ct_eq(client.secret_sha256.as_bytes()).into();
        if same { Ok(client.merchant_id) } else { Err(Refusal::InvalidToken) }
    }
}

/// Clients that were read within the last minute.
#[derive(Default)]
pub struct KnownClients(RwLock<HashMap<String, (StoredClient, Instant)>>);

impl KnownClients {
    pub fn get(&self, id: &str) -> Option<StoredClient> {
        let known = self.0.read().expect("no holder of the lock panics");
        known.get(id).filter(|(_, read_at)| read_at.elapsed() < KEPT).map(|(client, _)| client.clone())
    }

    pub fn put(&self, id: &str, client: StoredClient) {
        self.0.write().expect("no holder of the lock panics").insert(id.to_owned(), (client, Instant::now()));
    }
}
