//! Records as items and back. An item that does not decode is an error that names its kind and key.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;

use super::{
    due_key,
    error::StoreError,
    key::{Key, index_partition},
    lists::words::{WORDS, joined},
    table::{EXPIRES_AT, PARTITION_KEY, SORT_KEY},
};
use crate::{Entity, Index, Indexes, Record, RecordSet, record::RecordHeader};
use values::{
    KindName, Metadata, Timestamp,
    decimal::with_text,
    listed_fields::{FOREIGN_IDS, FilterLists},
    tenant::Tenant,
    words::words,
};

/// An item as the SDK has it.
pub type Item = HashMap<String, AttributeValue>;

/// The kind of a record, kept in every item for the stream's consumer.
const KIND: &str = "kind";
/// Identifies the write of an item. A write that is repeated after a lost reply recognises its own first success by it.
pub const WRITE_ID: &str = "write_id";
/// Largest record, in bytes of its item, so that a page of 100 stays below 5 MB.
pub const RECORD_BYTES_MAX: usize = 48 * 1024;
/// Largest record when it is made, or when its metadata changes: what happens to it later, such as a cancellation, has
/// room.
pub const NEW_RECORD_BYTES_MAX: usize = 44 * 1024;

/// What an item has besides the fields of its record.
struct Entries {
    kind: KindName,
    key: Key,
    expires_at: Option<Timestamp>,
    indexes: Indexes,
}

/// A record's fields as attributes, with what it is found by.
pub fn record_attributes<E: Entity>(record: &Record<E>) -> Result<Item, serde_dynamo::Error> {
    let mut item = attributes(record)?;
    if let Some(AttributeValue::M(body)) = item.get_mut("body") {
        add_foreign_ids(E::KIND, body, &record.metadata);
    }
    Ok(item)
}

/// Adds the marks of what metadata says of other systems to the fields of a record of a kind that is listed by them;
/// nothing where it says nothing.
pub fn add_foreign_ids(kind: KindName, body: &mut Item, metadata: &Metadata) {
    let marks: Vec<AttributeValue> = metadata.foreign_ids().map(AttributeValue::S).collect();
    if !marks.is_empty() && FilterLists::of(kind).is_by(FOREIGN_IDS) {
        body.insert(FOREIGN_IDS.to_owned(), AttributeValue::L(marks));
    }
}

/// The item of a record, with its key and index entries. Archived records stand in no index.
pub fn encode<E: Entity>(tenant: &Tenant, record: &Record<E>) -> Result<Item, StoreError> {
    let fields = record_attributes(record)
        .map_err(|error| StoreError::Internal(format!("{} {} does not encode: {error}", E::KIND, record.id)))?;
    let is_live = record.record_set == RecordSet::Live;
    let entries = Entries {
        kind: E::KIND,
        key: Key::record(tenant, record.id, record.record_set),
        expires_at: record.body.expires_at(),
        indexes: if is_live { record.body.indexes(record.id) } else { Indexes::default() },
    };
    let mut item = with_entries(tenant, fields, entries);
    item.extend(words_of(record));
    Ok(item)
}

/// The attribute with the words by which a live record is found; none where there are none.
pub fn words_of<E: Entity>(record: &Record<E>) -> Option<(String, AttributeValue)> {
    let words = if record.record_set == RecordSet::Live { words(record.body.names()) } else { Vec::new() };
    (!words.is_empty()).then(|| (WORDS.to_owned(), AttributeValue::S(joined(&words))))
}

/// The location at which the record of an item is.
pub(super) fn location(item: &Item) -> Option<&String> {
    let body = item.get("body")?.as_m().ok()?;
    let facts = body.get("facts").and_then(|facts| facts.as_m().ok());
    body.get("location_id").or_else(|| facts?.get("location_id"))?.as_s().ok()
}

/// Apart from [`encode`], so that a program has it once and not for each kind.
fn with_entries(tenant: &Tenant, mut item: Item, entries: Entries) -> Item {
    let Entries { kind, key, expires_at, indexes } = entries;
    item.extend(key.attributes());
    item.insert(KIND.to_owned(), AttributeValue::S(kind.to_string()));
    if let Some(expires_at) = expires_at {
        item.insert(EXPIRES_AT.to_owned(), AttributeValue::N(expires_at.seconds().to_string()));
    }
    for (index, entry) in Index::ALL.iter().zip(indexes.0) {
        let Some(entry) = entry else { continue };
        let (partition, sort) = match index {
            Index::Due => due_key::index_key(&key, &entry.sort),
            _ => (index_partition(tenant, kind, &entry.partition), entry.sort),
        };
        item.insert(format!("{}pk", index.name()), AttributeValue::S(partition));
        item.insert(format!("{}sk", index.name()), AttributeValue::S(sort));
    }
    item
}

/// A value's fields as attributes. Exact numbers are stored as their text.
pub fn attributes<T: Serialize + ?Sized>(value: &T) -> Result<Item, serde_dynamo::Error> {
    with_text(|| serde_dynamo::to_item(value))
}

/// A value as one attribute, written as [`attributes`] writes it inside a record.
pub fn attribute<T: Serialize + ?Sized>(value: &T) -> Result<AttributeValue, serde_dynamo::Error> {
    with_text(|| serde_dynamo::to_attribute_value(value))
}

/// The record of an item.
pub fn decode<E: Entity>(item: Item) -> Result<Record<E>, StoreError> {
    let sort = text(&item, SORT_KEY).unwrap_or_default().to_owned();
    let wrong = |error: String| StoreError::Internal(format!("stored {} {sort} does not decode: {error}", E::KIND));
    let (header, body) = header(item).map_err(wrong)?;
    let body = serde_dynamo::from_attribute_value(body).map_err(|error| wrong(error.to_string()))?;
    Ok(header.with(body))
}

/// What every record has, and the body that is its kind's own. Apart from [`decode`], so that a program has it once and
/// not for each kind.
fn header(mut item: Item) -> Result<(RecordHeader, AttributeValue), String> {
    let body = item.remove("body").ok_or("it has no body")?;
    let header = serde_dynamo::from_item(item).map_err(|error: serde_dynamo::Error| error.to_string())?;
    Ok((header, body))
}

/// The item of an image in the table's stream, which is JSON with a type at each value.
pub fn of_stream(image: serde_json::Value) -> Result<Item, StoreError> {
    let item: serde_dynamo::Item = serde_json::from_value(image)
        .map_err(|error| StoreError::Internal(format!("an image of the stream is no item: {error}")))?;
    Ok(item.into())
}

/// A string attribute of an item.
#[must_use]
pub fn text<'a>(item: &'a Item, name: &str) -> Option<&'a str> {
    item.get(name).and_then(|value| value.as_s().ok()).map(String::as_str)
}

/// The key of an item.
#[must_use]
pub fn key(item: &Item) -> Key {
    let of = |name: &str| text(item, name).unwrap_or_default().to_owned();
    Key { partition: of(PARTITION_KEY), sort: of(SORT_KEY) }
}

/// A whole number of an item.
#[must_use]
pub fn integer(item: &Item, name: &str) -> Option<i64> {
    item.get(name).and_then(|value| value.as_n().ok()).and_then(|number| number.parse().ok())
}

/// The kind of the record that an item is.
#[must_use]
pub fn kind(item: &Item) -> &str {
    text(item, KIND).unwrap_or_default()
}

/// Estimated size of an item in an answer, for the limit on records. Lambda puts the JSON of an answer into another
/// JSON, so characters that JSON escapes are escaped twice. DynamoDB's own size of the item is not larger than this.
#[must_use]
pub fn size(item: &Item) -> usize {
    item.iter().map(|(name, value)| name.len() + value_size(value)).sum()
}

/// Size of a record as an answer shows it, escaped as [`size`] counts it: some records are stored shorter than they are
/// shown.
#[must_use]
pub fn shown_size<E: Entity>(record: &Record<E>) -> usize {
    // What does not serialize is no answer either.
    let text = serde_json::to_string(&record.view(record.updated_at)).unwrap_or_default();
    text.len() + text.bytes().filter(|byte| matches!(byte, b'"' | b'\\')).count()
}

fn value_size(value: &AttributeValue) -> usize {
    match value {
        AttributeValue::S(text) => text_size(text),
        AttributeValue::N(text) => text.len(),
        AttributeValue::L(values) => 3 + values.iter().map(|value| 1 + value_size(value)).sum::<usize>(),
        AttributeValue::M(map) => {
            3 + map.iter().map(|(name, value)| 1 + text_size(name) + value_size(value)).sum::<usize>()
        }
        AttributeValue::B(bytes) => bytes.as_ref().len(),
        _ => 1,
    }
}

fn text_size(text: &str) -> usize {
    text.chars().map(escaped).sum()
}

/// Bytes of a character after JSON has escaped it twice, as the limit on records counts it.
#[must_use]
pub const fn escaped(letter: char) -> usize {
    match letter {
        '"' | '\\' => 4,
        '\t' | '\n' | '\r' => 3,
        other => other.len_utf8(),
    }
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    use super::{encode, integer};
    use crate::{Entity, Record, RecordSet, table::EXPIRES_AT};
    use values::{Id, Kind, KindName, Metadata, Timestamp, tenant::Tenant};

    #[derive(Clone, PartialEq, Serialize, Deserialize)]
    struct Passing {
        until: Option<Timestamp>,
    }

    impl Kind for Passing {
        const KIND: KindName = KindName::Passing;
    }

    impl Entity for Passing {
        const PATH: &'static str = "/passing";
        type View = bool;

        fn view(&self, _now: Timestamp) -> bool {
            true
        }

        fn expires_at(&self) -> Option<Timestamp> {
            self.until
        }
    }

    #[expect(clippy::disallowed_methods, reason = "a test of keys needs some tenant")]
    fn nobody() -> Tenant {
        Tenant::of(Id::new(uuid::Uuid::nil()))
    }

    #[test]
    fn only_what_passes_may_be_deleted_by_time() {
        let now = Timestamp::from_millis(1_800_000_000_500).expect("an instant");
        for (until, seconds) in [(None, None), (Some(now), Some(1_800_000_000))] {
            let record = Record {
                id: Id::new(uuid::Uuid::nil()),
                version: 1,
                created_at: now,
                updated_at: now,
                changed_by: String::new(),
                request_id: String::new(),
                record_set: RecordSet::Live,
                metadata: Metadata::default(),
                body: Passing { until },
            };
            let item = encode(&nobody(), &record).expect("an item");
            assert_eq!(integer(&item, EXPIRES_AT), seconds);
        }
    }
}
