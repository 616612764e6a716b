//! Rows of derived lists that stand in the table: what building them anew compares with the records.

use std::collections::{BTreeMap, BTreeSet};

use aws_sdk_dynamodb::types::AttributeValue;
use store::{Key, Store, table};
use values::{KindName, Tenant};

use crate::fault::Fault;

/// Their keys, by merchant and kind.
type Rows = BTreeMap<(String, String), BTreeSet<(String, String)>>;

/// Those of a table, read when they are first asked for.
#[derive(Default)]
pub struct StoredRows {
    found: Option<Rows>,
}

/// Which partitions of rows there are.
pub struct RowPartitions {
    /// What their keys contain, one of these.
    pub containing: &'static [&'static str],
    /// The part of their keys that names the kind, from 0.
    pub kind_part: usize,
    /// How the keys of those that are not meant end.
    pub not_ending: Option<&'static str>,
}

impl StoredRows {
    /// Takes those of a merchant and a kind.
    ///
    /// # Errors
    /// When the table cannot be read.
    pub async fn take(
        &mut self,
        store: &Store,
        partitions: &RowPartitions,
        (tenant, kind): (&Tenant, KindName),
    ) -> Result<BTreeSet<(String, String)>, Fault> {
        let found = match &mut self.found {
            Some(found) => found,
            none => none.insert(read(store, partitions).await?),
        };
        Ok(found.remove(&(tenant.merchant().to_string(), kind.to_string())).unwrap_or_default())
    }
}

#[expect(clippy::disallowed_methods, reason = "an operator asks for it, no request does")]
async fn read(store: &Store, partitions: &RowPartitions) -> Result<Rows, Fault> {
    let (client, name) = store.client_and_table();
    let conditions = (0..partitions.containing.len()).map(|number| format!("contains(#pk, :part{number})"));
    let mut scan = client
        .scan()
        .table_name(name)
        .projection_expression("#pk, #sk")
        .filter_expression(conditions.collect::<Vec<_>>().join(" OR "))
        .expression_attribute_names("#pk", table::PARTITION_KEY)
        .expression_attribute_names("#sk", table::SORT_KEY);
    for (number, part) in partitions.containing.iter().enumerate() {
        scan = scan.expression_attribute_values(format!(":part{number}"), AttributeValue::S((*part).to_owned()));
    }
    let mut pages = scan.into_paginator().items().send();
    let mut rows = Rows::new();
    while let Some(item) = pages.next().await {
        let item = item.map_err(|error| Fault(format!("the table cannot be read: {error:?}")))?;
        let key = |name: &str| item.get(name).and_then(|key| key.as_s().ok()).cloned().unwrap_or_default();
        let (partition, sort) = (key(table::PARTITION_KEY), key(table::SORT_KEY));
        if partitions.not_ending.is_some_and(|ending| partition.ends_with(ending)) {
            continue;
        }
        let part = |number: usize| partition.split('#').nth(number).unwrap_or_default().to_owned();
        rows.entry((part(0), part(partitions.kind_part))).or_default().insert((partition, sort));
    }
    Ok(rows)
}

/// Keys of all items of partitions that begin so.
///
/// # Errors
/// When the table cannot be read.
#[expect(clippy::disallowed_methods, reason = "an operator asks for it, no request does")]
pub async fn keys_beginning(store: &Store, partition: String) -> Result<Vec<Key>, Fault> {
    let (client, name) = store.client_and_table();
    let scan = client
        .scan()
        .table_name(name)
        .projection_expression("#pk, #sk")
        .filter_expression("begins_with(#pk, :partition)")
        .expression_attribute_names("#pk", table::PARTITION_KEY)
        .expression_attribute_names("#sk", table::SORT_KEY)
        .expression_attribute_values(":partition", AttributeValue::S(partition));
    let mut pages = scan.into_paginator().items().send();
    let mut keys = Vec::new();
    while let Some(item) = pages.next().await {
        let item = item.map_err(|error| Fault(format!("the table cannot be read: {error:?}")))?;
        let key = |name: &str| item.get(name).and_then(|key| key.as_s().ok()).cloned().unwrap_or_default();
        keys.push(Key { partition: key(table::PARTITION_KEY), sort: key(table::SORT_KEY) });
    }
    Ok(keys)
}
