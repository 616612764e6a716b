//! Every item of a table, by merchant. This is the one place outside tests that scans: an operator asks for it, no
//! request does.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use aws_sdk_dynamodb::types::AttributeValue;
use serde_json::Value;
use store::{Store, table};

use crate::fault::Fault;

/// The items of one merchant.
#[derive(Debug, Default)]
pub struct Items {
    /// Stored records by kind and id, archived ones under `<kind>#archived`; further copies are not among them.
    records: BTreeMap<String, BTreeMap<String, Value>>,
    /// Everything else, by what stands between the merchant and the end of its partition key, and its sort key.
    others: BTreeMap<String, BTreeMap<String, Value>>,
    /// Items that cannot be read, by their key, with the reason.
    pub unreadable: Vec<(String, String)>,
}

impl Items {
    /// The records of one kind that are live, or with `#archived` behind it, those that are not.
    pub fn records(&self, kind: &str) -> impl Iterator<Item = (&String, &Value)> {
        self.records.get(kind).into_iter().flatten()
    }

    /// Ids of all live records.
    pub fn live_ids(&self) -> BTreeSet<&str> {
        let live = self.records.iter().filter(|(kind, _)| !kind.ends_with("#archived"));
        live.flat_map(|(_, records)| records.keys().map(String::as_str)).collect()
    }

    /// Items of a space, each under the rest of its partition key, with its sort key.
    pub fn space<'a>(&'a self, space: &'a str) -> impl Iterator<Item = (&'a str, &'a String, &'a Value)> {
        self.others
            .iter()
            .filter_map(move |(name, items)| Some((name.strip_prefix(space)?.strip_prefix('#')?, items)))
            .flat_map(|(name, items)| items.iter().map(move |(sort, value)| (name, sort, value)))
    }

    /// Lists of which counts are stored, with the items of the counts.
    pub fn counts(&self) -> impl Iterator<Item = (&str, &BTreeMap<String, Value>)> {
        self.others.iter().filter_map(|(name, items)| Some((name.strip_suffix("#counts")?, items)))
    }

    /// Sort keys of the records of a list, or of its rows.
    pub fn sorts(&self, list: &str) -> impl Iterator<Item = &String> {
        self.records.get(list).or_else(|| self.others.get(list)).into_iter().flat_map(BTreeMap::keys)
    }

    /// Whether there is a record of money.
    pub fn has_money(&self) -> bool {
        ["wallet", "journal_entry", "invoice", "credit_note", "payment_transaction", "credit_transaction"]
            .iter()
            .any(|kind| self.records.contains_key(*kind))
    }

    fn put(&mut self, name: String, sort: String, value: Value) {
        let is_record = value["id"] == sort.as_str() && value["version"].is_i64() && value["body"].is_object();
        let place = if is_record { &mut self.records } else { &mut self.others };
        place.entry(name).or_default().insert(sort, value);
    }
}

/// Bytes as the list of their numbers, because JSON has none.
fn without_bytes(value: AttributeValue) -> AttributeValue {
    match value {
        AttributeValue::B(bytes) => {
            AttributeValue::L(bytes.as_ref().iter().map(|byte| AttributeValue::N(byte.to_string())).collect())
        }
        other => other,
    }
}

/// Reads a table, by merchant's id.
#[expect(clippy::disallowed_methods, reason = "only a scan sees what nobody asks for")]
pub async fn read(store: &Store) -> Result<BTreeMap<String, Items>, Fault> {
    let (client, name) = store.client_and_table();
    let mut pages = client.scan().table_name(name).consistent_read(true).into_paginator().items().send();
    let mut merchants: BTreeMap<String, Items> = BTreeMap::new();
    while let Some(item) = pages.next().await {
        let item: HashMap<_, _> = item.map_err(|error| Fault(format!("the table cannot be read: {error:?}")))?;
        let key = |name: &str| item.get(name).and_then(|key| key.as_s().ok()).cloned().unwrap_or_default();
        let (partition, sort) = (key(table::PARTITION_KEY), key(table::SORT_KEY));
        let Some((merchant, name)) = partition.split_once('#') else { continue };
        // Answers are encrypted.
        if name.starts_with("idempotency#") {
            continue;
        }
        let item: HashMap<_, _> = item.into_iter().map(|(name, value)| (name, without_bytes(value))).collect();
        let of_merchant = merchants.entry(merchant.to_owned()).or_default();
        match serde_dynamo::from_item::<_, Value>(item) {
            Ok(value) => of_merchant.put(name.to_owned(), sort, value),
            Err(error) => of_merchant.unreadable.push((format!("{name} {sort}"), error.to_string())),
        }
    }
    Ok(merchants)
}
