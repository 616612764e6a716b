//! What a process remembers of records it has read: what to read beside a record without waiting for it.
//!
//! A hint is a guess and never an answer. A reader compares it with the record it has read and reads again what was
//! guessed wrong, so that nothing stale is ever decided on; a right guess saves a round trip.

use std::{
    any::{Any, TypeId},
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use uuid::Uuid;

use values::{Id, MerchantReference, Tenant};

/// Most hints remembered; beyond it all are forgotten, which only costs reads.
const HINTS_MAX: usize = 10_000;

/// Hints of this process.
#[derive(Default)]
pub(super) struct Hints(Mutex<HashMap<HintOf, Arc<dyn Any + Send + Sync>>>);

type HintOf = (TypeId, Id<MerchantReference>, Uuid);

impl Hints {
    /// What is remembered as a `T` about the record with this id.
    #[must_use]
    pub fn of<T: Clone + Send + Sync + 'static>(&self, tenant: &Tenant, id: Uuid) -> Option<T> {
        let hints = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        hints.get(&(TypeId::of::<T>(), tenant.merchant(), id)).and_then(|hint| hint.downcast_ref().cloned())
    }

    /// Remembers `hint` about the record with this id.
    pub fn remember<T: Clone + Send + Sync + 'static>(&self, tenant: &Tenant, id: Uuid, hint: T) {
        let mut hints = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if hints.len() >= HINTS_MAX {
            hints.clear();
        }
        hints.insert((TypeId::of::<T>(), tenant.merchant(), id), Arc::new(hint));
    }
}
