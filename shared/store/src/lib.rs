//! DynamoDB: what a record tells to be stored, keys, reads, lists and transactions. Only this crate and the wiring in
//! `work` name the SDK. It knows no business.

pub mod calendar_lists;
mod client;
mod client_usage;
mod closable_counter;
mod commit;
pub mod due;
pub mod due_key;
pub mod error;
pub mod expression;
pub mod fields;
mod further;
pub mod held;
pub mod held_record;
mod hints;
pub mod index;
pub mod item;
pub mod key;
pub mod lists;
pub mod merge;
pub mod meter;
mod moves;
mod read;
mod read_ahead;
pub mod record;
pub mod table;
pub mod transaction;
mod turns;
mod value;
mod write;

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, PoisonError},
};

use aws_sdk_dynamodb::Client;
use uuid::Uuid;

pub use self::client::make_client_through;
pub use self::client::{load_credentials, make_client};
pub use self::commit::decide_anew;
use self::lists::reading::Reading;
pub use self::{
    error::StoreError,
    expression::Expression,
    fields::Writable,
    held::EmptiedFields,
    held_record::HeldRecord,
    index::{IndexBy, IndexPartition},
    key::Key,
    lists::{AtMost, List, ListQuery, Listed, Order, Paging, Scheme, TimeList},
    meter::{Meter, Usage},
    read::{Either, StandIn},
    read_ahead::ReadAhead,
    record::{Entity, Index, Indexes, RareState, Record, RecordSet},
    transaction::Transaction,
};
use platform::{
    config::{Config, ListCountSizes},
    ids::Ids,
};
#[cfg(feature = "testing")]
pub use values::calendar_entry::{CalendarChange, CalendarEntry, CalendarListName, CalendarSubject};
use values::tenant::Tenant;

/// One table. Cloning is cheap. [`Store::metered`] gives a request a handle of its own that counts its calls and units.
#[derive(Clone)]
pub struct Store {
    client: Client,
    table: Arc<str>,
    ids: Arc<Ids>,
    meter: Arc<Meter>,
    hints: Arc<hints::Hints>,
    ahead: Arc<read_ahead::Ahead>,
    list_count_sizes: ListCountSizes,
    /// What the page that is being read has read so far.
    reading: Option<Arc<Reading>>,
    /// Records that were left out of lists because they cannot be read; none where that fails the reading.
    passed_over: Option<Arc<Mutex<BTreeSet<String>>>>,
}

impl Store {
    /// The client, and the name of the table: for the operator's command that reads a whole table. No request does.
    #[must_use]
    pub fn client_and_table(&self) -> (&Client, &str) {
        (&self.client, &self.table)
    }

    /// The store in the configured table of `client`.
    #[must_use]
    pub fn new(client: Client, config: &Config, ids: Arc<Ids>) -> Self {
        Self {
            client,
            table: config.table_name.as_str().into(),
            ids,
            meter: Arc::default(),
            hints: Arc::default(),
            ahead: Arc::default(),
            list_count_sizes: config.list_counts,
            reading: None,
            passed_over: None,
        }
    }

    /// What this process remembers as a `T` about the record with this id: a guess, never an answer (`hints`).
    #[must_use]
    pub fn hint<T: Clone + Send + Sync + 'static>(&self, tenant: &Tenant, id: Uuid) -> Option<T> {
        self.hints.of(tenant, id)
    }

    /// Remembers `hint` about the record with this id.
    pub fn remember<T: Clone + Send + Sync + 'static>(&self, tenant: &Tenant, id: Uuid, hint: T) {
        self.hints.remember(tenant, id, hint);
    }

    /// The same store, which leaves out of whole lists what cannot be read, and notes it: for a check that goes on
    /// where a request fails.
    #[must_use]
    pub fn passing_over(&self) -> Self {
        Self { passed_over: Some(Arc::default()), ..self.clone() }
    }

    /// What was passed over since this was asked last, each once.
    #[must_use]
    pub fn passed_over(&self) -> BTreeSet<String> {
        let Some(noted) = &self.passed_over else { return BTreeSet::new() };
        std::mem::take(&mut *noted.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A record that was decoded, or why it was not; nothing when it is passed over.
    fn unless_passed_over<T>(&self, decoded: Result<T, StoreError>) -> Option<Result<T, StoreError>> {
        match (decoded, &self.passed_over) {
            (Err(StoreError::Internal(what)), Some(noted)) => {
                noted.lock().unwrap_or_else(PoisonError::into_inner).insert(what);
                None
            }
            (decoded, _) => Some(decoded),
        }
    }

    /// The same store with a fresh account.
    #[must_use]
    pub fn metered(&self) -> Self {
        Self { meter: Arc::default(), ..self.clone() }
    }

    /// Opens the connection to DynamoDB with a read of an item that does not exist. A failure is ignored: the first
    /// request would meet it too.
    pub async fn warm_up(&self) {
        let nothing = Key { partition: "-".to_owned(), sort: "-".to_owned() };
        let read = tokio::time::timeout(std::time::Duration::from_secs(1), self.get_item(&nothing));
        drop(read.await);
    }

    /// What was used through this handle and its clones.
    #[must_use]
    pub fn usage(&self) -> Usage {
        self.meter.usage()
    }
}
