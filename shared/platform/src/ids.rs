//! Identifiers and randomness of one process. Record ids come from the service's clock, secrets from the system.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicI64, AtomicU64, Ordering},
    },
};

use uuid::{ContextV7, Timestamp as UuidTimestamp, Uuid};

use values::{ApiError, Clock, Id, MerchantReference, Timestamp, secret::Secret, tenant::Tenant};

/// Most sandbox merchants whose identifiers a process keeps in order. When there are more, all begin anew.
const SANDBOXES_MAX: usize = 1_000;

/// Makes identifiers that sort by creation, and everything random.
pub struct Ids {
    clock: Arc<dyn Clock>,
    counter: Mutex<ContextV7>,
    /// The last number, when records are numbered.
    numbered: Option<AtomicU64>,
    /// Those of sandbox merchants, which are dated by their own clocks.
    sandboxes: Mutex<Sandboxes>,
}

/// What makes the identifiers of each sandbox merchant, with its clock.
type Sandboxes = HashMap<Id<MerchantReference>, (Arc<LastInstant>, Arc<Ids>)>;

/// The latest instant at which a sandbox merchant had something done.
struct LastInstant(AtomicI64);

impl Clock for LastInstant {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.0.load(Ordering::SeqCst)).unwrap_or(Timestamp::EPOCH)
    }
}

/// Instant in the identifiers of records that are numbered, in milliseconds: before any other identifier.
const NUMBERED_MILLIS: u64 = 0x0199_0000_0000;

impl Ids {
    /// Identifiers dated by `clock`.
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, counter: Mutex::new(ContextV7::new()), numbered: None, sandboxes: Mutex::default() }
    }

    /// Identifiers of records that are the same in every process that makes the same records: those of demo data, which
    /// documents name. Tokens and secrets are like any others.
    #[must_use]
    pub fn numbered(clock: Arc<dyn Clock>) -> Self {
        Self { numbered: Some(AtomicU64::new(0)), ..Self::new(clock) }
    }

    /// Identifiers of the records that a merchant makes at the instant `now` of its own clock. A record's identifier
    /// says when it was made, and lists and totals rest on that.
    #[must_use]
    pub fn of(self: &Arc<Self>, tenant: &Tenant, now: Timestamp) -> Arc<Self> {
        if !tenant.is_sandbox() || self.numbered.is_some() {
            return Arc::clone(self);
        }
        let mut sandboxes = self.sandboxes.lock().unwrap_or_else(PoisonError::into_inner);
        if sandboxes.len() >= SANDBOXES_MAX && !sandboxes.contains_key(&tenant.merchant()) {
            sandboxes.clear();
        }
        let (last, ids) = sandboxes.entry(tenant.merchant()).or_insert_with(|| {
            let last = Arc::new(LastInstant(AtomicI64::new(now.millis())));
            let clock: Arc<dyn Clock> = Arc::<LastInstant>::clone(&last);
            (last, Arc::new(Self::new(clock)))
        });
        last.0.fetch_max(now.millis(), Ordering::SeqCst);
        Arc::clone(ids)
    }

    /// Whether records are numbered, so that they have the same identifiers whenever they are made.
    #[must_use]
    pub const fn is_numbered(&self) -> bool {
        self.numbered.is_some()
    }

    /// Where records are numbered, the next one has the number after this one.
    pub fn number_after(&self, number: u64) {
        if let Some(numbers) = &self.numbered {
            numbers.store(number, Ordering::Relaxed);
        }
    }

    /// A new record's identifier: UUID version 7, larger than every one made before it in this process.
    #[must_use]
    pub fn next<K>(&self) -> Id<K> {
        Id::new(self.numbered.as_ref().map_or_else(|| self.uuid(), numbered))
    }

    /// The present instant of this process: that of its identifiers, also where a sandbox merchant has a clock of its
    /// own.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// A token for one transaction: at most 36 characters.
    #[must_use]
    pub fn token(&self) -> String {
        self.uuid().to_string()
    }

    /// A random number in `0..limit`, for pauses; not for secrets.
    #[must_use]
    pub fn below(&self, limit: u64) -> u64 {
        let bytes: [u8; 8] = self.random().unwrap_or_default();
        u64::from_be_bytes(bytes).checked_rem(limit).unwrap_or(0)
    }

    /// Random bytes from the operating system, fit for secrets and codes.
    ///
    /// # Errors
    /// The system's own, when it has no randomness to give.
    pub fn random<const N: usize>(&self) -> Result<[u8; N], getrandom::Error> {
        let mut bytes = [0; N];
        getrandom::fill(&mut bytes)?;
        Ok(bytes)
    }

    /// A new secret of an API client.
    ///
    /// # Errors
    /// 500 when the system has no randomness to give.
    pub fn secret(&self) -> Result<Secret, ApiError> {
        self.random().map(Secret::new).map_err(|error| ApiError::internal(format!("no randomness: {error}")))
    }

    /// A new secret of a webhook endpoint.
    ///
    /// # Errors
    /// 500 when the system has no randomness to give.
    pub fn webhook_secret(&self) -> Result<Secret, ApiError> {
        self.random().map(Secret::of_webhook).map_err(|error| ApiError::internal(format!("no randomness: {error}")))
    }

    #[expect(clippy::disallowed_methods, reason = "the one place that makes record ids")]
    fn uuid(&self) -> Uuid {
        let now = self.clock.now();
        let seconds = u64::try_from(now.seconds()).unwrap_or(0);
        let nanos = u32::try_from(now.millis().rem_euclid(1_000) * 1_000_000).unwrap_or(0);
        let counter = self.counter.lock().unwrap_or_else(PoisonError::into_inner);
        Uuid::new_v7(UuidTimestamp::from_unix(&*counter, seconds, nanos))
    }
}

/// Whether an identifier is one of records that are numbered: it does not say when its record was made.
#[must_use]
pub fn is_number(id: Uuid) -> bool {
    id.as_bytes().starts_with(&NUMBERED_MILLIS.to_be_bytes()[2..])
}

/// The next number as a UUID of version 7.
fn numbered(numbers: &AtomicU64) -> Uuid {
    let number = numbers.fetch_add(1, Ordering::Relaxed).saturating_add(1).to_be_bytes();
    let mut tail = [0; 10];
    tail[2..].copy_from_slice(&number);
    uuid::Builder::from_unix_timestamp_millis(NUMBERED_MILLIS, &tail).into_uuid()
}
