//! A record under several values of one index. An item stands in an index once, so the record is stored again for each
//! further value, whole, in a partition of its own: a list reads that item as it reads the record itself, filters it
//! and counts it. Whatever writes the record writes these items in the same transaction, so that they never differ from
//! it.

use std::{collections::HashMap, fmt::Display};

use aws_sdk_dynamodb::types::AttributeValue;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

use super::{
    error::StoreError,
    item::{self, Item},
    key::{Key, index_partition},
    lists::{buckets::rare_state, list::ItemList},
};
use crate::{Entity, Record, RecordSet, record::FurtherEntry};
use values::{KindName, tenant::Tenant};

/// What the sort keys of these items begin with; no record's does.
const MARK: char = '~';
/// Characters after it, so that the sort key is as long as a record's.
const DIGEST_CHARACTERS: usize = 35;

/// The items of a record besides its own.
pub fn items<E: Entity>(tenant: &Tenant, record: &Record<E>) -> Result<Vec<Item>, StoreError> {
    let entries = entries(record);
    let found_by_state = rare_state::item(tenant, record);
    if entries.is_empty() {
        return Ok(found_by_state.into_iter().collect());
    }
    let mut body = item::record_attributes(record)
        .map_err(|error| StoreError::Internal(format!("{} {} does not encode: {error}", E::KIND, record.id)))?;
    body.extend(item::words_of(record));
    let of = |entry: &FurtherEntry| {
        let key = key_under(tenant, E::KIND, record.id, entry);
        let name = entry.index.name();
        let mut item = body.clone();
        item.insert(format!("{name}pk"), AttributeValue::S(index_partition(tenant, E::KIND, &entry.partition)));
        item.insert(format!("{name}sk"), AttributeValue::S(format!("{}#{}", entry.sort, key.sort)));
        item.extend(key.attributes());
        item
    };
    Ok(entries.iter().map(of).chain(found_by_state).collect())
}

/// The keys of these items.
pub fn keys<E: Entity>(tenant: &Tenant, record: &Record<E>) -> Vec<Key> {
    let further = entries(record);
    let keys = further.iter().map(|entry| key_under(tenant, E::KIND, record.id, entry));
    keys.chain(rare_state::key(tenant, record)).collect()
}

/// The primary key of the item whose place in the list's index ends with `id`, which is a record's id or that of an
/// item here.
pub fn key_of(tenant: &Tenant, list: &ItemList, id: &str) -> HashMap<String, AttributeValue> {
    let partition = if id.starts_with(MARK) { partition(tenant, list.kind()) } else { list.collection(tenant) };
    Key { partition, sort: id.to_owned() }.attributes()
}

/// Archived records stand in no index.
fn entries<E: Entity>(record: &Record<E>) -> Vec<FurtherEntry> {
    match record.record_set {
        RecordSet::Live => record.body.further_entries(),
        RecordSet::Archived => Vec::new(),
    }
}

/// The key of the item of the record `id` under one of these values.
pub fn key_under(tenant: &Tenant, kind: KindName, id: impl Display, entry: &FurtherEntry) -> Key {
    let digest = Sha256::digest(format!("{id}#{}#{}", entry.index.name(), entry.partition));
    let text = URL_SAFE_NO_PAD.encode(digest);
    Key { partition: partition(tenant, kind), sort: format!("{MARK}{}", &text[..DIGEST_CHARACTERS]) }
}

fn partition(tenant: &Tenant, kind: KindName) -> String {
    format!("{}#{kind}#further", tenant.merchant())
}
