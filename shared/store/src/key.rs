//! Keys. Every partition key begins with the merchant, and only a [`Tenant`] can build one.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use uuid::Uuid;

use super::table::{PARTITION_KEY, SORT_KEY};
use crate::{Entity, RecordSet};
use values::{Counter, Id, KindName, UniqueKey, tenant::Tenant};

/// Primary key of an item.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// Partition, beginning with the merchant's id.
    pub partition: String,
    /// Sort key, which orders the items of a partition.
    pub sort: String,
}

impl Key {
    /// Key of a record.
    #[must_use]
    pub fn record<E: Entity>(tenant: &Tenant, id: Id<E>, record_set: RecordSet) -> Self {
        Self { partition: collection(tenant, E::KIND, record_set), sort: id.to_string() }
    }

    /// Key of a record whose type belongs to an area that the caller does not know.
    #[must_use]
    pub fn of_kind(tenant: &Tenant, kind: KindName, id: Uuid, record_set: RecordSet) -> Self {
        Self { partition: collection(tenant, kind, record_set), sort: id.to_string() }
    }

    /// Key of something in `space` that belongs to no collection: a unique key, a counter, an idempotency record.
    ///
    /// The name comes last, so that whatever a client writes into it, the key stays in its space.
    #[must_use]
    pub fn single(tenant: &Tenant, space: &str, name: &str) -> Self {
        Self { partition: format!("{}#{space}#{name}", tenant.merchant()), sort: "-".to_owned() }
    }

    /// Key of a unique key's item.
    #[must_use]
    pub fn of_unique(tenant: &Tenant, unique_key: &UniqueKey) -> Self {
        Self::single(tenant, "unique", unique_key.name())
    }

    /// Key of a counter's item.
    #[must_use]
    pub fn of_counter(tenant: &Tenant, counter: &Counter) -> Self {
        Self::single(tenant, "counter", counter.name())
    }

    /// Key of something in `space` of which `name` has several, told apart and sorted by `sort`.
    #[must_use]
    pub fn sorted(tenant: &Tenant, space: &str, name: &str, sort: String) -> Self {
        Self { sort, ..Self::single(tenant, space, name) }
    }

    /// The key as DynamoDB takes it.
    #[must_use]
    pub fn attributes(&self) -> HashMap<String, AttributeValue> {
        HashMap::from([
            (PARTITION_KEY.to_owned(), AttributeValue::S(self.partition.clone())),
            (SORT_KEY.to_owned(), AttributeValue::S(self.sort.clone())),
        ])
    }
}

/// Partition of one of a kind's two lists.
#[must_use]
pub fn collection(tenant: &Tenant, kind: KindName, record_set: RecordSet) -> String {
    match record_set {
        RecordSet::Live => format!("{}#{kind}", tenant.merchant()),
        RecordSet::Archived => format!("{}#{kind}#archived", tenant.merchant()),
    }
}

/// Partition of an index of this kind.
#[must_use]
pub fn index_partition(tenant: &Tenant, kind: KindName, partition: &str) -> String {
    format!("{}#{kind}#{partition}", tenant.merchant())
}

/// What stands in the partition of a filter list between the collection and the list's name.
pub const BY: &str = "#by#";

/// Partition of a filter list of a collection.
#[must_use]
pub fn filter_list(collection: &str, name: &str) -> String {
    format!("{collection}{BY}{name}")
}
