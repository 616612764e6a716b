//! Items that are read before they are needed. Work that needs many, and knows which, waits for one call instead of one after the other:
//! each item is answered once out of what was read, and from then on by the store.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::{
    Store,
    error::StoreError,
    item::{self, Item},
    key::Key,
    table::{PARTITION_KEY, SORT_KEY},
    transaction::{counter_key, unique_item_key},
};
use crate::{
    domain::{Counter, Entity, Id, RecordSet, UniqueKey},
    tenant::Tenant,
};

/// Items that are to be read.
#[derive(Clone, Debug)]
pub struct ReadAhead<'a> {
    tenant: &'a Tenant,
    keys: Vec<Key>,
}

/// Items that were read and not asked for yet; none stands for one that does not exist.
#[derive(Default)]
pub(super) struct Ahead(Mutex<HashMap<Key, Option<Item>>>);

impl<'a> ReadAhead<'a> {
    /// None yet, of this merchant.
    #[must_use]
    pub const fn of(tenant: &'a Tenant) -> Self {
        Self { tenant, keys: Vec::new() }
    }

    /// And live records.
    #[must_use]
    pub fn live<E: Entity>(mut self, ids: impl IntoIterator<Item = Id<E>>) -> Self {
        let tenant = self.tenant;
        self.keys.extend(ids.into_iter().map(|id| Key::record(tenant, id, RecordSet::Live)));
        self
    }

    /// And a record, live or archived.
    #[must_use]
    pub fn any<E: Entity>(mut self, id: Id<E>) -> Self {
        let tenant = self.tenant;
        self.keys.extend([RecordSet::Live, RecordSet::Archived].map(|set| Key::record(tenant, id, set)));
        self
    }

    /// And who holds a unique name.
    #[must_use]
    pub fn holder(mut self, unique_key: &UniqueKey) -> Self {
        self.keys.push(unique_item_key(self.tenant, unique_key));
        self
    }

    /// And the value of a counter.
    #[must_use]
    pub fn counted(mut self, counter: &Counter) -> Self {
        self.keys.push(counter_key(self.tenant, counter));
        self
    }

    /// And what stands under a key of its own.
    #[must_use]
    pub fn value(mut self, key: Key) -> Self {
        self.keys.push(key);
        self
    }
}

impl Ahead {
    /// What was read of an item, which is then forgotten.
    pub fn take(&self, key: &Key) -> Option<Option<Item>> {
        self.items().remove(key)
    }

    fn items(&self) -> MutexGuard<'_, HashMap<Key, Option<Item>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store {
    /// The same store after one call that reads these items, with what this one has read ahead and not answered yet. Decisions rest on
    /// them as on any read: under the versions that they have.
    ///
    /// # Errors
    /// [`StoreError`] when the store cannot be read.
    pub async fn read_ahead(&self, wanted: ReadAhead<'_>) -> Result<Self, StoreError> {
        let mut known = self.ahead.items().clone();
        let missing: HashMap<Key, Option<Item>> =
            wanted.keys.into_iter().filter(|key| !known.contains_key(key)).map(|key| (key, None)).collect();
        let found = self.batch_get(missing.keys().cloned().collect()).await?;
        known.extend(missing);
        for item in found {
            let text = |name: &str| item::text(&item, name).unwrap_or_default().to_owned();
            known.insert(Key { partition: text(PARTITION_KEY), sort: text(SORT_KEY) }, Some(item));
        }
        Ok(Self { ahead: Arc::new(Ahead(Mutex::new(known))), ..self.clone() })
    }
}
