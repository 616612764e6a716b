//! Where resources stand, as this process saw it last: what to read beside a resource without waiting for it.
//!
//! It is a guess and never an answer. A reader compares it with the record it has read and reads again what was
//! guessed wrong, so that nothing stale is ever decided on; a right guess saves a round trip.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use super::Store;
use crate::{
    domain::{Id, Location, Record, Resource, merchant::Merchant},
    tenant::Tenant,
};

/// Most places remembered; beyond it all are forgotten, which only costs reads.
const PLACES_MAX: usize = 10_000;

/// What is read beside a resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Where it stands.
    pub location_id: Id<Location>,
    /// Its parts.
    pub part_ids: Vec<Id<Resource>>,
    /// What it is a part of.
    pub whole_id: Option<Id<Resource>>,
}

/// Places of this process.
#[derive(Default)]
pub(super) struct Places(Mutex<HashMap<ResourceOf, Place>>);

type ResourceOf = (Id<Merchant>, Id<Resource>);

impl Store {
    /// Where a resource was when it was read last.
    #[must_use]
    pub fn place_of(&self, tenant: &Tenant, resource: Id<Resource>) -> Option<Place> {
        let places = self.places.0.lock().unwrap_or_else(PoisonError::into_inner);
        places.get(&(tenant.merchant(), resource)).cloned()
    }

    /// Remembers where a resource is.
    pub fn remember_place(&self, tenant: &Tenant, resource: &Record<Resource>) {
        let place = Place {
            location_id: resource.body.location_id,
            part_ids: resource.body.child_resource_ids.clone(),
            whole_id: resource.body.parent_resource_id,
        };
        let mut places = self.places.0.lock().unwrap_or_else(PoisonError::into_inner);
        if places.len() >= PLACES_MAX {
            places.clear();
        }
        places.insert((tenant.merchant(), resource.id), place);
    }
}
