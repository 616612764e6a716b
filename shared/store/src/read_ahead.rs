//! Items that are read before they are needed. Work that needs many, and knows which, waits for one call instead of one
//! after the other: each item is answered once out of what was read, and from then on by the store.

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use super::{
    item::{self, Item},
    key::Key,
    table::{PARTITION_KEY, SORT_KEY},
};
use crate::{Entity, RecordSet};
use values::{Counter, Id, UniqueKey, tenant::Tenant};

/// Items that are to be read.
#[derive(Clone, Debug)]
pub struct ReadAhead<'a> {
    tenant: &'a Tenant,
    keys: Vec<Key>,
}

/// Items that were read and not asked for yet.
#[derive(Default)]
pub(super) struct Ahead(Mutex<HashMap<Key, Known>>);

/// An item as it was read; none that does not exist.
#[derive(Clone)]
pub(super) struct Known(pub Option<Item>);

impl<'a> ReadAhead<'a> {
    /// None yet, of this merchant.
    #[must_use]
    pub const fn of(tenant: &'a Tenant) -> Self {
        Self { tenant, keys: Vec::new() }
    }

    /// With live records of these ids as well.
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
        self.keys.push(Key::of_unique(self.tenant, unique_key));
        self
    }

    /// And the value of a counter.
    #[must_use]
    pub fn counted(mut self, counter: &Counter) -> Self {
        self.keys.push(Key::of_counter(self.tenant, counter));
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
    pub fn take(&self, key: &Key) -> Option<Known> {
        self.items().remove(key)
    }

    /// Of `wanted`, what was not read ahead yet.
    pub fn missing(&self, wanted: ReadAhead<'_>) -> Vec<Key> {
        let known = self.items();
        let missing: HashSet<Key> = wanted.keys.into_iter().filter(|key| !known.contains_key(key)).collect();
        missing.into_iter().collect()
    }

    /// With what was found of these.
    pub fn and(&self, asked: Vec<Key>, found: Vec<Item>) -> Self {
        let mut known = self.items().clone();
        known.extend(asked.into_iter().map(|key| (key, Known(None))));
        for item in found {
            let text = |name: &str| item::text(&item, name).unwrap_or_default().to_owned();
            known.insert(Key { partition: text(PARTITION_KEY), sort: text(SORT_KEY) }, Known(Some(item)));
        }
        Self(Mutex::new(known))
    }

    fn items(&self) -> MutexGuard<'_, HashMap<Key, Known>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
